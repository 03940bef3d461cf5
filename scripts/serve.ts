import { accessSync, chmodSync, constants, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { config } from '../src/worker/config/config.ts'
import { localVariables } from '../src/worker/config/variables.ts'
import { build } from '../harness/local/build.ts'
import { isClientDisconnect, serve } from '../harness/local/serve.ts'
import { readArguments } from '../harness/local/read-arguments.ts'
import { stopAtErrors, stopWith } from '../harness/local/run.ts'
import { describeMissing, missingRequired, type Missing } from './deployment/missing.ts'
import { keepRunning } from './keep-running.ts'
import { prepareDatabase, refuseOthersFolder, reserveState } from './local-database.ts'
import { localPort } from './local-port.ts'
import { localReaders, openFileLimit } from './local-readers.ts'
import { localSettings } from './local-settings.ts'
import { keepBackups } from './nightly-backup.ts'

const usage = `Serves a community from this machine, behind a proxy with TLS: docs/self-hosting.md says how.
  npm run serve -- --data <folder> [--env <file>] [--backups <folder>] [--keep <nights>] [--check]
  --data     folder of the database and the pictures
  --env      file of settings; default ichimon.env in the data folder
  --backups  folder that gets a copy each night
  --keep     nights that are kept there; default 14
  --check    prints what is missing and ends
It listens at 127.0.0.1 on PORT or 8787.`

const ADDRESS_HEADERS = ['X-Forwarded-For', 'X-Real-IP', 'CF-Connecting-IP']

const options = {
  data: { type: 'string', default: process.env['ICHIMON_DATA'] },
  env: { type: 'string', default: process.env['ICHIMON_ENV'] },
  backups: { type: 'string' },
  keep: { type: 'string', default: '14' },
  check: { type: 'boolean', default: false },
} as const

function readOptions() {
  const { values } = readArguments(usage, { options })
  const keep = Number(values.keep)
  if (!values.data) return stopWith(`--data must name a folder.\n${usage}`)
  if (!Number.isInteger(keep) || keep < 1) return stopWith('--keep must be a number of nights.')
  // npm runs this in the project's folder.
  const inFolder = (path: string) => resolve(process.env['INIT_CWD'] ?? '', path)
  const data = inFolder(values.data)
  const env = values.env ? inFolder(values.env) : join(data, 'ichimon.env')
  return { ...values, data, env, keep, backups: values.backups && inFolder(values.backups) }
}

const line = (name: string, example: string) => `${name}="${example}"`

function missingIn(settings: Record<string, string>): Missing[] {
  const missing = missingRequired(settings, line)
  if (settings['MAIL_TRANSPORT'] !== 'smtp')
    missing.push({
      variable: 'MAIL_TRANSPORT',
      sentence: 'Mail must be sent by SMTP: nobody can sign up without the code that is mailed.',
      command: [
        line('MAIL_TRANSPORT', 'smtp'),
        line('MAIL_FROM', 'hello@ichimon.example'),
        line('SMTP_HOST', 'smtp.example'),
      ].join('\n  '),
    })
  if (!ADDRESS_HEADERS.includes(settings['TRUSTED_PROXY'] ?? ''))
    missing.push({
      variable: 'TRUSTED_PROXY',
      sentence: `TRUSTED_PROXY must be the header in which the proxy gives the client's address (${ADDRESS_HEADERS.join(', ')}): limits count by it.`,
      command: line('TRUSTED_PROXY', 'X-Forwarded-For'),
    })
  return missing
}

/** Exits with a sentence for each setting that is missing or wrong. */
function checkedSettings(env: string): Record<string, string> {
  const settings = localSettings(env, false)
  const missing = missingIn(settings)
  const wrong = [
    ...localVariables.filter((name) => settings[name]).map((name) => `${name} must not be set.`),
    ...config(settings)
      .problems.filter(({ variable }) => !missing.some((one) => one.variable === variable))
      .map(({ sentence }) => sentence),
  ]
  if (wrong.length + missing.length > 0)
    stopWith(
      [
        ...wrong,
        ...(missing.length > 0 ? [describeMissing(missing)] : []),
        `The settings are in ${env}.`,
      ].join('\n'),
    )
  return settings
}

// The database holds addresses and password hashes.
process.umask(0o077)
stopAtErrors()
const { data, env, backups, keep, check } = readOptions()
mkdirSync(data, { recursive: true })
refuseOthersFolder(data)
chmodSync(data, 0o700)
if (!check) reserveState(data)
else if (backups) accessSync(backups, constants.W_OK)
const { TRUSTED_PROXY: addressHeader, ...settings } = checkedSettings(env)
if (check) {
  console.log('Everything that must be set is set.')
  process.exit(0)
}
const port = await localPort('npm run serve')
await build()
await prepareDatabase(data, false)

const app = await serve({
  port,
  persistTo: data,
  maxOpenFiles: openFileLimit(),
  edge: { addressHeader },
  vars: { ...settings, LIMITS: `${localReaders()} ${settings['LIMITS'] ?? ''}` },
  log(message, level) {
    if (message.startsWith('{')) console.log(message)
    else if (!isClientDisconnect(message)) console.log(JSON.stringify({ level, message }))
  },
})
await keepRunning(
  app,
  port,
  app.stop,
  'The server process (workerd) has ended and did not restart.',
)
if (backups) keepBackups(data, backups, keep)
console.log(JSON.stringify({ event: 'serving', port, data }))
