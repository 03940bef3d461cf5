import { z } from 'zod'

/** Bindings by name. A secret with an unknown value is `true` (`npm run deploy` knows names only). */
export type Bindings = Readonly<Record<string, unknown>>

const SECRET_LENGTH = 32

export const oneOf = <const Names extends readonly string[]>(...names: Names) =>
  z.enum(names, { error: `must be ${names.join(', ').replace(/, ([^,]*)$/, ' or $1')}.` })

export const wholeNumber = (min: number, max: number, range: string) =>
  z
    .string()
    .refine((text) => /^-?\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: `must be a whole number${range}.`,
    })
    .transform(Number)

export const matching = (pattern: RegExp, error: string) => z.string().regex(pattern, { error })

export const share = matching(
  /^(?:0|1|0?\.\d{1,6}|[01]\.0{1,6})$/,
  'must be a number from 0 to 1.',
).transform(Number)

/** Marks a variable that must not be in `wrangler.toml`. */
export const SECRET = { isSecret: true } as const

export const secret = z
  .string()
  .min(SECRET_LENGTH, {
    error: `must have at least ${SECRET_LENGTH} characters.`,
  })
  .meta(SECRET)

export const checked = (problemOf: (text: string) => string | undefined) =>
  z.string().superRefine((text, context) => {
    const message = problemOf(text)
    if (message) context.addIssue({ code: 'custom', message })
  })
