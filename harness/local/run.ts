import { spawn, type SpawnOptions } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

export const inProject = (...path: string[]): string => join(root, ...path)

/**
 * Runs a command in the project's folder and returns its exit code.
 * Needs `bootstrap.mjs` or `npm run` to have set the path.
 */
export function run(command: string, args: string[], options: SpawnOptions = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

/**
 * Like `run`, but returns the output.
 * @throws Error with all of the output on failure
 */
export function output(
  command: string,
  args: string[],
  { env = process.env, cwd = root }: { env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let written = ''
    let complaints = ''
    child.stdout.on('data', (data) => (written += data))
    child.stderr.on('data', (data) => (complaints += data))
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0 ? resolve(written) : reject(new Error(`${written}\n${complaints}`.trim())),
    )
  })
}

/** Replaces npm's commands in a text by those of a release, which has no npm. */
export const withReleaseCommands = (text: string): string =>
  process.env['ICHIMON'] ? text.replaceAll(/npm run (serve|operator)( --)?/g, 'ichimon $1') : text

/** Exits with a sentence instead of a stack. */
export function stopWith(sentence: string): never {
  console.error(withReleaseCommands(sentence))
  process.exit(1)
}

/** Exits with the message of an error of the system or SQLite, which names the file; others keep their stack. */
export const stopAtErrors = () =>
  process.once('uncaughtException', (error) =>
    stopWith('code' in error ? error.message : error.stack!),
  )
