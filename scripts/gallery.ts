import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { languages, type Language } from '../src/domain/language.ts'
import { startApp, type App } from '../harness/app.ts'
import { openBrowser, type Browser, type Visit } from '../harness/browser.ts'
import { build } from '../harness/local/build.ts'
import { ensureChromium } from '../harness/local/chromium.ts'
import { readArguments } from '../harness/local/read-arguments.ts'
import { inProject } from '../harness/local/run.ts'
import { pagePaths } from '../harness/page-paths.ts'
import { visit } from '../harness/steps/account-steps.ts'
import {
  dialogNames,
  openers,
  setMaintenance,
  startSocialApp,
} from '../harness/steps/dialog-openers.ts'
import { grant } from '../harness/steps/moderation-calls.ts'
import { visitSignedIn } from '../harness/steps/reading-steps.ts'
import { networkIsIdle } from '../harness/wait-until-idle.ts'

interface Screen {
  name: string
  open(app: App, browser: Browser, language: Language): Promise<Visit>
}

const usage = `Takes pictures of every screen into .wrangler/gallery, in both languages, three widths, light and dark.
npm run gallery -- home dialog           those with one of these words in their name
npm run gallery -- --against <folder>    also a page of what differs from earlier ones`

const folder = inProject('.wrangler/gallery')
const heights = { 360: 740, 768: 1024, 1280: 800 }
const widths = [360, 768, 1280] as const
const schemes = ['light', 'dark'] as const
const MAX_HEIGHT = 1600
const visitors = ['guest', 'person', 'operator'] as const
const options: BrowserContextOptions = { reducedMotion: 'reduce' }

function pageScreen(path: string, visitor: (typeof visitors)[number]): Screen['open'] {
  return async (app, browser, language) => {
    if (visitor === 'guest') {
      const someone = await visit(browser, app, language, options)
      await someone.page.addInitScript(() => (sessionStorage['EmailAddress'] = 'kenji@example.com'))
      await someone.page.goto(path)
      return someone
    }
    const someone = await visitSignedIn(browser, app, language, options)
    if (visitor === 'operator') await grant(app, someone.person, 'operator')
    await someone.page.goto(path)
    return someone
  }
}

async function screensOf(app: App): Promise<Screen[]> {
  const pages = [
    ...(await pagePaths(app)),
    { name: '/no_such_page', path: '/no_such_page', isForPeople: false },
  ]
  const pageScreens = pages.flatMap(({ name, path, isForPeople }) => {
    const isOfDesk = name.startsWith('/operator')
    return visitors
      .filter((visitor) =>
        isOfDesk ? visitor === 'operator' : !isForPeople || visitor !== 'guest',
      )
      .map((visitor) => ({
        name: `${name.slice(1).replaceAll('/', '-') || 'home'}-${visitor}`,
        open: pageScreen(path, visitor),
      }))
  })
  const dialogScreens = dialogNames.map((name) => ({
    name: `dialog-${name}`,
    open: (app: App, browser: Browser, language: Language) =>
      openers[name]({ app, browser, language, options }),
  }))
  return [...pageScreens, ...dialogScreens]
}

/** Runs in the page: resolves once a new width and scheme are painted. */
async function painted({ width, scheme }: { width: number; scheme: string }) {
  const frames = () => document.body.animate([], 50).finished
  const wanted = matchMedia(`(width: ${width}px) and (prefers-color-scheme: ${scheme})`)
  do await frames()
  while (!wanted.matches)
  await frames()
}

async function takePictures(page: Page, name: string, language: Language): Promise<number> {
  let count = 0
  await networkIsIdle(page)
  for (const width of widths) {
    await page.setViewportSize({ width, height: heights[width] })
    for (const scheme of schemes) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await page.evaluate(painted, { width, scheme })
      const isDialog = (await page.locator('dialog[open]').count()) > 0
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      await page.screenshot({
        path: `${folder}/${name}-${language}-${width}-${scheme}.png`,
        fullPage: !isDialog,
        clip: {
          x: 0,
          y: 0,
          width,
          height: isDialog
            ? heights[width]
            : Math.min(Math.max(height, heights[width]), MAX_HEIGHT),
        },
      })
      count++
    }
  }
  return count
}

/** How much two pictures differ, 0 to 1; 1 for other sizes. */
async function difference(before: string, after: string): Promise<number> {
  const sizes = await Promise.all([before, after].map((file) => sharp(file).metadata()))
  if (new Set(sizes.map(({ width, height }) => `${width} ${height}`)).size > 1) return 1
  const layers = [{ input: before, blend: 'difference' as const }]
  const { channels } = await sharp(await sharp(after).composite(layers).toBuffer()).stats()
  return Math.max(...channels.slice(0, 3).map(({ mean }) => mean)) / 255
}

/** Writes a page of the pictures that differ from those of another build, the most changed first. */
async function compare(earlier: string): Promise<string> {
  const changes: { name: string; share: number }[] = []
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.png'))) {
    const before = resolve(earlier, name)
    const share = existsSync(before) ? await difference(before, `${folder}/${name}`) : 1
    if (share > 0) changes.push({ name, share })
  }
  changes.sort((one, other) => other.share - one.share)
  const rows = changes.map(
    ({ name, share }) => `<h2>${name}: ${(100 * share).toFixed(2)} %</h2>
      <img src="file://${resolve(earlier, name)}" alt="before"> <img src="${name}" alt="after">`,
  )
  const page = `${folder}/changes.html`
  const head =
    '<!doctype html><meta charset="utf-8"><style>img{width:48%;vertical-align:top}</style>'
  writeFileSync(page, `${head}<h1>${changes.length} changed screens</h1>${rows.join('')}`)
  return page
}

const { positionals: wanted, values } = readArguments(usage, {
  allowPositionals: true,
  options: { against: { type: 'string' } },
})
ensureChromium()
await build()
if (wanted.length === 0) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

const { app, provider } = await startSocialApp()
const closedApp = await startApp()
await setMaintenance(closedApp)
const browser = await openBrowser()
const chosen = (await screensOf(app)).filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
)
let count = 0
const failures: string[] = []
for (const { name, open } of chosen) {
  for (const language of languages) {
    try {
      const of = name === 'dialog-maintenance' ? closedApp : app
      const { page, close } = await open(of, browser, language)
      count += await takePictures(page, name, language)
      await close()
    } catch (error) {
      failures.push(`${name} (${language}): ${(error as Error).message.split('\n')[0]}`)
    }
  }
}
await browser.close()
await Promise.all([provider.stop(), app.stop(), closedApp.stop()])

for (const failure of failures) console.error(`Screenshot failed: ${failure}`)
console.log(`${count} pictures: ${folder}`)
if (values.against) console.log(`Changes: ${await compare(values.against)}`)
process.exit(failures.length > 0 || count === 0 ? 1 : 0)
