import type { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { possibleErrors, type Call } from '../call.ts'
import { fullPath } from '../contract.ts'
import { errorResponses } from './errors.ts'

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema: { description?: string; example?: unknown }
  description?: string
  example?: unknown
}

interface Response {
  description: string
  headers?: Record<string, object>
  content?: Record<string, { schema: object; examples?: object }>
}

export interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security: object[]
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { content: Record<string, { schema: object; example?: unknown }> }
  responses: Record<string, Response>
}

type Route = Parameters<typeof createRoute>[0]

export function routeOf(call: Call): Route {
  const { query, headers, params, body, example } = call
  const json = body && { 'application/json': { schema: body, example } }
  return {
    method: call.method.toLowerCase() as 'get',
    path: fullPath(call),
    operationId: call.id,
    summary: call.summary,
    ...(call.description && { description: call.description }),
    tags: [call.service],
    security: call.access ? [{ bearer: [] }] : [],
    request: { query, headers, params, ...(json && { body: { required: true, content: json } }) },
    responses: { ...errorResponses(possibleErrors(call)), ...successOf(call) },
  }
}

type HeadersObject = Record<
  string,
  { $ref: string } | { description: string; schema: { type: 'string' } }
>

const nothing = z.array(z.never()).meta({ type: 'array', items: {}, maxItems: 0 })

function successOf({ success }: Call): Route['responses'] {
  const headers: HeadersObject = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } }
  const jsonResponse = (description: string, schema: z.ZodType) => ({
    description,
    headers,
    content: { 'application/json': { schema } },
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
    return {
      200: jsonResponse(about, success.json),
      ...Object.fromEntries(others),
    }
  }
  return { 200: enveloped(about, success.results) }
}

/** @param shared collects the headers that operations have in common */
export function parametersOf(
  { parameters }: Operation,
  { example }: Call,
  shared: Record<string, unknown>,
): Operation['parameters'] {
  return (parameters as Parameter[] | undefined)?.map((parameter) => {
    const { description, example: usual, ...schema } = parameter.schema
    const value = example?.[parameter.name] ?? usual
    const described = {
      ...parameter,
      schema,
      ...(description && { description }),
      ...(value !== undefined && { example: value }),
    }
    if (parameter.in !== 'header') return described
    shared[parameter.name] = described
    return { $ref: `#/components/parameters/${parameter.name}` }
  })
}
