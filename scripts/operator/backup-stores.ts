import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { inProject, output } from '../../harness/local/run.ts'
import { bucketNameOf } from '../deployment/names.ts'
import type { BackupStores } from './backup.ts'
import { CommandError, wranglerDatabase } from './database.ts'
import type { NewDatabase } from './restore-rows.ts'
import { databaseConfig, type Target } from './target.ts'

const folder = inProject('.wrangler/restore')

/** The bucket and the databases of this machine, or of the deployment, through Wrangler. */
export function wranglerStores(target: Target): BackupStores {
  const { isRemote, environment } = target
  const where = isRemote ? '--remote' : '--local'
  const bucket = bucketNameOf(environment, 'BACKUPS')
  return {
    environment,
    execute: wranglerDatabase(target),
    async readObject(key) {
      if (!bucket) throw new CommandError('wrangler.toml names no bucket for BACKUPS.')
      return withFile(async (file) => {
        const args = ['r2', 'object', 'get', `${bucket}/${key}`, where, '--file', file]
        try {
          await output('wrangler', args)
          return readFileSync(file)
        } catch (error) {
          if (/does not exist|not found/i.test((error as Error).message)) return undefined
          throw new CommandError(`The bucket could not be read.\n${(error as Error).message}`)
        }
      })
    },
    newDatabase: (name) => newDatabase(name, isRemote),
  }
}

/** Creates a temporary file, which is deleted after `use`. */
async function withFile<Value>(use: (path: string) => Promise<Value>): Promise<Value> {
  mkdirSync(folder, { recursive: true })
  const file = `${folder}/${randomUUID()}`
  try {
    return await use(file)
  } finally {
    rmSync(file, { force: true })
  }
}

/** Wrangler knows databases by its configuration, so the new one has a file of its own. */
async function newDatabase(name: string, isRemote: boolean): Promise<NewDatabase> {
  if (!/^[a-z0-9-]{1,60}$/.test(name))
    throw new CommandError('A database is named by lower-case letters, digits and hyphens.')
  const id = isRemote ? await remoteId(name) : name
  const config = databaseConfig('NEW', name, id)
  const persist = isRemote ? [] : ['--persist-to', inProject('.wrangler/state')]
  const args = ['d1', 'execute', 'NEW', isRemote ? '--remote' : '--local', '--yes', '--json']
  const run = async (...what: string[]) =>
    output('wrangler', [...args, ...persist, '--config', config, ...what])
  return {
    execute: async <Row>(...statements: string[]) => {
      const results = JSON.parse(await run('--command', statements.join(';\n'))) as {
        results: Row[]
      }[]
      return results.at(-1)?.results ?? []
    },
    load: (statements) =>
      withFile(async (file) => {
        if (statements.length === 0) return
        writeFileSync(file, `${statements.join(';\n')};\n`)
        await run('--file', file)
      }),
  }
}

async function remoteId(name: string): Promise<string> {
  const list = JSON.parse(await output('wrangler', ['d1', 'list', '--json'])) as {
    name: string
    uuid: string
  }[]
  const found = list.find((one) => one.name === name)
  if (found) return found.uuid
  await output('wrangler', ['d1', 'create', name])
  return remoteId(name)
}
