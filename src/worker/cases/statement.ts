import type { Language } from '../../domain/language.ts'
import type { DecisionAction, FoundBy, GroundKind } from '../../domain/moderation.ts'
import { formatDate } from '../../i18n/dates.ts'
import { translator } from '../../i18n/server.ts'
import type { Translate } from '../../i18n/translate.ts'
import type { ServiceContext } from '../http/service.ts'
import { publicOrigin } from '../http/site-origin.ts'

const NOTICES_PATH = '/notices'

export const noticesLink = (c: ServiceContext): string =>
  publicOrigin(c.env, c.req.url) + NOTICES_PATH

interface Reasons {
  /** Epoch milliseconds. */
  endsAt: number | null
  ground: { kind: GroundKind; text: string }
  explanation: string
}

interface DecisionStatement extends Reasons {
  action: Exclude<DecisionAction, 'none'>
  foundBy: FoundBy
  text: string
}

export interface SuspensionStatement extends Reasons {
  action: 'pause' | 'ban'
}

/** The end of a pause in Japan time, as the surrounding sentences say. `endsAt` in epoch milliseconds. */
const suspensionEndText = (t: Translate, endsAt: number): string =>
  `${formatDate(t, 'theme_date', endsAt)} ${formatDate(t, 'amPmHhMm', endsAt)}`

export function statementOfReasons(
  language: Language,
  statement: DecisionStatement | SuspensionStatement,
): string[] {
  const t = translator(language)
  const { action, endsAt, ground, explanation } = statement
  const isSuspended = action === 'pause' || action === 'ban'
  const date = endsAt ? suspensionEndText(t, endsAt) : ''
  const isAboutPost = 'text' in statement
  return [
    isAboutPost
      ? t(`moderation.told.${statement.action}`, { date })
      : t(`people.told.${statement.action}`, { date }),
    isAboutPost && statement.text && t('moderation.told.post', { text: statement.text }),
    ground.kind === 'law'
      ? t('moderation.told.groundLaw', { ground: ground.text })
      : t('moderation.told.groundTerms', { ground: ground.text }),
    explanation && t('moderation.told.explanation', { explanation }),
    t(`notices.foundBy.${isAboutPost ? statement.foundBy : 'team'}`),
    isSuspended && t('moderation.told.logIn'),
  ].filter((paragraph): paragraph is string => Boolean(paragraph))
}
