import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { tokyoParts } from '../../../domain/question-day.ts'
import { isBirthYear } from '../../../domain/user.ts'
import { now } from '../../config/clock.ts'
import { accepted, failure } from '../../../contract/schemas.ts'
import { ServiceError, type ServiceBindings } from '../../http/service.ts'
import { authorize } from '../../identity/authorize.ts'

const body = z.strictObject({ birthYear: z.int() })

export const birthYearRoute = createRoute({
  method: 'put',
  path: '/user/birthyear',
  security: [{ bearer: [] }],
  request: { body: { required: true, content: { 'application/json': { schema: body } } } },
  responses: { 202: accepted, '4XX': failure },
})

/** @throws ServiceError as `authorize`; dataNotAvailable (`birthYear`) */
export async function changeBirthYear(
  c: Context<ServiceBindings>,
  { birthYear }: z.output<typeof body>,
): Promise<void> {
  const { userId } = await authorize(c)
  if (!isBirthYear(birthYear, tokyoParts(now(c.env)).year))
    throw new ServiceError('dataNotAvailable', { field: 'birthYear' })
  await c.env.DB.prepare('UPDATE user SET birth_year = ?2 WHERE id = ?1')
    .bind(userId, birthYear)
    .run()
}
