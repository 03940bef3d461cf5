import { config } from '../src/worker/config/config.ts'
import { serviceNames } from '../src/contract/bases.ts'
import { serviceVariable } from '../src/worker/config/variables-schema.ts'
import { localSettings } from './local-settings.ts'
import { stopWith } from '../harness/local/run.ts'

const locationVariables = serviceNames.map(serviceVariable)

/**
 * `.dev.vars`, overridden by `*_SERVICE_URL` of the environment. Ends the script with a sentence for
 * each setting that is wrong.
 */
export function checkedSettings(): Record<string, string> {
  const said = locationVariables.flatMap((name) =>
    process.env[name] ? [[name, process.env[name]]] : [],
  )
  const settings = { ...localSettings(), ...Object.fromEntries(said) } as Record<string, string>
  const { problems } = config(settings)
  if (problems.length > 0)
    stopWith(`${problems.map(({ sentence }) => sentence).join('\n')}\nSettings are in .dev.vars.`)
  return settings
}
