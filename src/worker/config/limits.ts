import { callLimits } from '../../contract/contract.ts'

/**
 * Production defaults; limits of calls are in `src/contract`. `LIMITS` changes some, as in
 * `remindersPerRun=30 postsPerMinute=40`; locally `raised` multiplies the others.
 */
export const limitDefaults = {
  ...callLimits,
  passwordHashesQueued: 4,
  remindersPerRun: 2500,
  publicReadsPerMinute: 1200,
  readersPerQuestion: 192_000,
}

export type LimitName = keyof typeof limitDefaults
type Limits = Readonly<Record<LimitName, number>>

const RAISED_FACTOR = 10_000

export const limitNames = Object.keys(limitDefaults) as LimitName[]

const partsOf = (text: string) => text.trim().split(/\s+/)
const CHANGE = /^([A-Za-z]+)=([1-9]\d{0,14})$/

export function limitsProblem(text: string, isDevelopment: boolean): string | undefined {
  const isPart = (part: string) =>
    part === 'raised' ? isDevelopment : Object.hasOwn(limitDefaults, CHANGE.exec(part)?.[1] ?? '')
  return partsOf(text).every(isPart)
    ? undefined
    : 'must be limits of docs/settings.md with whole numbers from 1, such as remindersPerRun=30.'
}

export function limitsOf(text = ''): Limits {
  const parts = partsOf(text)
  const factor = parts.includes('raised') ? RAISED_FACTOR : 1
  const defaults = limitNames.map((name) => [name, limitDefaults[name] * factor])
  const changes = parts.flatMap((part) => {
    const [, name, value] = CHANGE.exec(part) ?? []
    return name ? [[name, Number(value)]] : []
  })
  return Object.fromEntries([...defaults, ...changes]) as Limits
}
