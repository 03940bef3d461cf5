import type { ServiceName } from '../bases.ts'
import { calls, fullPath } from '../contract.ts'
import { named, type Operation, operationOf } from './operation.ts'

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
  const paths: ContractDocument['paths'] = {}
  for (const call of calls)
    (paths[fullPath(call)] ??= {})[call.method.toLowerCase()] = operationOf(call)
  const text = JSON.stringify({
    openapi: '3.1.0',
    info,
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      ...named,
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
  })
  return JSON.parse(text.replaceAll('#/$defs/', '#/components/schemas/')) as ContractDocument
}
