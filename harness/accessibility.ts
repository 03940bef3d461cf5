import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { motionHasEnded } from './wait-until-idle.ts'

const require = createRequire(import.meta.url)
/** Minified, because every page parses it again. */
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

const CONTENT = 'main, dialog[open]'
/** Header, menu and footer are on every page: `pages.test.ts` checks them with all of it. */
export const WHOLE = ':root'

/** axe's findings within a part of the page as `rule: element`; all rules by default. */
export async function findings(page: Page, part = CONTENT, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  const options = rules ? { runOnly: { type: 'rule', values: rules } } : {}
  // Posts out of sight have a placeholder's height, in which their text would scroll.
  return page.evaluate(`(async () => {
    const list = document.querySelector('.scroller:not([data-whole])')
    list?.setAttribute('data-whole', '')
    const { violations } = await axe.run('${part}', ${JSON.stringify({ ...options, resultTypes: ['violations'] })})
    list?.removeAttribute('data-whole')
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target))
  })()`)
}

/**
 * axe's findings in both colour schemes, `light rule: element`, after transitions.
 * The schemes differ only in colours, so the other rules run once.
 */
export async function findingsInBothSchemes(page: Page, part?: string): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await motionHasEnded(page)
    const rules = colorScheme === 'dark' ? COLOUR_RULES : undefined
    found.push(...(await findings(page, part, rules)).map((finding) => `${colorScheme} ${finding}`))
  }
  return found
}

/** Runs in the page: interactive elements smaller than 44 px in either dimension, `a.back 40×44`. */
function findSmallTargets(): string[] {
  const TARGET = 44
  const pressed = 'a[href], button, summary, select, textarea, input:not([type="hidden"])'
  return [...document.querySelectorAll<HTMLElement>(pressed)].flatMap((element) => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return []
    // Visible only with focus, or pressed through its label.
    const label = element.closest('label') ?? (element as HTMLInputElement).labels?.[0]
    const isReplaced = element.classList.contains('visually-hidden')
    if (isReplaced && !label) return []
    const boxes = [element, ...(label?.contains(element) ? [label] : [])].map((box) =>
      box.getBoundingClientRect(),
    )
    const width = Math.max(...boxes.map((box) => box.width))
    const height = Math.max(...boxes.map((box) => box.height))
    // Inline exception of WCAG 2.5.5 and 2.5.8.
    const sentence = element.closest('.document :is(p, li, td)')
    if (sentence && sentence.textContent.trim() !== element.textContent.trim()) return []
    // Rounding of rem.
    if (width > TARGET - 0.5 && height > TARGET - 0.5) return []
    const name = element.tagName.toLowerCase() + (element.className && `.${element.className}`)
    return [`${name} ${Math.round(width)}×${Math.round(height)} ${element.textContent.trim()}`]
  })
}

export const smallTargets = (page: Page): Promise<string[]> => page.evaluate(findSmallTargets)

/** Findings in both schemes, and targets that are too small. */
export const shortcomings = async (page: Page): Promise<string[]> => [
  ...(await findingsInBothSchemes(page)),
  ...(await smallTargets(page)),
]

/** Runs in the page: faults in headings, landmarks and the order of layers. */
function findStructure(): string[] {
  const found: string[] = []
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
  const named = rules.flatMap(({ cssText }) => /^@layer ([\w, ]+)/.exec(cssText)?.[1]!.trim() ?? [])
  const layers = [...new Set(named.join(', ').split(', '))].join(' ')
  if (!'reset tokens base components'.includes(layers)) found.push(`layers in the order ${layers}`)
  const levels = [...document.querySelectorAll('h1, h2, h3, h4')]
    .filter((heading) => heading.checkVisibility())
    .map(({ tagName }) => Number(tagName[1]))
  if (levels.filter((level) => level === 1).length !== 1) found.push('not one h1')
  levels.forEach((level, index) => {
    if (level - (levels[index - 1] ?? 0) > 1) found.push(`h${level} without its h${level - 1}`)
  })
  if (document.querySelectorAll('main').length !== 1) found.push('not one main')
  if (!document.querySelector('body > header, body > main')) found.push('no header')
  const first = document.querySelector('a[href], button, input')
  if (first?.getAttribute('href') !== '#content') found.push('the skip link is not first')
  if (!document.querySelector('main#content')) found.push('the skip link leads nowhere')
  const unnamed = [...document.querySelectorAll('nav')].filter(
    (nav) => !nav.hasAttribute('aria-label'),
  )
  if (unnamed.length > 0) found.push('a nav without a name')
  return found
}

export const structureProblems = (page: Page): Promise<string[]> => page.evaluate(findStructure)

function findWide(): string[] {
  const room = document.documentElement.clientWidth
  const widest = document.documentElement.scrollWidth
  if (widest <= room) return []
  const reaching = [...document.querySelectorAll<HTMLElement>('body *')].filter(
    (element) => element.checkVisibility() && element.getBoundingClientRect().right > room + 0.5,
  )
  return [`${widest} of ${room}: ${reaching.map((e) => e.className || e.tagName).join(', ')}`]
}

export const sidewaysScrolling = (page: Page): Promise<string[]> => page.evaluate(findWide)

/** Horizontal scrolling at 400 % zoom: 1280 × 1024 becomes 320 × 256 px. */
export async function sidewaysWhenMagnified(page: Page): Promise<string[]> {
  const before = page.viewportSize()!
  await page.setViewportSize({ width: 320, height: 256 })
  await motionHasEnded(page)
  const found = await sidewaysScrolling(page)
  await page.setViewportSize(before)
  return found
}

/** Text at 200 % by the default font size, which media queries see. */
async function sidewaysWithLargeDefault(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const setSize = (standard: number) =>
    session.send('Page.setFontSizes', { fontSizes: { standard } })
  await setSize(32)
  await motionHasEnded(page)
  const size = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
  const found = size === '32px' ? await sidewaysScrolling(page) : [`the text has ${size}`]
  await setSize(16)
  await session.detach()
  return found
}

/** Text at 200 % by text zoom, which media queries do not see. */
async function sidewaysWithZoomedText(page: Page): Promise<string[]> {
  const setSize = (size: string) =>
    page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize
    }, size)
  const before = page.viewportSize()!
  const found: string[] = []
  await setSize('200%')
  for (const width of [before.width, 320]) {
    await page.setViewportSize({ ...before, width })
    await motionHasEnded(page)
    found.push(...(await sidewaysScrolling(page)))
  }
  await setSize('')
  await page.setViewportSize(before)
  return found
}

export async function sidewaysWithLargeText(page: Page): Promise<string[]> {
  const found = [...(await sidewaysWithLargeDefault(page)), ...(await sidewaysWithZoomedText(page))]
  return found.map((finding) => `large text ${finding}`)
}
