import { serviceNames, type ServiceName } from '../../contract/bases.ts'
import {
  checks,
  isSet,
  logLevels,
  sampling,
  serviceVariable,
  type Bindings,
  type LogLevel,
} from './variable-checks.ts'

/** What is wrong with a variable: one sentence for the operator, without its value. */
export interface Problem {
  variable: string
  sentence: string
}

/** Every variable and secret that this worker reads. */
export const variables: readonly string[] = Object.keys(checks)

/** What opens a deployment to everybody, or is for tests: never outside a local set-up. */
export const localOnly = ['DEVELOPMENT', 'LIMITS', 'CLOCK_OFFSET_MS'] as const

/** Names beginning so are this worker's: one that it does not know is a slip of the pen. */
const OURS = /^(?:LIMITS?|LOG|MAIL|SMTP|SOCIAL|SECRET|PUBLIC)_|_SERVICE_(?:URL|KEY)$|^SERVICES_/

/** The services that are another machine's or another worker's. */
export function remoteServices(bindings: Bindings): ServiceName[] {
  return serviceNames.filter(
    (name) =>
      isSet(bindings, `${serviceVariable(name)}_URL`) || isSet(bindings, serviceVariable(name)),
  )
}

/** Everything that is wrong with a worker's bindings, one sentence each and never a value. */
export function configurationProblems(bindings: Bindings): Problem[] {
  const problems: Problem[] = []
  const tell = (variable: string, what: string) =>
    problems.push({ variable, sentence: `${variable} ${what}` })
  if (!isSet(bindings, 'SECRET')) tell('SECRET', 'must be set.')
  for (const [name, value] of Object.entries(bindings)) {
    if (typeof value !== 'string' || value === '') continue
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined
    const what = check
      ? check(value, bindings)
      : OURS.test(name) && 'is no variable of this worker.'
    if (what) tell(name, what)
  }
  return problems
}

/** How much is logged; what a wrong text stands for is the default. */
export interface LogSettings {
  level: LogLevel
  /** The share of requests without a failure that are logged. */
  sampling: number
}

const known = new WeakMap<Bindings, { problems: Problem[]; log: LogSettings }>()

/** What a worker's bindings say, read once for each set of them. */
export function configuration(env: object): { problems: Problem[]; log: LogSettings } {
  const bindings = env as Bindings
  let read = known.get(bindings)
  if (!read) {
    read = { problems: configurationProblems(bindings), log: logSettings(bindings) }
    known.set(bindings, read)
  }
  return read
}

function logSettings(bindings: Bindings): LogSettings {
  const { LOG_LEVEL: level, LOG_SAMPLING: share } = bindings
  return {
    level: logLevels.find((name) => name === level) ?? 'info',
    sampling:
      typeof share === 'string' && share !== '' && !sampling(share, bindings) ? Number(share) : 1,
  }
}
