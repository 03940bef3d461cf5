import { output, run, stopWith } from '../../harness/local/run.ts'

/** Runs a Wrangler command with visible output and no stdin, so that it never asks. */
export async function wrangler(...args: string[]): Promise<void> {
  const code = await run('wrangler', args, { stdio: ['ignore', 'inherit', 'inherit'] })
  if (code !== 0) stopWith(`wrangler ${args[0]} failed. Nothing further was done.`)
}

export const wranglerQuietly = (...args: string[]): Promise<string> =>
  output('wrangler', args).catch((error: Error) =>
    stopWith(`${error.message}\nwrangler ${args[0]} failed. Nothing further was done.`),
  )

const queryAccount = (...args: string[]) =>
  output('wrangler', args).catch((error: Error) =>
    stopWith(
      `${error.message}\nWrangler could not ask your account. 'npx wrangler login' signs in; with several ` +
        'accounts, CLOUDFLARE_ACCOUNT_ID names one.',
    ),
  )

export async function findOrCreateDatabases(names: readonly string[]): Promise<void> {
  const databases = JSON.parse(await queryAccount('d1', 'list', '--json')) as { name: string }[]
  for (const name of new Set(names)) {
    if (databases.some((database) => database.name === name)) {
      console.log(`Database ${name}: found`)
    } else {
      await queryAccount('d1', 'create', name)
      console.log(`Database ${name}: created`)
    }
  }
}

export async function readRow<Row>(configFile: string, sql: string): Promise<Row | undefined> {
  const where = ['--remote', '--json', '--config', configFile]
  const written = await queryAccount('d1', 'execute', 'DB', ...where, '--command', sql)
  const [{ results }] = JSON.parse(written) as [{ results: Row[] }]
  return results[0]
}

/** Wrangler's message for a worker that does not exist. */
const NO_SUCH_WORKER = /Worker "[^"]*" not found/

/**
 * Secret names of a worker, empty if it does not exist.
 * Any other failure stops the script: taking it for an empty list would replace a running site's secret.
 */
export async function secretsOf(name: string): Promise<Set<string>> {
  const written = await output('wrangler', ['secret', 'list', '--name', name]).catch(
    (error: Error) => (NO_SUCH_WORKER.test(error.message) ? '[]' : stopWith(error.message)),
  )
  return new Set((JSON.parse(written) as { name: string }[]).map((secret) => secret.name))
}
