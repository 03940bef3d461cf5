import type { Case, CaseSummary } from '../../../contract/case-schemas.ts'
import type { FilterName } from '../../../domain/filter/judge-post.ts'
import type { MessageKey, Translate } from '../../../i18n/translate.ts'

/** The origin of a case: a filter, or reports that together weigh enough. */
const finders: Record<FilterName | 'reports', MessageKey> = {
  everyPost: 'desk.found.everyPost',
  firstPost: 'desk.found.firstPost',
  links: 'desk.found.links',
  repeat: 'desk.found.repeat',
  reports: 'desk.found.reports',
  words: 'desk.found.words',
}

/** The filter's name in words; a filter of another deployment keeps its own. */
export function finderWords(t: Translate, name: string): string {
  const key = finders[name as FilterName]
  return key ? t(key) : name
}

/** In the place of a post's text: there is no post, or its text is erased. */
export const missingText = ({ isAboutAccount }: CaseSummary): MessageKey =>
  isAboutAccount ? 'desk.accountText' : 'desk.erased'

const plain: Record<string, MessageKey> = {
  hold: 'desk.log.hold',
  inquire: 'desk.log.inquire',
  'reply:agrees': 'desk.log.replyAgrees',
  'reply:refuses': 'desk.log.replyRefuses',
  request: 'desk.log.request',
}

/** An entry of a case's history in words: what happened, and why. */
export function entryWords(t: Translate, { action, why }: Case['history'][number]): string {
  const what = actionWords(t, action)
  const reason = action === 'hold' ? finderWords(t, why) : why
  return reason ? t('desk.log.why', { what, why: reason }) : what
}

function actionWords(t: Translate, action: string): string {
  const [kind, choice] = action.split(':')
  if ((kind === 'decide' || kind === 'appeal') && choice)
    return t(`desk.log.${kind}`, { action: t(`desk.action.${choice}` as MessageKey) })
  const key = plain[action]
  return key ? t(key) : action
}
