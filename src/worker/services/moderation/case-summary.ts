import { epochSeconds } from '../../../domain/durations.ts'
import type { CaseSummary } from '../../../contract/case-schemas.ts'
import { FIRST_LANGUAGE, type Language } from '../../../domain/language.ts'
import { postLanguage } from '../../../domain/post-language.ts'
import type { CaseState, ReportCategory } from '../../../domain/moderation.ts'
import { IS_ABOUT_ACCOUNT } from '../../cases/account-case.ts'
import { opened } from '../../cases/opened.ts'

/** A case as the queue shows it. Times in epoch milliseconds. */
export interface SummaryRow {
  id: string
  commentId: string
  version: number
  state: CaseState
  score: number
  openedAt: number
  waitingSince: number
  filter: string | null
  sealedText: string | null
  isHeld: number
  isAboutAccount: number
  author: string | null
  authorLanguage: Language | null
  categories: string
  hasRequest: number
}

/** SQL: the columns of `SummaryRow`, of rows of `moderation_case` with `summaryJoins`. */
export const summaryColumns = `
  moderation_case.id, moderation_case.comment_id AS commentId, moderation_case.version, moderation_case.state,
  moderation_case.score, moderation_case.opened_at AS openedAt, moderation_case.waiting_since AS waitingSince,
  moderation_case.filter, moderation_case.sealed_text AS sealedText,
  coalesce(comment.hidden_at IS NOT NULL AND comment.deleted_at IS NULL, 0) AS isHeld,
  ${IS_ABOUT_ACCOUNT} AS isAboutAccount,
  author.username AS author, author.language AS authorLanguage,
  (SELECT json_group_array(json_object('category', category, 'count', number)) FROM (
    SELECT category, count(*) AS number FROM report
    WHERE case_id = moderation_case.id AND outcome IS NOT 'dismissed'
    GROUP BY category ORDER BY number DESC, category)) AS categories,
  EXISTS (SELECT 1 FROM rights_request
    WHERE case_id = moderation_case.id AND outcome IS NULL) AS hasRequest`

export const summaryJoins = `
  LEFT JOIN comment ON comment.id = moderation_case.comment_id
  LEFT JOIN user AS author ON author.id = moderation_case.author_id`

export async function toSummary(env: Env, row: SummaryRow): Promise<CaseSummary> {
  const { commentId, sealedText } = row
  const text = (await opened<string>(env, commentId, sealedText)) ?? ''
  return {
    caseId: row.id,
    version: row.version,
    state: row.state,
    isHeld: Boolean(row.isHeld),
    isAboutAccount: Boolean(row.isAboutAccount),
    score: row.score,
    openedAt: epochSeconds(row.openedAt),
    waitingSince: epochSeconds(row.waitingSince),
    ...(row.filter && { filter: row.filter }),
    text,
    language: postLanguage(text, row.authorLanguage ?? FIRST_LANGUAGE),
    author: row.author ?? '',
    categories: JSON.parse(row.categories) as { category: ReportCategory; count: number }[],
    hasRequest: Boolean(row.hasRequest),
  }
}
