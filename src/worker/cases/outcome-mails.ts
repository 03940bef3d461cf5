import type { Language } from '../../domain/language.ts'
import { translator } from '../../i18n/server.ts'
import { opened } from '../keys/seal.ts'
import type { MailMessage } from '../mail/render.ts'

export interface Ended {
  reference: string
  language: Language
  /** An address, or a form with one. */
  sealed: string | null
  /** After another outcome. */
  isChange?: number
}

/** SQL: a notice of its outcome for each reporter with an account; `?2` is now. @param reports SQL of a condition */
export const tellReporters = (reports: string): string => `
  INSERT INTO notice (id, user_id, kind, case_id, reference, created_at)
  SELECT lower(hex(randomblob(16))), reporter_id, 'outcome', case_id, reference, ?2 FROM report
  WHERE ${reports} AND reporter_id IS NOT NULL`

const outcomeKinds = {
  report: { upheld: 'reportUpheld', dismissed: 'reportDismissed' },
  request: { upheld: 'requestUpheld', dismissed: 'requestDismissed' },
} as const

/** @param explanation for everybody, beside the sentences of the outcome */
export function outcomeMails(
  env: Env,
  of: keyof typeof outcomeKinds,
  ended: readonly Ended[],
  outcome: 'upheld' | 'dismissed',
  explanation = '',
): MailMessage[] {
  const kind = outcomeKinds[of][outcome]
  return ended.flatMap(({ sealed, isChange, ...rest }) => {
    const content = opened<string | { email: string }>(env, rest.reference, sealed)
    const to = typeof content === 'object' ? content.email : content
    const t = translator(rest.language)
    const changed = isChange ? [t('moderation.told.changed')] : []
    const why = explanation ? [t('moderation.told.explanation', { explanation })] : []
    return to ? [{ to, kind, ...rest, details: [...changed, ...why] }] : []
  })
}
