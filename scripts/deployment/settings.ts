import { writeFileSync } from 'node:fs'
import { inProject } from '../../harness/local/run.ts'
import {
  deploymentFile,
  readDeployment,
  readWranglerToml,
} from '../../harness/local/wrangler-toml.ts'
import { secretNames, variableNames } from '../../src/worker/config/variables.ts'

type Variables = Record<string, unknown>

const file = inProject('wrangler.toml')

/**
 * Variables of an environment, over those of `[vars]` without what points to production: the site's address,
 * remote services.
 */
export function deployedVariables(environment: string | undefined, config = file): Variables {
  const rawConfig = readWranglerToml(config)
  const vars = (rawConfig.vars ?? {}) as Variables
  if (!environment) return vars
  const shared = Object.entries(vars).filter(
    ([name]) => !/^PUBLIC_ORIGIN$|_SERVICE_URL$/.test(name),
  )
  return { ...Object.fromEntries(shared), ...(rawConfig.env?.[environment]?.vars as Variables) }
}

/** Routes of an environment; none are inherited from production. */
export function readRoutes(environment: string | undefined, config = file): unknown[] {
  const rawConfig = readWranglerToml(config)
  return (environment ? rawConfig.env?.[environment]?.routes : rawConfig.routes) ?? []
}

export const customDomain = (pattern: string): unknown[] => [{ pattern, custom_domain: true }]

/**
 * Parses `NAME=value`.
 * @throws RangeError with a sentence for the operator for an unknown variable or a secret
 */
export function parseSetting(text: string): [name: string, value: string] {
  const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/s.exec(text) ?? []
  if (name === undefined || value === undefined)
    throw new RangeError(`--set takes NAME=value, not '${text}'.`)
  if (secretNames.includes(name))
    throw new RangeError(`${name} is a secret: npx wrangler secret put ${name}`)
  if (!variableNames.includes(name))
    throw new RangeError(`${name} is not a variable. docs/settings.md lists them.`)
  return [name, value]
}

/** Stores variables of an environment, and optionally its address as a custom domain, in `deployment.json`. */
export function writeSettings(
  environment: string | undefined,
  values: Readonly<Record<string, string>>,
  domain: string | undefined,
  config = file,
): void {
  if (!domain && Object.keys(values).length === 0) return
  const deployment = readDeployment(config)
  const table = environment ? ((deployment.env ??= {})[environment] ??= {}) : deployment
  table.vars = { ...table.vars, ...values }
  if (domain) table.routes = customDomain(domain)
  writeFileSync(deploymentFile(config), `${JSON.stringify(deployment, undefined, 2)}\n`)
}
