import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { languages, type Language } from '../src/domain/language.ts'
import { openBrowser } from '../harness/browser.ts'
import { build } from '../harness/local/build.ts'
import { ensureChromium } from '../harness/local/chromium.ts'
import { galleryPage, type Picture } from './gallery/page.ts'
import { scenes } from './gallery/scenes.ts'
import { openStage, type Scene, type Stage } from './gallery/stage.ts'
import { inProject } from '../harness/local/run.ts'

/** Takes every screen, dialog and state that the names on the command line are part of; all of them without a name. */
const wanted = process.argv.slice(2)
const chosen = Object.entries(scenes).filter(
  ([name]) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
)

const folder = inProject('.wrangler/gallery')
const widths = [360, 768, 1280]
const heights: Record<number, number> = { 360: 740, 768: 1024, 1280: 800 }
const schemes = ['light', 'dark'] as const
/** A scene that has not opened by then is named in the page and fails the command. */
const SCENE_MS = 40_000
/** Longer pages are cut; what repeats below has been seen by then. */
const TALLEST = 1600

/** Runs in the page: resolves once changes are painted. The page's clock is stopped; animations use the real one. */
const drawn = async ({ width, scheme }: { width: number; scheme: string }) => {
  const frames = () => document.body.animate([], 50).finished
  const wanted = matchMedia(`(width: ${width}px) and (prefers-color-scheme: ${scheme})`)
  do await frames()
  while (!wanted.matches)
  await frames()
}

/** Runs in the page: a dialog, a menu, a scrolled page or a bar at the thumb is seen in the window alone. */
const showsWindow = () =>
  scrollY > 0 || document.querySelector('dialog[open], #menu:popover-open, .desk-decision') !== null

async function takeScene(stage: Stage, name: string, open: Scene): Promise<Picture[]> {
  const { page, close } = await open(stage)
  const pictures: Picture[] = []
  try {
    for (const width of widths) {
      await page.setViewportSize({ width, height: heights[width]! })
      for (const scheme of schemes) {
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
        await page.evaluate(drawn, { width, scheme })
        const file = `${name}-${stage.language}-${width}-${scheme}.png`
        const isWindow = await page.evaluate(showsWindow)
        const height = isWindow
          ? heights[width]!
          : await page.evaluate(() => document.documentElement.scrollHeight)
        await page.screenshot({
          path: `${folder}/${file}`,
          fullPage: !isWindow,
          clip: { x: 0, y: 0, width, height: Math.min(height, TALLEST) },
        })
        pictures.push({ name, language: stage.language, width, scheme, file })
      }
    }
  } finally {
    await close()
  }
  return pictures
}

const withTimeout = <Result>(result: Promise<Result>): Promise<Result> =>
  Promise.race([
    result,
    new Promise<never>((_, refuse) => {
      setTimeout(() => refuse(new Error(`not there after ${SCENE_MS / 1000} s`)), SCENE_MS).unref()
    }),
  ])

const pictures: Picture[] = []
const failures: string[] = []

/** One language after its own: each has its own servers, so that no scene disturbs another's. */
async function takeLanguage(language: Language): Promise<void> {
  const browser = await openBrowser()
  const stage = await openStage(browser, language)
  for (const [name, open] of chosen) {
    try {
      pictures.push(...(await withTimeout(takeScene(stage, name, open))))
    } catch (error) {
      failures.push(`${name} (${language}): ${(error as Error).message.split('\n')[0]}`)
    }
  }
  await stage.close()
  await browser.close()
}

ensureChromium()
await build()
if (wanted.length === 0) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
await Promise.all(languages.map(takeLanguage))
writeFileSync(`${folder}/index.html`, galleryPage(pictures, failures))

for (const failure of failures) console.error(`Screenshot failed: ${failure}`)
console.log(`${pictures.length} pictures: ${folder}/index.html`)
process.exit(failures.length > 0 || pictures.length === 0 ? 1 : 0)
