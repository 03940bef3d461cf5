export const serviceNames = [
  'question',
  'auth',
  'comment',
  'user',
  'account',
  'moderation',
  'operator',
] as const

export type ServiceName = (typeof serviceNames)[number]

type ServiceBase<Name extends ServiceName> =
  `/service/${Name extends 'question' ? 'quest' : Name}/v1`

/** Base path of a service in the browser (`docs/product.md#service-contract`). */
export const serviceBase = <Name extends ServiceName>(name: Name): ServiceBase<Name> =>
  `/service/${name === 'question' ? 'quest' : name}/v1` as ServiceBase<Name>

export const serviceBases = /* @__PURE__ */ Object.fromEntries(
  /* @__PURE__ */ serviceNames.map((name) => [name, serviceBase(name)]),
) as { [Name in ServiceName]: ServiceBase<Name> }
