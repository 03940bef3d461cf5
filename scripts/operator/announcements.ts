import type { parseArgs } from 'node:util'
import type { Announcement } from '../../src/contract/announcement-schemas.ts'
import { ANNOUNCEMENT_LENGTH, cleanAnnouncement } from '../../src/domain/announcement.ts'
import { languages } from '../../src/domain/language.ts'
import { caseRefusal } from './cases.ts'
import { CommandError } from './database.ts'
import type { QuestionsOptions } from './questions.ts'
import type { RefusedError, Site } from './site.ts'
import { tokyoMinute, tokyoTime } from './tokyo-time.ts'

const texts = languages.map((language) => `--${language} <text>`).join(' ')
export const ANNOUNCEMENTS_USAGE = `  npm run operator -- announcements list
  npm run operator -- announcements add ${texts} [--start <time>]
  npm run operator -- announcements withdraw <announcement>`

export const announcementsOptions = { start: { type: 'string' } } as const
type Options = QuestionsOptions &
  ReturnType<typeof parseArgs<{ options: typeof announcementsOptions }>>['values']

/**
 * One `announcements` command, made through the calls of the site.
 * @returns what to print
 * @throws CommandError with a sentence for the operator; RefusedError
 */
export async function operateAnnouncements(
  site: Site,
  words: string[],
  options: Options,
): Promise<string> {
  const [action, announcementId, ...others] = words
  if (action === 'list' && words.length === 1) {
    const { results } = await site.call('operator', 'GET /announcement/list', {})
    return results.map(announcementText).join('\n\n') || 'There are no announcements yet.'
  }
  if (action === 'add' && words.length === 1) {
    const missing = languages.filter((language) => !cleanAnnouncement(options[language] ?? ''))
    if (missing.length > 0)
      throw new CommandError(`A text is missing: ${missing.map((name) => `--${name}`).join(', ')}.`)
    const startsAt = options.start && tokyoTime(options.start) / 1000
    const { results } = await site.call('operator', 'POST /announcement', {
      texts: Object.fromEntries(
        languages.map((language) => [language, options[language]]),
      ) as Announcement['texts'],
      ...(startsAt && { startsAt }),
    })
    return results.map(announcementText).join('\n')
  }
  if (action === 'withdraw' && announcementId && others.length === 0) {
    await site.call('operator', 'PUT /announcement/withdrawal', { announcementId })
    return `${announcementId} is withdrawn.`
  }
  throw new CommandError(`Usage:\n${ANNOUNCEMENTS_USAGE}`)
}

/** The sentence for a refusal by the site, by its code and field. */
export function announcementRefusal(error: RefusedError): CommandError {
  const { field, errorCode } = error.body
  if (field === 'texts')
    return new CommandError(
      `A text has more than ${ANNOUNCEMENT_LENGTH} characters, or one that cannot be shown.`,
    )
  if (field === 'startsAt')
    return new CommandError('The start is over, or another announcement begins at that time.')
  if (errorCode === -1022)
    return new CommandError('There is no such announcement, or it is withdrawn already.')
  return caseRefusal(error)
}

function announcementText({ announcementId, startsAt, state, texts }: Announcement): string {
  return [
    `${announcementId}  ${state}, from ${tokyoMinute(startsAt * 1000)} in Tokyo`,
    ...Object.values(texts).map((text) => `  ${text.replaceAll('\n', '\n  ')}`),
  ].join('\n')
}
