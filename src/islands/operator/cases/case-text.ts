import type { Case, CaseSummary } from '../../../contract/case-schemas.ts'
import type { FilterName } from '../../../domain/filter/judge-post.ts'
import { t, type MessageKey } from '../../../i18n/translate.ts'

const finders: Record<FilterName | 'reports', MessageKey> = {
  everyPost: 'desk.found.everyPost',
  firstPost: 'desk.found.firstPost',
  links: 'desk.found.links',
  repeat: 'desk.found.repeat',
  reports: 'desk.found.reports',
  words: 'desk.found.words',
}

/** Label of a filter; unknown filters keep their name. */
export function finderWords(name: string): string {
  const key = finders[name as FilterName]
  return key ? t(key) : name
}

export const missingText = ({ isAboutAccount }: CaseSummary): MessageKey =>
  isAboutAccount ? 'desk.accountText' : 'desk.erased'

const plain: Record<string, MessageKey> = {
  hold: 'desk.log.hold',
  inquire: 'desk.log.inquire',
  'reply:agrees': 'desk.log.replyAgrees',
  'reply:refuses': 'desk.log.replyRefuses',
  request: 'desk.log.request',
}

export function entryWords({ action, why }: Case['history'][number]): string {
  const what = actionWords(action)
  const reason = action === 'hold' ? finderWords(why) : why
  return reason ? t('desk.log.why', { what, why: reason }) : what
}

function actionWords(action: string): string {
  const [kind, choice] = action.split(':')
  if ((kind === 'decide' || kind === 'appeal') && choice)
    return t(`desk.log.${kind}`, { action: t(`desk.action.${choice}` as MessageKey) })
  const key = plain[action]
  return key ? t(key) : action
}
