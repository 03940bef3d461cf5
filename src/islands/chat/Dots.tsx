import { COMMENTS_PER_QUESTION } from '../../domain/comment-limit.ts'
import type { Translate } from '../../i18n/translate.ts'

export function Dots({ t, own }: { t: Translate; own: number | undefined }) {
  if (own === undefined) return <p className="dots" />
  const used = Math.min(own, COMMENTS_PER_QUESTION)
  return (
    <p className="dots">
      <span aria-hidden="true">{'●'.repeat(used) + '○'.repeat(COMMENTS_PER_QUESTION - used)}</span>
      {t('composer.dots', { count: used })}
    </p>
  )
}
