import type { z } from 'zod'
import type { serviceBases, ServiceName } from './bases.ts'
import type { Access } from './call.ts'
import type { Contract } from './contract.ts'

/** The contract as types alone, so that the browser's bundle contains none of it. */
type Endpoints<Service extends ServiceName> = {
  [
    Id in keyof Contract[Service] as Contract[Service][Id] extends {
      endpoint: infer E extends string
    }
      ? E
      : never
  ]: Contract[Service][Id]
}

type PathOf<Service extends keyof Contract> =
  Contract[Service][keyof Contract[Service]] extends infer Call
    ? Call extends { path: infer Path extends string }
      ? Path
      : never
    : never

/** A call's address, for scripts that do not use `api/send.ts`. */
export type Address = AddressOf[ServiceName] | PathOf<'gateway'>
type AddressOf = { [S in ServiceName]: `${(typeof serviceBases)[S]}${PathOf<S>}` }

/** Method and path as in the contract: `PUT /user/gender`. */
export type Endpoint<Service extends ServiceName> = keyof Endpoints<Service> & string

type BodyOrQuery<Schema> = { body: Schema } | { query: Schema }

export type Input<Service extends ServiceName, E extends Endpoint<Service>> =
  Endpoints<Service>[E] extends BodyOrQuery<infer Schema extends z.ZodType>
    ? z.input<Schema>
    : Record<string, never>

export type Results<
  Service extends ServiceName,
  E extends Endpoint<Service>,
> = Endpoints<Service>[E] extends { success: { results: infer Schema extends z.ZodType } }
  ? z.output<Schema>
  : never[]

export type CallHeaders<
  Service extends ServiceName,
  E extends Endpoint<Service>,
> = Endpoints<Service>[E] extends { headers: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : Record<string, never>

export type PublicEndpoint<Service extends ServiceName> = {
  [E in Endpoint<Service>]: Endpoints<Service>[E] extends { access: Access } ? never : E
}[Endpoint<Service>]
