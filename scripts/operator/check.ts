import type { parseArgs } from 'node:util'
import type { Results } from '../../src/contract/client.ts'
import { COUNTS_DIFFER, REPAIR_COUNTS } from './counts.ts'
import { OperatorError, type Execute } from './database.ts'
import type { Site } from './site.ts'

export const CHECK_USAGE = `  npm run operator -- check [--repair]`
export const checkOptions = { repair: { type: 'boolean' } } as const
type CheckOptions = ReturnType<typeof parseArgs<{ options: typeof checkOptions }>>['values']

/** One thing that must be so. `find` returns rows with a `name`; `repair` is safe at any time, also beside people who write. */
interface Rule {
  title: string
  find: string
  repair?: string
}

/** Named rows of one finding that are printed. */
const MAX_NAMED = 10

const rules: Rule[] = [
  {
    title: 'Counts of a question differ from its posts',
    find: `SELECT day AS name FROM question WHERE ${COUNTS_DIFFER} ORDER BY day`,
    repair: REPAIR_COUNTS,
  },
  {
    title: 'A past day, today or tomorrow has no question',
    find: `WITH RECURSIVE day (name) AS (
        SELECT min(question.day) FROM question JOIN questionnaire
          ON questionnaire.id = question.questionnaire_id WHERE questionnaire.status = 1
        UNION ALL SELECT date(name, '+1 day') FROM day WHERE name < date('now', '+9 hours', '+1 day'))
      SELECT name FROM day WHERE name IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM question WHERE question.day = day.name)`,
  },
  {
    title: 'A question has no text',
    // A question that was taken off its day waits without a text under a day that never comes.
    find: `SELECT day AS name FROM question WHERE day < '9000'
      AND NOT EXISTS (SELECT 1 FROM question_text WHERE question_id = question.id)`,
  },
  {
    title: 'A row refers to one that is not there',
    find: `SELECT "table" || ' to ' || parent AS name FROM pragma_foreign_key_check`,
  },
  {
    title: 'Events belong to no question',
    find: `SELECT DISTINCT question_id AS name FROM comment_event
      WHERE NOT EXISTS (SELECT 1 FROM question WHERE question.id = question_id)`,
    repair: `DELETE FROM comment_event
      WHERE NOT EXISTS (SELECT 1 FROM question WHERE question.id = question_id)`,
  },
  {
    title: 'A person has a picture without a row',
    find: `SELECT id AS name FROM user WHERE picture_id IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM picture WHERE picture.id = picture_id)`,
    repair: `UPDATE user SET picture_id = NULL WHERE picture_id IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM picture WHERE picture.id = picture_id)`,
  },
  {
    title: 'A picture is shown for nobody',
    find: `SELECT id AS name FROM picture
      WHERE NOT EXISTS (SELECT 1 FROM user WHERE user.id = user_id AND user.picture_id = picture.id)`,
    repair: `DELETE FROM picture
      WHERE NOT EXISTS (SELECT 1 FROM user WHERE user.id = user_id AND user.picture_id = picture.id)`,
  },
  {
    title: 'A post is hidden without a case',
    find: `SELECT id AS name FROM comment WHERE hidden_at IS NOT NULL AND deleted_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM moderation_case WHERE comment_id = comment.id)`,
  },
]

/**
 * Compares the database, and through the site the stored pictures, with what must be so.
 * @param withSite runs the calls of an operator; throws OperatorError where the site does not respond
 * @returns what to print when everything is well or has been repaired
 * @throws OperatorError with the same report otherwise, so that the command fails
 */
export async function operateCheck(
  execute: Execute,
  withSite: (use: (site: Site) => Promise<PictureFaults>) => Promise<PictureFaults>,
  words: string[],
  { repair = false }: CheckOptions,
): Promise<string> {
  if (words.length > 0) throw new OperatorError(`Usage:\n${CHECK_USAGE}`)
  const lines: string[] = []
  let left = 0
  const say = (title: string, names: string[], isRepaired: boolean) => {
    if (names.length === 0) return lines.push(`ok        ${title}: none`)
    const named = names.slice(0, MAX_NAMED).join(', ') + (names.length > MAX_NAMED ? ', …' : '')
    if (!isRepaired) left += 1
    return lines.push(
      `${isRepaired ? 'repaired' : 'found   '}  ${title}: ${names.length} (${named})`,
    )
  }
  for (const rule of rules) {
    const found = await execute<{ name: string }>(rule.find)
    const isRepaired = repair && found.length > 0 && rule.repair !== undefined
    const others = isRepaired ? await execute<{ name: string }>(rule.repair!, rule.find) : found
    say(
      rule.title,
      found.map(({ name }) => name),
      isRepaired && others.length === 0,
    )
  }
  try {
    const { strays, missing } = await withSite((site) => pictureFaults(site, repair))
    say('Stored objects belong to no picture', strays, repair)
    say('Pictures have no stored object', missing, false)
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    left += 1
    lines.push(`unknown   The stored pictures were not checked. ${error.message}`)
  }
  if (left === 0) return [...lines, 'Everything is well.'].join('\n')
  const hint = repair ? '' : ' --repair does what is safe.'
  throw new OperatorError(
    [
      ...lines,
      `${left} of these need you.${hint} docs/operating.md#integrity says what each means.`,
    ].join('\n'),
  )
}

type Faults = Results<'operator', 'POST /picture/check'>[number]
type PictureFaults = Pick<Faults, 'strays' | 'missing'>

async function pictureFaults(site: Site, repair: boolean): Promise<PictureFaults> {
  const all: PictureFaults = { strays: [], missing: [] }
  let after: string | undefined
  do {
    const { results } = await site.call('operator', 'POST /picture/check', { after, repair })
    const [page] = results
    all.strays.push(...page!.strays)
    all.missing.push(...page!.missing)
    after = page!.next ?? undefined
  } while (after)
  return all
}
