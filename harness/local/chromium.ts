import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** In order of preference: the headless shell needs less than half of the CPU time. */
const names =
  'chromium-headless-shell chromium chromium-browser google-chrome-stable google-chrome'.split(' ')

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Path of the browser for tests: `CHROMIUM_PATH` or the first candidate on the path.
 * @param isWhole excludes the headless shell, which has no back-forward cache
 */
export function findChromium(isWhole = false): string | undefined {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen) return isExecutable(chosen) ? chosen : undefined
  const folders = (process.env['PATH'] ?? '').split(delimiter).concat('/usr/bin', '/snap/bin')
  const wanted = isWhole ? names.slice(1) : names
  return wanted.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

/** Without a Japanese font, text widths differ from every reader's screen. Only Linux may lack one. */
function hasJapaneseFont(): boolean {
  if (process.platform !== 'linux') return true
  const { stdout } = spawnSync('fc-list', [':lang=ja', 'family'], { encoding: 'utf8' })
  return Boolean(stdout?.trim())
}

function apt(...args: string[]): void {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const command = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...args]
  spawnSync(command[0]!, command.slice(1), { stdio: ['ignore', 'ignore', 'inherit'] })
}

/**
 * Finds the browsers and the Japanese font for tests, or installs Debian's.
 * @throws Error with the command to run when there is no browser; a missing font only warns
 * @returns the browser's path
 */
export function ensureChromium(): string {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen && !findChromium())
    throw new Error(`CHROMIUM_PATH is '${chosen}', which cannot be run.`)
  const isMissing = {
    // Older Debian releases have only the full browser.
    'chromium-headless-shell': () => !findChromium(),
    chromium: () => !findChromium(true),
    fontconfig: () => !hasJapaneseFont(),
    'fonts-ipaexfont-gothic': () => !hasJapaneseFont(),
  }
  if (Object.values(isMissing).some((is) => is())) {
    console.log('Installing what the browser tests need (once)…')
    apt('update')
    for (const [name, is] of Object.entries(isMissing))
      if (is()) apt('install', '-y', '--no-install-recommends', name)
  }
  if (!hasJapaneseFont())
    console.warn(
      'Without a Japanese font some tests of widths fail: sudo apt-get install fontconfig fonts-ipaexfont-gothic',
    )
  const path = findChromium()
  if (path) return path
  throw new Error(
    'The browser tests need Chromium, and it could not be installed from here. ' +
      "Run 'sudo apt-get install chromium-headless-shell', or name a browser with CHROMIUM_PATH.",
  )
}
