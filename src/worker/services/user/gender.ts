import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { accepted, failure } from '../../../contract/schemas.ts'
import type { ServiceBindings } from '../../http/service.ts'
import { authorize } from '../../identity/authorize.ts'

const body = z.strictObject({ gender: z.int().min(0).max(4) })

export const genderRoute = createRoute({
  method: 'put',
  path: '/user/gender',
  security: [{ bearer: [] }],
  request: { body: { required: true, content: { 'application/json': { schema: body } } } },
  responses: { 202: accepted, '4XX': failure },
})

/** @throws ServiceError as `authorize` */
export async function changeGender(
  c: Context<ServiceBindings>,
  { gender }: z.output<typeof body>,
): Promise<void> {
  const { userId } = await authorize(c)
  await c.env.DB.prepare('UPDATE user SET gender = ?2 WHERE id = ?1').bind(userId, gender).run()
}
