import { OpenAPIHono } from '@hono/zod-openapi'
import { describedOperation, type MadeOperation } from '../../contract/describe-operation.ts'
import { errorExamples } from '../../contract/error-answers.ts'
import type { Operations } from '../../contract/operation.ts'
import { authOperations } from '../../contract/operations/auth.ts'
import { gatewayOperations } from '../../contract/operations/gateway.ts'
import {
  accountOperations,
  commentOperations,
  userOperations,
} from '../../contract/operations/own.ts'
import { questionOperations } from '../../contract/operations/question.ts'
import { ownRoutes } from './own-routes.ts'
import { serviceBases, type ServiceName } from '../../contract/bases.ts'
import { embeddedServices } from '../services/embedded.ts'
import { vitalsService } from '../telemetry/vitals.ts'

/** What an OpenAPI document holds, as far as this module looks into it. */
export interface ContractDocument {
  openapi: string
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, MadeOperation>>
  components: Record<string, Record<string, unknown>>
}

const info = {
  title: 'Ichimon',
  version: '1',
  description:
    'Five services behind one origin, and what the gateway answers itself. A path is answered with and without a ' +
    'slash at its end. Success is `{ "results": … }`, failure an entry of the error catalogue. Every answer carries ' +
    '`X-Request-Id`. Times are epoch seconds unless they are named otherwise.',
}

const own = new OpenAPIHono()
for (const route of ownRoutes) own.openAPIRegistry.registerPath(route)

interface Part {
  tag: string
  base: string
  made: OpenAPIHono['getOpenAPI31Document']
  words: Operations
}

const tags: Record<ServiceName | 'gateway', string> = {
  question: 'Questions and the comments on them; anybody reads.',
  auth: 'Registration, sign-in, codes and sessions.',
  comment: 'Posting, and one’s own comments.',
  user: 'One’s own settings.',
  account: 'Leaving for good.',
  gateway:
    'What the gateway answers itself. Files beside pages are no part of this document: `/feed/<language>.xml` (Atom), ' +
    '`/card/<questionId>/<language>.png` (the picture with which others show a question), `/sitemap.xml`, ' +
    '`/robots.txt` and `/manifest.<language>.webmanifest`.',
}

const words: Record<ServiceName, Operations> = {
  question: questionOperations,
  auth: authOperations,
  comment: commentOperations,
  user: userOperations,
  account: accountOperations,
}

const document31 = (app: unknown): OpenAPIHono['getOpenAPI31Document'] => {
  const service = app as OpenAPIHono
  return (about) => service.getOpenAPI31Document(about)
}

const parts: Part[] = [
  ...(Object.keys(serviceBases) as ServiceName[]).map((name) => ({
    tag: name,
    base: serviceBases[name],
    made: document31(embeddedServices[name]),
    words: words[name],
  })),
  {
    tag: 'gateway',
    base: '/service',
    made: document31(vitalsService),
    words: below('/service', gatewayOperations),
  },
  { tag: 'gateway', base: '', made: document31(own), words: gatewayOperations },
]

function below(base: string, operations: Operations): Operations {
  return Object.fromEntries(
    Object.entries(operations).map(([line, words]) => [line.replace(` ${base}`, ' '), words]),
  )
}

let made: Omit<ContractDocument, 'servers'> | undefined

/**
 * The contract as OpenAPI 3.1, made of the schemas that the services check requests with (`contract.md`) and the words
 * and examples beside them.
 */
export function openApiDocument(origin: string): ContractDocument {
  made ??= merged()
  return { ...made, servers: [{ url: origin }] }
}

function merged(): Omit<ContractDocument, 'servers'> {
  const paths: ContractDocument['paths'] = {}
  const schemas: Record<string, unknown> = {}
  const parameters: Record<string, unknown> = {}
  for (const { tag, base, made, words } of parts) {
    const part = made({ openapi: '3.1.0', info })
    for (const [path, operations] of Object.entries(part.paths ?? {})) {
      for (const [method, operation] of Object.entries(operations as Record<string, object>)) {
        const line = `${method.toUpperCase()} ${path}`
        const about = words[line]
        if (!about) throw new Error(`no words for ${base}${line}`)
        paths[`${base}${path}`] ??= {}
        paths[`${base}${path}`]![method] = describedOperation(operation, about, tag, parameters)
      }
    }
    Object.assign(schemas, part.components?.schemas)
  }
  return {
    openapi: '3.1.0',
    info,
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas,
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

/** Of the catalogue, what some operation can answer. */
function usedExamples(paths: ContractDocument['paths']): Record<string, unknown> {
  const text = JSON.stringify(paths)
  return Object.fromEntries(
    Object.entries(errorExamples).filter(([name]) =>
      text.includes(`"#/components/examples/${name}"`),
    ),
  )
}
