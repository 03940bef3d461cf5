import { TOKYO_OFFSET_MS } from '../../src/domain/tokyo-time.ts'

/** `24 Oct 2025` in Tokyo (`docs/product.md#test-page`), which every page writes to the console. */
export function buildLabel(builtAt: string): string {
  return new Date(Date.parse(builtAt) + TOKYO_OFFSET_MS).toUTCString().slice(5, 16)
}
