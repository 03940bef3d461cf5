import { OpenAPIHono } from '@hono/zod-openapi'
import type { ServiceName } from '../bases.ts'
import { calls, fullPath } from '../contract.ts'
import { errorExamples } from './errors.ts'
import { parametersOf, routeOf, type Operation } from './operation.ts'

export interface ContractDocument {
  openapi: string
  info: { title: string; version: string; description: string; license: object }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
}

const info = {
  title: 'Ichimon',
  version: '1',
  license: { name: 'MIT License', identifier: 'MIT' },
  description:
    'The services behind one origin, and what the gateway answers itself. Paths work with or without a trailing ' +
    'slash. Success is `{ "results": … }`, failure an entry of the error catalogue. Any other path or ' +
    'method below `/service/`, `/picture/` and `/healthz` is answered 404 / -1002. Every answer carries ' +
    '`X-Request-Id`. Times are epoch seconds unless stated otherwise.',
}

const tags: Record<ServiceName | 'gateway', string> = {
  question: 'Questions and their comments; public.',
  auth: 'Registration, sign-in, codes and sessions.',
  comment: 'Posting, and the caller’s comments.',
  user: 'The caller’s settings.',
  account: 'Account deletion.',
  moderation: 'Reports, cases, decisions, appeals, requests and mutes.',
  operator: 'The operator’s desk: questions, announcements and maintenance windows.',
  gateway:
    'What the gateway answers itself. Other public files are not documented here: `/feed/<language>.xml` (Atom), ' +
    '`/card/<questionId>/<language>.png` (the share image of a question), `/sitemap.xml`, ' +
    '`/robots.txt`, `/.well-known/security.txt` and `/manifest.<language>.webmanifest`.',
}

let made: Omit<ContractDocument, 'servers'> | undefined

export function openApiDocument(origin: string): ContractDocument {
  made ??= makeDocument()
  return { ...made, servers: [{ url: origin }] }
}

function makeDocument(): Omit<ContractDocument, 'servers'> {
  const documented = calls
  const app = new OpenAPIHono()
  for (const call of documented) app.openAPIRegistry.registerPath(routeOf(call))
  const { paths = {}, components } = app.getOpenAPI31Document({ openapi: '3.1.0', info })
  const parameters: Record<string, unknown> = {}
  for (const call of documented) {
    const operation = paths[fullPath(call)]?.[call.method.toLowerCase() as 'get'] as Operation
    const described = parametersOf(operation, call, parameters)
    if (described) operation.parameters = described
  }
  return {
    openapi: '3.1.0',
    info,
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: paths as ContractDocument['paths'],
    components: {
      schemas: components?.schemas ?? {},
      parameters,
      examples: usedExamples(paths),
      headers: {
        RequestId: {
          description: 'names the request, here and in the log',
          schema: { type: 'string' },
        },
        RetryAfter: {
          description: 'seconds after which it may work; not always there',
          schema: { type: 'string', pattern: '^[0-9]+$' },
        },
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'the access token' },
      },
    },
  }
}

function usedExamples(paths: object): Record<string, unknown> {
  const text = JSON.stringify(paths)
  return Object.fromEntries(
    Object.entries(errorExamples).filter(([name]) =>
      text.includes(`"#/components/examples/${name}"`),
    ),
  )
}
