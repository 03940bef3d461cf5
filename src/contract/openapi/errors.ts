import { errorSchema } from '../schemas.ts'
import { errors, type ErrorBody, type ErrorName } from '../../domain/errors.ts'

const names = Object.keys(errors) as ErrorName[]

export const errorExamples = Object.fromEntries(
  names.map((name) => {
    const { httpCode, errorCode, message } = errors[name]
    const value: ErrorBody = { httpCode, errorCode, statusCode: errorCode, message }
    if (name === 'dataNotAvailable') value.field = 'email'
    value.requestId = 'r8Dn5QbXj1Ls6CyVpI0eTw'
    return [name, { summary: `${errorCode} ${message}`, value }]
  }),
)

const retried: readonly ErrorName[] = ['tooManyAttempts', 'databaseConnectionFailed']

export function errorResponses(possible: Iterable<ErrorName>) {
  const byStatus = new Map<number, ErrorName[]>()
  const all = new Set(possible)
  for (const name of names.filter((one) => all.has(one))) {
    const { httpCode } = errors[name]
    byStatus.set(httpCode, [...(byStatus.get(httpCode) ?? []), name])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, found]) => [
      String(status),
      {
        description: found
          .map((name) => `\`${errors[name].errorCode}\` ${errors[name].message}`)
          .join('; '),
        headers: {
          'X-Request-Id': { $ref: '#/components/headers/RequestId' },
          ...(found.some((name) => retried.includes(name)) && {
            'Retry-After': { $ref: '#/components/headers/RetryAfter' },
          }),
        },
        content: {
          'application/json': {
            schema: errorSchema,
            examples: Object.fromEntries(
              found.map((name) => [name, { $ref: `#/components/examples/${name}` }]),
            ),
          },
        },
      },
    ]),
  )
}
