import type { userCalls } from '../../../contract/calls/user.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError } from '../../http/service.ts'
import { config } from '../../config/config.ts'

/**
 * Records consent to the present version of the terms (`docs/product.md#consent`).
 * @throws ServiceError dataNotAvailable (`version`) for any other version
 */
export const agreeToTerms: Handler<typeof userCalls.agreeToTerms> = async (c, { version }) => {
  const { userId } = c.var.person
  if (version !== config(c.env).termsVersion)
    throw new ServiceError('dataNotAvailable', { field: 'version' })
  await c.env.DB.prepare('UPDATE user SET terms_version = ?2 WHERE id = ?1')
    .bind(userId, version)
    .run()
}
