import type { parseArgs } from 'node:util'
import type { FoundPerson } from '../../src/contract/people-schemas.ts'
import { personChanges, type PersonChange } from '../../src/domain/person-changes.ts'
import { groundOf, untilOf, type CasesOptions } from './cases.ts'
import { CommandError } from './database.ts'
import type { Site } from './site.ts'
import { tokyoMinute } from './tokyo-time.ts'

export const PEOPLE_USAGE = `  npm run operator -- people show <username or email>
  npm run operator -- people <${personChanges.join('|')}> <username or email>
      [--law <text> or --terms <text>] [--explanation <text>] [--until <time>]
  npm run operator -- people delete <username> --confirm <username> --why <text>`

export const peopleOptions = { confirm: { type: 'string' }, why: { type: 'string' } } as const
type PeopleOptions = ReturnType<typeof parseArgs<{ options: typeof peopleOptions }>>['values']

/**
 * One `people` command, made through the calls of the site.
 * @returns what to print
 * @throws CommandError with a sentence for the operator; RefusedError
 */
export async function operatePeople(
  site: Site,
  words: string[],
  options: PeopleOptions & CasesOptions,
): Promise<string> {
  const [action = '', name, ...others] = words
  const isChange = personChanges.includes(action as PersonChange)
  const isKnown = isChange || action === 'show' || action === 'delete'
  if (!isKnown || !name || others.length > 0) throw new CommandError(`Usage:\n${PEOPLE_USAGE}`)
  const { results } = await site.call('operator', 'GET /person', { name })
  const [person] = results
  const { userId, username } = person!
  if (action === 'show') return personText(person!)
  if (action === 'delete') {
    const { confirm, why } = options
    if (confirm !== username || !why)
      throw new CommandError(
        `This deletes ${username} and all of their posts, and cannot be undone. Confirm it: --confirm ${username} --why <text>`,
      )
    await site.call('operator', 'DELETE /person', { userId, username, why })
    return `${username} is deleted.`
  }
  const changed = await site.call('operator', 'POST /person/change', {
    userId,
    change: action as PersonChange,
    ground: groundOf(options),
    explanation: options.explanation?.trim(),
    until: untilOf(options),
  })
  return changed.results.map(personText).join('\n')
}

const minute = (seconds: number) => tokyoMinute(seconds * 1000)

/** A person with their sessions and cases. */
function personText(person: FoundPerson): string {
  const { suspension } = person
  const state = [
    person.isActivated ? 'activated' : 'not activated',
    person.isSocial && 'social sign-in',
    ...person.roles,
    suspension &&
      (suspension.until === null ? 'banned' : `paused until ${minute(suspension.until)}`),
  ].filter(Boolean)
  return [
    `${person.username}  ${person.userId}  ${person.email ?? ''}`.trimEnd(),
    `  since ${minute(person.createdAt)}, ${person.posts} posts; ${state.join(', ')}`,
    ...person.sessions.map(({ startedAt, expiresAt, device, region }) =>
      `  session ${minute(startedAt)} to ${minute(expiresAt)}  ${device} ${region}`.trimEnd(),
    ),
    ...person.cases.map(({ caseId, state: of, openedAt, action }) =>
      `  case ${caseId}  ${of}  ${minute(openedAt)}  ${action ?? ''}`.trimEnd(),
    ),
  ].join('\n')
}
