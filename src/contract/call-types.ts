import type { z } from 'zod'
import type { serviceBases, ServiceName } from './bases.ts'
import type { Contract } from './contract.ts'

/**
 * The contract as types alone, for the browser: which calls a service has by method and path, what each takes and what
 * it results in. Nothing of it is in the browser's code.
 */
type Lines<Service extends ServiceName> = {
  [
    Id in keyof Contract[Service] as Contract[Service][Id] extends {
      method: infer Method extends string
      path: infer Path extends string
    }
      ? `${Method} ${Path}`
      : never
  ]: Contract[Service][Id]
}

type PathOf<Service extends keyof Contract> =
  Contract[Service][keyof Contract[Service]] extends infer Call
    ? Call extends { path: infer Path extends string }
      ? Path
      : never
    : never

/** The address of a call, for a script that makes it without `api/call.ts`. */
export type Address = AddressOf[ServiceName] | PathOf<'gateway'>
type AddressOf = { [S in ServiceName]: `${(typeof serviceBases)[S]}${PathOf<S>}` }

/** A call as `PUT /user/gender`, spelled as the contract describes it. */
export type Line<Service extends ServiceName> = keyof Lines<Service> & string

type BodyOrQuery<Schema> = { body: Schema } | { query: Schema }

/** The body that a call takes, or the query. */
export type Input<Service extends ServiceName, L extends Line<Service>> =
  Lines<Service>[L] extends BodyOrQuery<infer Schema extends z.ZodType>
    ? z.input<Schema>
    : Record<string, never>

export type Results<
  Service extends ServiceName,
  L extends Line<Service>,
> = Lines<Service>[L] extends { success: { results: infer Schema extends z.ZodType } }
  ? z.output<Schema>
  : never[]

export type CallHeaders<
  Service extends ServiceName,
  L extends Line<Service>,
> = Lines<Service>[L] extends { headers: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : Record<string, never>
