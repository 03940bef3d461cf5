import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { inProject, stopWith } from '../../harness/local/run.ts'
import { deploymentToml, readWranglerToml } from '../../harness/local/wrangler-toml.ts'
import { secretNames, variableNames } from '../../src/worker/config/variables.ts'

type Variables = Record<string, unknown>

const file = inProject('wrangler.toml')

const tableOf = (environment: string | undefined) =>
  environment ? `[env.${environment}.vars]` : '[vars]'

/**
 * Variables of an environment, over those of `[vars]` without what points to production: site and picture addresses,
 * remote services.
 */
export function deployedVariables(environment: string | undefined, config = file): Variables {
  const rawConfig = readWranglerToml(config)
  const vars = (rawConfig.vars ?? {}) as Variables
  if (!environment) return vars
  const shared = Object.entries(vars).filter(
    ([name]) => !/^(?:PUBLIC|PICTURE)_ORIGIN$|_SERVICE_URL$/.test(name),
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

/**
 * Sets values (in TOML syntax) in a table of a TOML text, or at its top level without a table.
 * Existing keys change in place; new keys and tables are appended.
 */
export function withValues(
  toml: string,
  table: string | undefined,
  values: Readonly<Record<string, string>>,
): string {
  const lines = toml.trimEnd().split('\n')
  let start =
    table === undefined ? -1 : lines.findIndex((line) => line.replace(/\s*#.*$/, '') === table)
  if (table !== undefined && start < 0) start = lines.push('', table) - 1
  for (const [name, value] of Object.entries(values)) {
    const next = lines.findIndex((line, index) => index > start && line.startsWith('['))
    const end = next < 0 ? lines.length : next
    const existing = lines.findIndex(
      (text, index) => index > start && index < end && text.startsWith(`${name} =`),
    )
    if (existing >= 0) lines[existing] = `${name} = ${value}`
    else {
      // Insert before the blank line and comment of the next table.
      let last = end
      while (last > start + 1 && /^\s*(?:#.*)?$/.test(lines[last - 1]!)) last--
      lines.splice(last, 0, `${name} = ${value}`)
    }
  }
  return `${lines.join('\n')}\n`
}

/**
 * Stores variables of an environment in `deployment.toml`, and optionally its address as a custom domain.
 * Stops the script, with the file unchanged, when it cannot be edited line by line.
 */
export function writeSettings(
  environment: string | undefined,
  values: Readonly<Record<string, string>>,
  domain: string | undefined,
  config = file,
): void {
  const own = deploymentToml(config)
  const before = existsSync(own) ? readFileSync(own, 'utf8') : ''
  const routes = `[{ pattern = ${JSON.stringify(domain)}, custom_domain = true }]`
  const texts = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]),
  )
  let toml = before
  if (domain) toml = withValues(toml, environment && `[env.${environment}]`, { routes })
  if (Object.keys(texts).length > 0) toml = withValues(toml, tableOf(environment), texts)
  if (toml === before) return
  writeFileSync(own, toml)
  if (isKept(environment, values, domain, config)) return
  writeFileSync(own, before)
  const lines = Object.entries(texts).map(([name, value]) => `${name} = ${value}`)
  stopWith(
    [
      `deployment.toml could not be changed. Write these lines into it yourself${domain ? `, the routes into its ${environment ? `[env.${environment}]` : 'top'}` : ''}:`,
      ...(domain ? [`routes = ${routes}`] : []),
      ...(lines.length > 0 ? [tableOf(environment), ...lines] : []),
    ].join('\n'),
  )
}

function isKept(
  environment: string | undefined,
  values: Readonly<Record<string, string>>,
  domain: string | undefined,
  config: string,
): boolean {
  try {
    const read = deployedVariables(environment, config)
    const isSet = Object.entries(values).every(([name, value]) => read[name] === value)
    const routes = JSON.stringify(readRoutes(environment, config))
    return isSet && (!domain || routes.includes(JSON.stringify(domain)))
  } catch {
    return false
  }
}
