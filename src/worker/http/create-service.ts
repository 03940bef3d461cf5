import type { z } from 'zod'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { validator } from 'hono/validator'
import type { Access, Call, CallDescription, Limit } from '../../contract/call.ts'
import type { Calls } from '../../contract/contract.ts'
import { config } from '../config/config.ts'
import type { LimitName } from '../config/limits.ts'
import { authorize, bearerToken, type PersonFor } from '../identity/authorize.ts'
import { countAttempt, countNetwork } from '../identity/rate-limit.ts'
import { drainUnread, readBody } from './request-body.ts'
import {
  asError,
  caughtErrorResponse,
  errorResponse,
  onlyErrors,
  ServiceError,
  type ServiceBindings,
  type ServiceContext,
} from './service.ts'

type BodyOrQuery<Schema> = { body: Schema } | { query: Schema }

/** Handler input: the checked body or query, and the declared headers. */
type Checked<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type Input<Description> =
  Description extends BodyOrQuery<infer Schema> ? Checked<Schema> : undefined
type Headers<Description> = Description extends { headers: infer Schema }
  ? Checked<Schema>
  : undefined

/** Handler result: `results` for 200, nothing for 202 or 205, else the whole response. */
type Output<Description extends CallDescription> = Description['success'] extends {
  results: infer Schema extends z.ZodType
}
  ? z.output<Schema>
  : Description['success'] extends { status: 202 | 205 }
    ? void
    : Response

/** `c.var.person` is the caller that `access` admits. */
type CallContext<Description> = ServiceContext &
  (Description extends { checksAccessItself: true }
    ? unknown
    : Description extends { access: infer A extends Access }
      ? { var: { person: PersonFor<A> } }
      : unknown)

/** Handles the call of this name. @throws ServiceError any that the description names */
export type Handler<Id extends keyof Calls> = HandlerOf<Calls[Id]>

type HandlerOf<Description extends CallDescription> = (
  c: CallContext<Description>,
  input: Input<Description>,
  headers: Headers<Description>,
) => Output<Description> | Promise<Output<Description>>

type EmbeddedService = Hono<ServiceBindings> & {
  /**
   * A public read for this worker's own pages. HTTP and JSON would cost a tenth of a rendered page.
   * @returns the results, or an error response of the catalogue
   */
  read(call: Call, query: Readonly<Record<string, string>>, env: Env): Promise<unknown>
}

/** Bytes. */
export const BODY_LIMIT = 16 * 1024

/** Enforces each description's input, limits and access, in this order; errors from the catalogue. */
export function createService<Some extends Record<string, Call>>(
  calls: Some,
  handlers: { [Id in keyof Some]: HandlerOf<Some[Id]> },
): EmbeddedService {
  const app = new Hono<ServiceBindings>({ strict: false })
  app.use(drainUnread, onlyErrors, noStore)
  for (const [id, call] of Object.entries(calls)) {
    const handler = handlers[id] as unknown as HandlerOf<CallDescription>
    const route = call.path.replace(/\/$/, '')
    app.on(call.method, [route], ...checks(call), admit(call), async (c) => {
      const valid = (target: 'json' | 'query' | 'header') => c.req.valid(target as never) as never
      const input = valid(call.body ? 'json' : 'query')
      return respond(c, call, await handler(c, input, valid('header')))
    })
  }
  app.notFound(() => errorResponse('nameNotFound'))
  app.onError(caughtErrorResponse)
  return Object.assign(app, {
    async read(call: Call, query: Readonly<Record<string, string>>, env: Env) {
      const handler = handlers[call.id] as unknown as HandlerOf<CallDescription>
      try {
        const input = call.query && parsed(call.query, query)
        return await handler({ env } as ServiceContext, input as never, undefined)
      } catch (thrown) {
        return caughtErrorResponse(asError(thrown), { env })
      }
    },
  })
}

/** Counts networks before looking up the caller, which costs a query. */
function admit({ access, checksAccessItself, limits = {} }: CallDescription): MiddlewareHandler {
  const each = Object.entries(limits) as [LimitName, Limit][]
  return async (c, next) => {
    for (const [name, limit] of each) if (limit.by === 'network') await countNetwork(c, name, limit)
    if (access && !checksAccessItself) {
      const person = await authorize(c, access)
      c.set('person', person)
      for (const [name, limit] of each) {
        if (limit.by !== 'person') continue
        const counter = `${name}:user:${person.userId}`
        await countAttempt(c.env, counter, config(c.env).limits[name], limit.windowMs)
      }
    }
    await next()
  }
}

const noStore: MiddlewareHandler = async (c, next) => {
  await next()
  if (c.res.status !== 101 && !c.res.headers.has('Cache-Control'))
    c.header('Cache-Control', 'no-store')
}

/** Bodies above the ordinary limit need a token signed by this deployment. */
const requireToken: MiddlewareHandler = async (c, next) => {
  bearerToken(c)
  await next()
}

/** Only declared input is read: a GET may have a body. */
function checks({ access, query, headers, body, bodyLimit = BODY_LIMIT }: CallDescription) {
  return [
    ...(access && bodyLimit > BODY_LIMIT ? [requireToken] : []),
    ...(query ? [validator('query', (value) => parsed(query, value))] : []),
    ...(headers ? [checkHeaders(headers)] : []),
    ...(body ? [limitBody(bodyLimit), validator('json', (value) => parsed(body, value))] : []),
  ]
}

/** Hono gives header names in lower case. */
function checkHeaders(schema: z.ZodObject) {
  const names = Object.keys(schema.shape)
  return validator('header', (sent: Record<string, string>) => {
    const named = Object.fromEntries(names.map((name) => [name, sent[name.toLowerCase()]]))
    return parsed(schema, named)
  })
}

function limitBody(maxBytes: number): MiddlewareHandler {
  return async (c, next) => {
    const { method, raw } = c.req
    c.req.raw = new Request(raw, { method, body: await readBody(raw, maxBytes) })
    await next()
  }
}

/**
 * 400 for a wrong shape, 406 for a broken rule.
 * @throws ServiceError contentNotFound, dataNotAvailable
 */
function parsed(schema: z.ZodObject, value: unknown): Record<string, unknown> {
  const { data, error } = schema.safeParse(value)
  if (data) return data
  // A fraction is a number: it breaks a rule, not the shape.
  const isShape = (issue: z.core.$ZodIssue) =>
    issue.code === 'invalid_type'
      ? issue.expected !== 'int'
      : ['unrecognized_keys', 'invalid_union'].includes(issue.code)
  if (error!.issues.some(isShape)) throw new ServiceError('contentNotFound')
  const [field] = error!.issues[0]?.path ?? []
  throw new ServiceError('dataNotAvailable', field === undefined ? {} : { field: String(field) })
}

function respond(c: Context, { success }: CallDescription, output: unknown): Response {
  if (success.status === 202) return c.json({ results: [] }, 202)
  if (success.status === 205) return c.body(null, 205)
  return 'results' in success ? c.json({ results: output }) : (output as Response)
}
