import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe finds on the page as it stands, `rule: element` each. */
export async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(`axe.run().then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target)))`)
}

/** Runs in the page: two frames, then whatever still moves. */
async function settled(): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  await frame()
  await frame()
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
}

/** What axe finds in light and in dark, `light rule: element`; colours that change are waited for. */
export async function findingsInBothSchemes(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(settled)
    found.push(...(await findings(page)).map((finding) => `${colorScheme} ${finding}`))
  }
  return found
}
