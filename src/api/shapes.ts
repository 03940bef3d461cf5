/** The contract's shapes, as the services' own schemas say them. */
export type { UserShape as User } from '../contract/schemas.ts'
