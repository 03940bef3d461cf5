import { parseArgs, type ParseArgsConfig } from 'node:util'
import { stopWith, withReleaseCommands } from './run.ts'

/** Without Node's hint for words that begin with a hyphen. */
export const optionProblem = (error: unknown): string =>
  (error as Error).message.replace(/ To specify .*/s, '')

/** Parses the arguments of a script. `--help` prints its usage; an error ends it with a sentence and the usage. */
export function readArguments<Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  if (process.argv.slice(2).some((word) => /^(?:--help|-h)$/.test(word))) {
    console.log(withReleaseCommands(usage))
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch (error) {
    return stopWith(`${optionProblem(error)}\n${usage}`)
  }
}
