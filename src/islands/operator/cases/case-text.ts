import type { Case, CaseSummary } from '../../../contract/case-schemas.ts'
import { t, type MessageKey } from '../../../i18n/translate.ts'

/** Label of a filter; unknown filters keep their name. */
export function finderWords(name: string): string {
  const words = t(`desk.found.${name as 'links'}`)
  return words.startsWith('desk.') ? name : words
}

export const missingText = ({ isAboutAccount }: CaseSummary): MessageKey =>
  isAboutAccount ? 'desk.accountText' : 'desk.erased'

export function entryWords({ action, why }: Case['history'][number]): string {
  const what = actionWords(action)
  const reason = action === 'hold' ? finderWords(why) : why
  return reason ? t('desk.log.why', { what, why: reason }) : what
}

function actionWords(action: string): string {
  const [kind, choice] = action.split(':')
  if ((kind === 'decide' || kind === 'appeal') && choice)
    return t(`desk.log.${kind}`, { action: t(`desk.action.${choice as 'hide'}`) })
  const words = t(`desk.log.${(choice ?? kind) as 'hold'}`)
  return words.startsWith('desk.') ? action : words
}
