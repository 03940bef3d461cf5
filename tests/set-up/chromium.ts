import { ensureChromium } from '../../harness/local/chromium.ts'

export const setup = () => {
  ensureChromium()
}
