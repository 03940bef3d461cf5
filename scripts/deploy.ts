import { readdirSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { build } from '../harness/local/build.ts'
import { questionPack, questionsOf } from '../harness/local/question-pack.ts'
import { readArguments } from '../harness/local/read-arguments.ts'
import { inProject, stopWith } from '../harness/local/run.ts'
import { secretNames } from '../src/worker/config/variables.ts'
import { wranglerQuietly } from './deployment/account.ts'
import { asBindings, refuseBadSettings } from './deployment/check-settings.ts'
import { boundBy, prepareDeployment, type Deployment } from './deployment/configurations.ts'
import {
  describeMissing,
  missingRequired,
  setByDeploy,
  type Missing,
} from './deployment/missing.ts'
import { isEnvironmentName } from './deployment/names.ts'
import { publish } from './deployment/publish.ts'
import {
  customDomain,
  parseSetting,
  readRoutes,
  deployedVariables,
  writeSettings,
} from './deployment/settings.ts'

const USAGE = `Publishes the site, or brings a published one up to date.
  npm run deploy -- [--origin https://…] [--domain] [--set NAME=value]… [--env <name>] [--dry-run]
--origin    the site's address; kept in deployment.json, which Git ignores, as what --set sets is
--domain    makes that address a custom domain of the worker, in place of what it leads to now
--env       another environment than production, such as staging
--dry-run   prints what would happen, builds and checks; needs no account`

interface Options {
  environment: string | undefined
  isDryRun: boolean
  hasDomain: boolean
  settings: Record<string, string>
}

function readOptions(): Options {
  try {
    const { values } = readArguments(USAGE, {
      options: {
        origin: { type: 'string' },
        domain: { type: 'boolean', default: false },
        set: { type: 'string', multiple: true, default: [] },
        env: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
      },
    })
    const environment = values.env === 'production' ? undefined : values.env
    if (environment !== undefined && !isEnvironmentName(environment))
      stopWith('--env takes a name of small letters, digits and hyphens, such as staging.')
    const settings = Object.fromEntries(values.set.map(parseSetting))
    if (values.origin !== undefined) settings['PUBLIC_ORIGIN'] = values.origin
    const { 'dry-run': isDryRun, domain: hasDomain } = values
    return { environment, isDryRun, hasDomain, settings }
  } catch (error) {
    return stopWith((error as Error).message)
  }
}

/** Settings without which nothing is published; asks for missing ones once at a terminal. */
async function requiredSettings(options: Options) {
  const { environment, isDryRun, settings } = options
  const vars = { ...deployedVariables(environment), ...settings }
  const missing = missingRequired(vars, setByDeploy(optionsText(options)))
  if (missing.length === 0 || isDryRun || !process.stdin.isTTY) return { vars, missing }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  for (const { variable, sentence, command } of missing) {
    const example = command.slice(command.indexOf('=') + 1, -1)
    const value = await terminal.question(`${sentence}\n${variable} (such as ${example}): `)
    if (value.trim()) vars[variable!] = settings[variable!] = value.trim()
  }
  terminal.close()
  return { vars, missing: missingRequired(vars, setByDeploy(optionsText(options))) }
}

/** Placeholders for secrets and bindings that may exist already. */
const assumed = asBindings([...secretNames, 'MAIL', 'AI'])

function printPlan({ config }: Deployment, environment: string | undefined) {
  const databases = config.d1_databases.map(({ database_name: name }) => name)
  const buckets = config.r2_buckets.map(({ bucket_name: name }) => name)
  const migrations = readdirSync(inProject('migrations')).filter((name) => name.endsWith('.sql'))
  console.log(`
Plan for ${environment ?? 'production'}
1. D1 database ${databases.join(', ')}: found, or created
2. Migrations: those of ${migrations.length} that it lacks
3. Questions: ${questionsOf(questionPack()).length}, those that are new or changed
4. R2 buckets ${buckets.join(', ')}: found, or created by Wrangler
5. SECRET and VAPID_KEY: kept where they are set, else made and uploaded
6. ${config.name}: published
   Address ${config.vars['PUBLIC_ORIGIN'] || '(not set)'}${config.routes?.length ? `, where these lead to the worker, whatever they lead to now:\n   ${JSON.stringify(config.routes)}` : ''}`)
}

function optionsText({ environment }: Options): string {
  return environment ? ` --env ${environment}` : ''
}

async function dryRun(deployment: Deployment, { environment }: Options, unset: Missing[]) {
  printPlan(deployment, environment)
  const { config, file } = deployment
  refuseBadSettings({ ...boundBy(config), ...asBindings(secretNames) }, unset)
  const where = ['--config', file, '--outdir', `.wrangler/dry-run/${config.name}`]
  const packed = await wranglerQuietly('deploy', '--dry-run', ...where)
  // Without Wrangler's table of modules.
  console.log(packed.replaceAll(/^[│┌├└].*\n/gm, ''))
}

const options = readOptions()
const { vars, missing } = await requiredSettings(options)
refuseBadSettings({ ...vars, ...assumed }, missing)
const host = URL.parse(String(vars['PUBLIC_ORIGIN']))?.host
if (!options.isDryRun)
  writeSettings(options.environment, options.settings, options.hasDomain ? host : undefined)
if (missing.length > 0 && !options.isDryRun)
  stopWith(`${describeMissing(missing)}\nStopped; nothing was deployed.`)
await build()
const routes = options.hasDomain && host ? customDomain(host) : readRoutes(options.environment)
const deployment = prepareDeployment(options.environment, vars, routes)
if (options.isDryRun) {
  await dryRun(deployment, options, missing)
  if (missing.length > 0)
    stopWith(`\nMissing before the site can be published:\n${describeMissing(missing)}`)
} else {
  await publish(deployment, options.environment, optionsText(options))
}
