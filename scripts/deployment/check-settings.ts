import { stopWith } from '../../harness/local/run.ts'
import { config } from '../../src/worker/config/config.ts'
import type { Bindings } from '../../src/worker/config/variables-schema.ts'
import { localVariables } from '../../src/worker/config/variables.ts'
import type { Missing } from './missing.ts'

export function asBindings(names: Iterable<string>): Bindings {
  return Object.fromEntries(Array.from(names, (name) => [name, true]))
}

/**
 * Stops the script for invalid settings; of secrets only the names are known.
 * @param unset missing variables, reported elsewhere
 */
export function refuseBadSettings(bindings: Bindings, unset: readonly Missing[] = []) {
  const local = localVariables
    .filter((name) => bindings[name])
    .map((name) => `${name} must not be set in a deployment.`)
  const problems = config(bindings).problems.filter(
    ({ variable }) => !unset.some((missing) => missing.variable === variable),
  )
  const sentences = [...problems.map(({ sentence }) => sentence), ...local]
  if (sentences.length > 0) stopWith([...sentences, 'Stopped; nothing was deployed.'].join('\n'))
}
