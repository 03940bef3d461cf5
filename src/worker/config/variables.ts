import type { z } from 'zod'
import { type Bindings, variablesSchema } from './variables-schema.ts'

export const variableNames: readonly string[] = Object.keys(variablesSchema({}).shape)

/** Secrets must not be in `wrangler.toml`. */
export const secretNames: readonly string[] = Object.entries(variablesSchema({}).shape)
  .filter(([, schema]) => schema.unwrap().meta()?.['isSecret'])
  .map(([name]) => name)

/** Local set-up only: these open a deployment to everybody or exist for tests. */
export const localVariables = ['DEVELOPMENT', 'CLOCK_OFFSET_MS'] as const

/** Forms of names where an unknown variable is a typo. */
const RESERVED =
  /^(?:ALARM|FILTER|LIMITS?|LINK|LOG|MAIL|MODERATION|OPERATOR|SMTP|SOCIAL|SECRET|PUBLIC|TERMS|TRANSLATOR|VAPID)_|_SERVICE_(?:URL|KEY)$|^SERVICES_/

/** One sentence for the operator, without the value. */
export interface Problem {
  variable: string
  sentence: string
}

export type Values = z.output<ReturnType<typeof variablesSchema>>

/** Checks and converts a worker's variables: empty ones count as unset, invalid ones fall back to their defaults. */
export function readVariables(bindings: Bindings): { values: Values; problems: Problem[] } {
  const schema = variablesSchema(bindings)
  const texts = Object.entries(bindings).filter(
    ([, value]) => typeof value === 'string' && value !== '',
  )
  const faults = new Map<string, string>()
  if (!bindings['SECRET']) faults.set('SECRET', 'must be set.')
  if (!bindings['PUBLIC_ORIGIN'] && bindings['DEVELOPMENT'] !== 'on')
    faults.set('PUBLIC_ORIGIN', 'must be set: links in mail lead there.')

  const parsed = schema.safeParse(Object.fromEntries(texts))
  for (const { path, message } of parsed.error?.issues ?? []) {
    const name = String(path[0])
    if (!faults.has(name)) faults.set(name, message)
  }
  const values =
    parsed.data ?? schema.parse(Object.fromEntries(texts.filter(([name]) => !faults.has(name))))
  for (const [name] of texts) {
    if (!Object.hasOwn(schema.shape, name) && RESERVED.test(name))
      faults.set(name, 'is not a known variable.')
  }
  return {
    values,
    problems: Array.from(faults, ([variable, what]) => ({
      variable,
      sentence: `${variable} ${what}`,
    })),
  }
}
