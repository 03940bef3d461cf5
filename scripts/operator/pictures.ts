import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseWorker } from '../../harness/local/direct-database.ts'
import { inProject } from '../../harness/local/run.ts'
import { nameIn } from '../deployment/names.ts'
import { localState } from '../local-database.ts'
import {
  CommandError,
  unknownCommand,
  reserve,
  wrangler,
  type Execute,
  type Target,
} from './database.ts'

export const PICTURES_USAGE = `  npm run operator -- pictures copy <address of the site that has them>
      (profile pictures of a restored database; this machine's server stopped)`

interface Bucket {
  put(id: string, bytes: Uint8Array<ArrayBuffer>, type: string): Promise<unknown>
  close(): Promise<void>
}

/** Copies the pictures that the target's database names from a running site. */
export async function operatePictures(
  execute: Execute,
  target: Target,
  words: string[],
): Promise<string> {
  const [action, from, ...others] = words
  if (action !== 'copy' || !from || !URL.canParse(from) || others.length > 0)
    throw unknownCommand(words, PICTURES_USAGE)
  const rows = await execute<{ id: string }>('SELECT id FROM picture ORDER BY id')
  const bucket = target.isRemote ? remoteBucket(target) : await localBucket(target)
  const missing: string[] = []
  try {
    for (const { id } of rows) {
      const response = await fetch(new URL(`/picture/${id}`, from)).catch((error: Error) => {
        throw new CommandError(`${from} did not answer: ${error.message}.`)
      })
      const type = response.headers.get('Content-Type') ?? ''
      const bytes = new Uint8Array(await response.arrayBuffer())
      if (response.ok && type.startsWith('image/')) await bucket.put(id, bytes, type)
      else missing.push(id)
    }
  } finally {
    await bucket.close()
  }
  const lost = missing.length > 0 ? `; ${from} has none of ${missing.join(', ')}` : ''
  return `Pictures copied: ${rows.length - missing.length}${lost}.`
}

const bucketName = () =>
  /^bucket_name = "(.+)"/m.exec(readFileSync(inProject('wrangler.toml'), 'utf8'))![1]!

async function localBucket({ data = localState }: Target): Promise<Bucket> {
  const reserved = reserve(data)
  const { convertV4MiniflareOptions, Miniflare } = await import('miniflare')
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      resourcePersistencePath: data,
      workers: [{ ...databaseWorker([]), r2Buckets: { PICTURES: bucketName() } }],
    }),
  )
  const bucket = (await miniflare.getR2Bucket('PICTURES')) as unknown as R2Bucket
  return {
    put: (id, bytes, contentType) => bucket.put(id, bytes, { httpMetadata: { contentType } }),
    async close() {
      await miniflare.dispose()
      reserved.close()
    },
  }
}

function remoteBucket({ environment }: Target): Bucket {
  const folder = mkdtempSync(join(tmpdir(), 'ichimon-'))
  const file = join(folder, 'picture')
  const bucket = nameIn(environment, bucketName())
  return {
    put(id, bytes, type) {
      writeFileSync(file, bytes)
      const args = ['r2', 'object', 'put', `${bucket}/${id}`, '--remote', '--force', '--file', file]
      return wrangler('A picture was not stored.', ...args, '--content-type', type)
    },
    close: async () => rmSync(folder, { recursive: true }),
  }
}
