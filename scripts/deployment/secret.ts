import { createECDH, randomBytes } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { inProject, stopWith } from '../../harness/local/run.ts'

/** A new `VAPID_KEY`: P-256 public and private key, base64url, separated by a dot (RFC 8292). */
function newVapidKey(): string {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  // Leading zeros are omitted by `getPrivateKey`; the curve needs 32 bytes.
  const privateKey = keys.getPrivateKey('hex').padStart(64, '0')
  return `${keys.getPublicKey('base64url')}.${Buffer.from(privateKey, 'hex').toString('base64url')}`
}

export const makers = {
  SECRET: () => randomBytes(32).toString('base64url'),
  VAPID_KEY: newVapidKey,
}
type MadeSecret = keyof typeof makers
export const madeSecrets = Object.keys(makers) as MadeSecret[]

const fileOf = (environment: string | undefined) => `.secrets/${environment ?? 'production'}.env`

/**
 * Writes the secrets that a worker lacks to a file: those kept on this machine, or new ones, which are then kept.
 * The kept file is ignored by Git and readable by its owner only. Existing secrets of the worker are never replaced.
 * @param hasAccounts the database holds data that another SECRET hashed or sealed
 * @returns path of a temporary file, alone in its folder, for the caller to delete
 */
export function secretsFile(
  environment: string | undefined,
  lacking: readonly MadeSecret[],
  hasAccounts: boolean,
): string {
  const file = fileOf(environment)
  const path = inProject(file)
  const kept = existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {}
  const missing = lacking.filter((name) => !kept[name])
  if (hasAccounts && missing.includes('SECRET'))
    stopWith(
      'The worker has no SECRET, and the database has accounts that depend on the one it had. Put your copy into ' +
        `${file} as SECRET="…", then deploy again.`,
    )
  const made = Object.fromEntries(missing.map((name) => [name, makers[name]()]))
  if (missing.length > 0) {
    mkdirSync(inProject('.secrets'), { recursive: true, mode: 0o700 })
    // Appended, because operators may keep other lines there.
    appendFileSync(path, `\n${linesOf(made)}`, { mode: 0o600 })
    console.log(
      `${missing.join(' and ')}: made, and kept in ${file}. Copy that file to a safe place away from the backups.`,
    )
  }
  const all = { ...kept, ...made }
  const upload = join(mkdtempSync(join(tmpdir(), 'ichimon-')), 'secrets.env')
  writeFileSync(upload, linesOf(Object.fromEntries(lacking.map((name) => [name, all[name]]))), {
    mode: 0o600,
  })
  return upload
}

const linesOf = (secrets: Record<string, string | undefined>) =>
  Object.entries(secrets)
    .map(([name, value]) => `${name}="${value}"\n`)
    .join('')
