import type { ErrorName } from '../domain/errors.ts'
import { errorAnswers } from './error-answers.ts'
import { signedIn, wherever, type Operation } from './operation.ts'
import { headerWords, parameterWords } from './parameter-words.ts'

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema: object
  description?: string
  example?: unknown
}

interface Answer {
  description: string
  headers?: Record<string, object>
  content?: Record<string, { schema: object; example?: unknown; examples?: object }>
}

/** An operation as OpenAPI has it. */
export interface MadeOperation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security: object[]
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { content: Record<string, { schema: object; example?: unknown }> }
  responses: Record<string, Answer>
}

/**
 * A route as its schemas make it, with the words and examples of the contract, and every answer that it can give.
 * @param shared takes the header parameters, which many operations have alike
 */
export function describedOperation(
  route: object,
  about: Operation,
  tag: string,
  shared: Record<string, unknown>,
): MadeOperation {
  const { parameters, requestBody, responses, security } = route as Partial<MadeOperation>
  const kept = ownAnswers(responses ?? {}, about)
  const described = (parameters as Parameter[] | undefined)?.map((parameter) =>
    parameter.in === 'header'
      ? sharedHeader(parameter, shared)
      : withWords(parameter, about.query?.[parameter.name]),
  )
  return {
    operationId: about.id,
    summary: about.summary,
    ...(about.description && { description: about.description }),
    tags: [tag],
    security: security ?? [],
    ...(described && { parameters: described }),
    ...(requestBody && { requestBody: withExample(requestBody, about.body) }),
    responses: { ...errorAnswers(possibleErrors(route as MadeOperation, about, tag)), ...kept },
  }
}

/** What a route answers in a shape of its own; the catalogue's answers are made anew by name. */
function ownAnswers(responses: Record<string, Answer>, about: Operation): Record<string, Answer> {
  const own = Object.entries(responses).filter(([, { content }]) => !isError(content))
  return Object.fromEntries(
    own.map(([status, answer]) => {
      const { content, headers } = answer
      const example = about.otherAnswers?.[status] ?? about.answer
      return [
        status,
        {
          ...answer,
          headers: { ...headers, 'X-Request-Id': { $ref: '#/components/headers/RequestId' } },
          ...(content && { content: withExample({ content }, example).content }),
        },
      ]
    }),
  )
}

function isError(content: Answer['content']): boolean {
  const schema = content?.['application/json']?.schema as { $ref?: string } | undefined
  return schema?.$ref === '#/components/schemas/Error'
}

function possibleErrors(route: MadeOperation, about: Operation, tag: string): Set<ErrorName> {
  const isChecked = tag !== 'gateway' && route.parameters !== undefined
  return new Set<ErrorName>([
    ...wherever,
    ...(route.security ? signedIn : []),
    ...(isChecked || route.requestBody ? (['contentNotFound'] as const) : []),
    ...(route.requestBody ? (['requestTooLarge'] as const) : []),
    ...(about.errors ?? []),
  ])
}

function withWords(parameter: Parameter, example: string | number | undefined): Parameter {
  const description = parameterWords[parameter.name]
  return {
    ...parameter,
    ...(description && { description }),
    ...(example !== undefined && { example }),
  }
}

/** Hono checks headers under their names in lower case; the contract names them as they are written. */
function sharedHeader(parameter: Parameter, shared: Record<string, unknown>): { $ref: string } {
  const words = headerWords[parameter.name]
  const name = words?.name ?? parameter.name
  shared[name] = { ...parameter, ...words }
  return { $ref: `#/components/parameters/${name}` }
}

type Body = NonNullable<MadeOperation['requestBody']>

function withExample(body: Body, example: unknown): Body {
  if (example === undefined) return body
  const content = Object.entries(body.content).map(([type, media]) => [type, { ...media, example }])
  return { ...body, content: Object.fromEntries(content) }
}
