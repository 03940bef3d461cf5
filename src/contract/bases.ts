/** Base paths of the services in the browser (`docs/product.md#service-contract`). */
export const serviceBases = {
  question: '/service/quest/v1',
  auth: '/service/auth/v1',
  comment: '/service/comment/v1',
  user: '/service/user/v1',
  account: '/service/account/v1',
  moderation: '/service/moderation/v1',
  operator: '/service/operator/v1',
} as const

export type ServiceName = keyof typeof serviceBases

export const serviceNames = /* @__PURE__ */ Object.keys(serviceBases) as ServiceName[]
