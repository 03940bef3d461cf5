import { emailKey } from '../../src/domain/email.ts'
import { roles, type Role } from '../../src/domain/moderation.ts'
import { usernameKey } from '../../src/domain/username.ts'
import { sqlText } from '../../harness/local/sql-text.ts'
import { auditStatement, CommandError, unknownCommand, NOW, type Execute } from './database.ts'

export const ROLES_USAGE = `  npm run operator -- roles list
  npm run operator -- roles grant <${roles.join('|')}> <email or username>
  npm run operator -- roles revoke <${roles.join('|')}> <email or username>`

interface Member {
  id: string
  username: string
}

/**
 * The activated account with an email address or username.
 * @throws CommandError when there is none
 */
async function findMember(execute: Execute, name: string): Promise<Member> {
  const [member] = await execute<Member>(
    `SELECT id, username FROM user WHERE activated_at IS NOT NULL AND removed_at IS NULL
      AND (email_key = ${sqlText(emailKey(name))} OR username_key = ${sqlText(usernameKey(name))})`,
  )
  if (!member)
    throw new CommandError(
      `No activated account has the address or username ${name}. Sign up on the site first.`,
    )
  return member
}

/**
 * `roles list`, `grant` and `revoke`, directly in the database: write access is above every role.
 * Changes are audited with the actor `command line`.
 */
export async function operateRoles(execute: Execute, words: string[]): Promise<string> {
  const [action = '', role = '', name, ...others] = words
  if (action === 'list' && words.length === 1) return listRoles(execute)
  const isKnown = action === 'grant' || action === 'revoke'
  if (!isKnown || !name || others.length > 0) throw unknownCommand(words, ROLES_USAGE)
  if (!roles.includes(role as Role))
    throw new CommandError(`${role} is no role. Roles are ${roles.join(', ')}.`)

  const member = await findMember(execute, name)
  const [has] = await execute(
    `SELECT role FROM user_role WHERE user_id = ${sqlText(member.id)} AND role = ${sqlText(role)}`,
  )
  const isGrant = action === 'grant'
  if (isGrant === Boolean(has))
    return `${member.username} ${isGrant ? 'already has' : 'does not have'} the role ${role}.`
  await execute(
    isGrant
      ? `INSERT INTO user_role (user_id, role, granted_at)
         VALUES (${sqlText(member.id)}, ${sqlText(role)}, ${NOW})`
      : `DELETE FROM user_role WHERE user_id = ${sqlText(member.id)} AND role = ${sqlText(role)}`,
    auditStatement(`role.${action}`, member.id, role),
  )
  return isGrant
    ? `${member.username} now has the role ${role}.`
    : `${member.username} no longer has the role ${role}.`
}

async function listRoles(execute: Execute): Promise<string> {
  const rows = await execute<{ role: string; username: string; day: string }>(
    `SELECT role, username, date(granted_at / 1000, 'unixepoch') AS day
     FROM user_role JOIN user ON user.id = user_role.user_id ORDER BY role, username`,
  )
  if (rows.length === 0)
    return `Nobody has a role yet. Name the first operator, with the same --remote and --env:\n  npm run operator -- roles grant operator <email or username>`
  return rows
    .map(({ role, username, day }) => `${role.padEnd(10)} ${username.padEnd(30)} since ${day}`)
    .join('\n')
}
