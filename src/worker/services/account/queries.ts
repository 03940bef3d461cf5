import { ServiceError } from '../../http/service.ts'
import type { MailOwner } from '../../identity/security-mail.ts'

const ADDRESS = 'SELECT email, language, email_key AS emailKey FROM user WHERE id = ?1'

interface Address extends MailOwner {
  emailKey: string
}

/** @throws ServiceError userRemoved */
export async function addressOf(env: Env, userId: string): Promise<Address> {
  const row = await env.DB.prepare(ADDRESS).bind(userId).first<Address>()
  if (!row) throw new ServiceError('userRemoved')
  return row
}
