import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { inProject } from '../harness/local/run.ts'
import { newVapidKey } from './deployment/vapid-key.ts'

/** Local bindings that no deployment has. `npm start` and `npm run dev` share `.dev.vars` and keep changed lines. */
const defaults = {
  SECRET: () => randomBytes(32).toString('base64url'),
  DEVELOPMENT: () => 'on',
  LIMITS: () => 'raised',
  MAIL_TRANSPORT: () => 'outbox',
  VAPID_KEY: newVapidKey,
}

/** Reads `.dev.vars` and adds missing lines, not empty ones; a new file is readable by its owner only. */
export function localSettings(file = inProject('.dev.vars')): Record<string, string> {
  const found = existsSync(file)
  let text = found
    ? readFileSync(file, 'utf8')
    : '# Settings of this machine, made by npm start. Git ignores this file.\n'
  const settings = parseEnv(text)
  const missing = Object.entries(defaults).filter(([name]) => settings[name] === undefined)
  if (missing.length > 0) {
    if (!text.endsWith('\n')) text += '\n'
    for (const [name, value] of missing) text += `${name}="${value()}"\n`
    writeFileSync(file, text)
    if (!found) chmodSync(file, 0o600)
  }
  return parseEnv(text) as Record<string, string>
}
