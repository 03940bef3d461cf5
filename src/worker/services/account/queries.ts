import { ServiceError } from '../../http/service.ts'

const ADDRESS = 'SELECT email, email_key AS emailKey FROM user WHERE id = ?1'

/** @throws ServiceError userRemoved */
export async function addressOf(
  env: Env,
  userId: string,
): Promise<{ email: string; emailKey: string }> {
  const row = await env.DB.prepare(ADDRESS)
    .bind(userId)
    .first<{ email: string; emailKey: string }>()
  if (!row) throw new ServiceError('userRemoved')
  return row
}
