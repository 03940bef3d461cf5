import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { inProject, stopWith } from '../../harness/local/run.ts'

const fileOf = (environment: string | undefined) => `.secrets/${environment ?? 'production'}.env`

/**
 * A file with `SECRET` for a worker that has none yet: the one that was kept on this machine, or a new one, kept for
 * the next worker and for the operator's own copy. Git ignores it, and only its owner can read it.
 * @param hasAccounts the database holds passwords and texts that another SECRET has hashed and sealed
 * @returns its path in the project
 */
export function secretFile(environment: string | undefined, hasAccounts: boolean): string {
  const file = fileOf(environment)
  const path = inProject(file)
  if (existsSync(path) && parseEnv(readFileSync(path, 'utf8'))['SECRET']) return file
  if (hasAccounts)
    stopWith(
      'The worker has no SECRET, and the database has accounts that depend on the one it had. Put your copy into ' +
        `${file} as SECRET="…", then deploy again.`,
    )
  mkdirSync(inProject('.secrets'), { recursive: true, mode: 0o700 })
  writeFileSync(path, `SECRET="${randomBytes(32).toString('base64url')}"\n`, { mode: 0o600 })
  console.log(
    `SECRET: made, and kept in ${file}. Copy that file to a safe place away from the backups.`,
  )
  return file
}
