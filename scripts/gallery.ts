import { mkdirSync, rmSync } from 'node:fs'
import type { BrowserContextOptions, Page } from 'playwright-core'
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
npm run gallery -- home dialog           those with one of these words in their name`

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

const { positionals: wanted } = readArguments(usage, { allowPositionals: true })
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
process.exit(failures.length > 0 || count === 0 ? 1 : 0)
