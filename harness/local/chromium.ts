import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Best first: the headless shell needs less than half of the processor time of the whole browser. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
]

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * The browser that tests drive: `CHROMIUM_PATH`, else the first found on the path.
 * @param isWhole leaves out the headless shell, which has no back-forward cache
 */
export function findChromium(isWhole = false): string | undefined {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen) return isExecutable(chosen) ? chosen : undefined
  const folders = (process.env['PATH'] ?? '').split(delimiter).concat('/usr/bin', '/snap/bin')
  const wanted = isWhole ? names.slice(1) : names
  return wanted.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

/** Finds a Chromium or installs Debian's; throws with a sentence that names the command to run. */
export function ensureChromium(): string {
  const found = findChromium()
  if (found) return found
  if (process.env['CHROMIUM_PATH']) {
    throw new Error(`CHROMIUM_PATH is '${process.env['CHROMIUM_PATH']}', which cannot be run.`)
  }
  console.log('Installing Chromium for the browser tests (once)…')
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const apt = (...args: string[]) => {
    const [command = 'env', ...rest] = [
      ...asRoot,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
    ]
    return spawnSync(command, [...rest, ...args], { stdio: ['ignore', 'ignore', 'inherit'] }).status
  }
  apt('update', '-qq')
  // Older releases of Debian have the whole browser only.
  const install = (name: string) => apt('install', '-y', '-qq', '--no-install-recommends', name)
  if (install('chromium-headless-shell') !== 0) install('chromium')
  const installed = findChromium()
  if (installed) return installed
  throw new Error(
    'The browser tests need Chromium, and it could not be installed from here. ' +
      "Run 'sudo apt-get install chromium-headless-shell', or name a browser with CHROMIUM_PATH.",
  )
}
