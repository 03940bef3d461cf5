import { createHash, randomBytes } from 'node:crypto'
import { MINUTE_MS } from '../../src/domain/durations.ts'
import { serviceBases, type ServiceName } from '../../src/contract/bases.ts'
import type { Input, Endpoint, Results } from '../../src/contract/call-types.ts'
import { errors, type ErrorBody } from '../../src/domain/errors.ts'
import { sqlText } from '../../harness/local/sql-text.ts'
import { CommandError, NOW, type Execute } from './database.ts'
import { findMember, type Member } from './roles.ts'

const SESSION_MINUTES = 10

export interface Site {
  call<Service extends ServiceName, E extends Endpoint<Service>>(
    service: Service,
    endpoint: E,
    input: Input<Service, E>,
  ): Promise<Results<Service, E>>
}

/**
 * Runs calls as an operator, in a temporary session.
 * The session is inserted into the database, its update token exchanged at the site, and ended afterwards. The secret
 * stays on the server.
 * @param as email address or username; default the only operator
 * @throws CommandError with a sentence for the operator
 */
export async function withSite<Value>(
  execute: Execute,
  origin: string,
  as: string | undefined,
  use: (site: Site) => Promise<Value>,
): Promise<Value> {
  const person = as ? await findMember(execute, as) : await onlyOperator(execute)
  if (process.stderr.isTTY) console.error(`Asking ${origin} as ${person.username}`)
  const [session, secret] = [randomBytes(16), randomBytes(32)].map((bytes) =>
    bytes.toString('base64url'),
  ) as [string, string]
  const token = `${session}.${secret}`
  const ends = `${NOW} + ${SESSION_MINUTES * MINUTE_MS}`
  await execute(
    `INSERT INTO session (id, user_id, kept, created_at, expires_at, ends_at, device_name, token_hash)
     VALUES (${sqlText(session)}, ${sqlText(person.id)}, 0, ${NOW}, ${ends}, ${ends}, 'Command line',
       ${sqlText(createHash('sha256').update(token).digest('base64url'))})`,
  )
  try {
    const { accessToken } = (await send(origin, `${serviceBases.auth}/user/token/`, 'POST', {
      token,
    })) as { accessToken: string }
    return await use({
      async call(service, endpoint, input) {
        const [method, path] = endpoint.split(' ') as [string, string]
        return send(origin, serviceBases[service] + path, method, input, accessToken) as never
      },
    })
  } finally {
    await execute(`DELETE FROM session WHERE id = ${sqlText(session)}`)
  }
}

async function onlyOperator(execute: Execute): Promise<Member> {
  const people = await execute<Member>(
    `SELECT id, username FROM user JOIN user_role ON user_role.user_id = user.id
     WHERE role = 'operator' ORDER BY username`,
  )
  const [person] = people
  if (!person)
    throw new CommandError(
      `Nobody has the role operator yet. With the same --remote and --env: npm run operator -- roles grant operator <email or username>`,
    )
  if (people.length > 1)
    throw new CommandError(
      `Say who you are, with --as: ${people.map(({ username }) => username).join(', ')}.`,
    )
  return person
}

const ROLE_MISSING = errors.rolePrivilegeNotFound.errorCode

async function send(
  origin: string,
  path: string,
  method: string,
  input: unknown,
  accessToken?: string,
): Promise<unknown> {
  const isRead = method === 'GET'
  const given = Object.entries(input as object).filter(([, value]) => value !== undefined)
  const url = new URL(path, origin)
  if (isRead) url.search = new URLSearchParams(given as [string, string][]).toString()
  const response = await fetch(url, {
    method,
    body: isRead ? null : JSON.stringify(Object.fromEntries(given)),
    headers: {
      ...(!isRead && { 'Content-Type': 'application/json' }),
      ...(accessToken && { Authorization: `Bearer ${accessToken}` }),
    },
  }).catch(() => {
    throw new CommandError(`${origin} does not respond. Start it, or name another with --site.`)
  })
  const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody> & {
    results?: unknown
  }
  if (body.errorCode === ROLE_MISSING) throw new CommandError('This person has no role for that.')
  if (!response.ok)
    throw new CommandError(
      `${origin} refused: ${body.errorCode ?? response.status} ${body.message ?? ''}`,
    )
  return body.results
}
