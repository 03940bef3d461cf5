import { TOKYO_OFFSET_MS } from '../../domain/question-day.ts'

declare const __BUILD_DATE__: string

/** `24 Oct 2025` in Tokyo (`docs/product.md#test-page`). */
export function buildLabel(builtAt: string): string {
  return new Date(Date.parse(builtAt) + TOKYO_OFFSET_MS).toUTCString().slice(5, 16)
}

export function writeBuildLabel(): void {
  console.info(buildLabel(__BUILD_DATE__))
}
