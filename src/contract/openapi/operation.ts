import { z } from 'zod'
import { type ErrorBody, type ErrorName, errors } from '../../domain/errors.ts'
import { possibleErrors, type Call } from '../call.ts'
import { errorSchema } from '../schemas.ts'

interface Parameter {
  name: string
  in: string
  required: boolean
  schema: object
  description?: string | undefined
  example?: unknown
}

interface Response {
  description: string
  headers: Record<string, object>
  content?: Record<string, { schema: object; examples?: object }>
}

export interface Operation {
  operationId: string
  summary: string
  description?: string | undefined
  tags: string[]
  security: object[]
  parameters: Parameter[]
  requestBody?: { required: true; content: Record<string, { schema: object; example?: unknown }> }
  responses: Record<string, Response>
}

/** What operations refer to, by its name. */
export const named = {
  schemas: {} as Record<string, unknown>,
  examples: {} as Record<string, unknown>,
}

/** JSON Schema; one with an id is a reference. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output' = 'output') {
  const { properties, $defs } = z.toJSONSchema(z.object({ schema }), {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => delete jsonSchema['id'],
  })
  Object.assign(named.schemas, $defs)
  return properties!['schema'] as { description?: string; example?: unknown }
}

export function operationOf(call: Call): Operation {
  const { query, headers, params, body, example } = call
  const parametersIn = (place: string, { shape = {} }: Partial<z.ZodObject> = {}) =>
    Object.entries(shape).map(([name, field]): Parameter => {
      const { description, example: usual, ...schema } = schemaOf(field as z.ZodType, 'input')
      const required = !(field as z.ZodType).safeParse(undefined).success
      return { name, in: place, required, schema, description, example: example?.[name] ?? usual }
    })
  const json = body && { 'application/json': { schema: schemaOf(body, 'input'), example } }
  return {
    operationId: call.id,
    summary: call.summary,
    description: call.description,
    tags: [call.service],
    security: call.access ? [{ bearer: [] }] : [],
    parameters: [
      ...parametersIn('path', params),
      ...parametersIn('query', query),
      ...parametersIn('header', headers),
    ],
    ...(json && { requestBody: { required: true, content: json } }),
    responses: { ...errorResponses(possibleErrors(call)), ...successOf(call) },
  }
}

const nothing = z.array(z.never())

function successOf({ success }: Call): Operation['responses'] {
  const headers: Response['headers'] = {
    'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  }
  const jsonResponse = (description: string, schema: z.ZodType): Response => ({
    description,
    headers,
    content: { 'application/json': { schema: schemaOf(schema) } },
  })
  const enveloped = (description: string, results: z.ZodType) =>
    jsonResponse(description, z.strictObject({ results }))
  const more = 'headers' in success ? Object.entries(success.headers ?? {}) : []
  for (const [name, description] of more)
    headers[name] = { description, schema: { type: 'string' } }
  if (success.status === 202) return { 202: enveloped('done', nothing) }
  const { about } = success
  if (success.status === 205) return { 205: { description: about, headers } }
  if (success.status === 101) return { 101: jsonResponse(about, success.frames) }
  if ('files' in success) {
    const content = Object.fromEntries(success.files.map((type) => [type, { schema: {} }]))
    const notModified = { description: 'the one that `If-None-Match` names', headers }
    return {
      200: { description: about, headers, content },
      ...(success.mayBeKnown && { 304: notModified }),
    }
  }
  if ('json' in success) {
    const others = Object.entries(success.orStatus ?? {}).map(([status, description]) => [
      status,
      jsonResponse(description, success.json),
    ])
    return { 200: jsonResponse(about, success.json), ...Object.fromEntries(others) }
  }
  return { 200: enveloped(about, success.results) }
}

const names = Object.keys(errors) as ErrorName[]

/** A reference to it. */
function errorExample(name: ErrorName): { $ref: string } {
  const { httpCode, errorCode, message } = errors[name]
  const value: ErrorBody = { httpCode, errorCode, statusCode: errorCode, message }
  if (name === 'dataNotAvailable') value.field = 'email'
  value.requestId = 'r8Dn5QbXj1Ls6CyVpI0eTw'
  named.examples[name] = { summary: `${errorCode} ${message}`, value }
  return { $ref: `#/components/examples/${name}` }
}

const retried: readonly ErrorName[] = ['tooManyAttempts', 'databaseConnectionFailed']

function errorResponses(possible: Set<ErrorName>): Operation['responses'] {
  const found = names.filter((name) => possible.has(name))
  const byStatus = Map.groupBy(found, (name) => errors[name].httpCode)
  return Object.fromEntries(
    Array.from(byStatus, ([status, found]) => [
      status,
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
            schema: schemaOf(errorSchema),
            examples: Object.fromEntries(found.map((name) => [name, errorExample(name)])),
          },
        },
      },
    ]),
  )
}
