import { ensureChromium } from '../../scripts/chromium.ts'

export const setup = () => {
  ensureChromium()
}
