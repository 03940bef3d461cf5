import { TOKYO_OFFSET_MS } from '../../src/domain/tokyo-time.ts'

/** Build date in Tokyo, `24 Oct 2025` (`docs/product.md#test-page`); each page logs it. */
export function buildLabel(builtAt: string): string {
  return new Date(Date.parse(builtAt) + TOKYO_OFFSET_MS).toUTCString().slice(5, 16)
}
