import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { inProject, stopWith } from '../harness/local/run.ts'
import { makers } from './deployment/secret.ts'

/** Of a demonstration. `npm start` and `npm run dev` share `.dev.vars` and keep changed lines. */
const demonstration = {
  ...makers,
  DEVELOPMENT: () => 'on',
  LIMITS: () => 'raised',
  MAIL_TRANSPORT: () => 'outbox',
}

/**
 * Reads a file of settings and adds missing lines, not empty ones; a new file is readable by its owner only.
 * @param isDemonstration adds also what no deployment has
 */
export function localSettings(
  file = inProject('.dev.vars'),
  isDemonstration = true,
): Record<string, string> {
  const exists = existsSync(file)
  let text = exists
    ? readFileSync(file, 'utf8')
    : `# Settings of this machine, made by npm ${isDemonstration ? 'start. Git ignores this file' : 'run serve. SECRET opens every backup'}.\n`
  const strange = text.split('\n').findIndex((line) => !/^\s*(?:#|$|\w+\s*=)/.test(line))
  if (strange >= 0) stopWith(`Line ${strange + 1} of ${file} is not of the form NAME="value".`)
  const settings = parseEnv(text)
  const defaults = isDemonstration ? demonstration : makers
  const missing = Object.entries(defaults).filter(([name]) => settings[name] === undefined)
  if (missing.length > 0) {
    if (!text.endsWith('\n')) text += '\n'
    for (const [name, value] of missing) text += `${name}="${value()}"\n`
    writeFileSync(file, text, { mode: 0o600 })
  }
  return parseEnv(text) as Record<string, string>
}
