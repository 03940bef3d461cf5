import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { languages, type Language } from '../src/domain/language.ts'
import { startApp, type App } from '../harness/app.ts'
import { openBrowser, type Browser, type Visit } from '../harness/browser.ts'
import { build } from '../harness/local/build.ts'
import { ensureChromium } from '../harness/local/chromium.ts'
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

interface Picture {
  name: string
  language: Language
  width: number
  scheme: string
  file: string
}

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

async function takePictures(page: Page, name: string, language: Language): Promise<Picture[]> {
  const pictures: Picture[] = []
  await networkIsIdle(page)
  for (const width of widths) {
    await page.setViewportSize({ width, height: heights[width] })
    for (const scheme of schemes) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await page.evaluate(painted, { width, scheme })
      const file = `${name}-${language}-${width}-${scheme}.png`
      const isDialog = (await page.locator('dialog[open]').count()) > 0
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      await page.screenshot({
        path: `${folder}/${file}`,
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
      pictures.push({ name, language, width, scheme, file })
    }
  }
  return pictures
}

const figure = ({ file, language, width, scheme }: Picture) => {
  const label = `${language}, ${width} px, ${scheme}`
  return `<figure><a href="${file}"><img src="${file}" alt="${label}" width="${width}" loading="lazy"></a>
    <figcaption>${label}</figcaption></figure>`
}

function indexPage(names: string[], pictures: Picture[], failures: string[]): string {
  const sections = names.map((name) => {
    const rows = languages.map((language) => {
      const row = pictures.filter((one) => one.name === name && one.language === language)
      return `<div class="row">${row.map(figure).join('')}</div>`
    })
    return `<section id="${name}"><h2>${name}</h2>${rows.join('')}</section>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Ichimon screenshots</title>
    <style>
      :root { color-scheme: light dark; font: 14px system-ui, sans-serif }
      body { margin: 2rem; background: light-dark(#e9e7de, #0a0b07) }
      .row { display: flex; gap: 1rem; align-items: start; overflow-x: auto; padding-block: .5rem }
      figure { flex: none; margin: 0 }
      img { display: block; max-inline-size: 560px; block-size: auto; box-shadow: 0 0 0 1px #8886 }
      nav { columns: 14rem }
    </style>
    <h1>Ichimon screenshots</h1>
    <ul>${failures.map((failure) => `<li>${failure}</li>`).join('')}</ul>
    <nav>${names.map((name) => `<a href="#${name}">${name}</a><br>`).join('')}</nav>
    ${sections.join('')}</html>`
}

const wanted = process.argv.slice(2)
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
const pictures: Picture[] = []
const failures: string[] = []
for (const { name, open } of chosen) {
  for (const language of languages) {
    try {
      const of = name === 'dialog-maintenance' ? closedApp : app
      const { page, close } = await open(of, browser, language)
      pictures.push(...(await takePictures(page, name, language)))
      await close()
    } catch (error) {
      failures.push(`${name} (${language}): ${(error as Error).message.split('\n')[0]}`)
    }
  }
}
await browser.close()
await Promise.all([provider.stop(), app.stop(), closedApp.stop()])

writeFileSync(
  `${folder}/index.html`,
  indexPage(
    chosen.map(({ name }) => name),
    pictures,
    failures,
  ),
)
for (const failure of failures) console.error(`Screenshot failed: ${failure}`)
console.log(`${pictures.length} pictures: ${folder}/index.html`)
process.exit(failures.length > 0 || pictures.length === 0 ? 1 : 0)
