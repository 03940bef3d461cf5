import type { Case } from '../../../contract/case-schemas.ts'
import type { DecisionAction, GroundKind, ReportCategory } from '../../../domain/moderation.ts'
import type { Language } from '../../../domain/language.ts'
import { translate, type Messages } from '../../../i18n/translate.ts'
import { DEFAULT_PAUSE_DAYS } from '../pauses.ts'

/** Choices for a case: a decision, or the outcome of an appeal. */
export type Choice = DecisionAction | 'upheld' | 'reversed'

/** The letter that chooses each. */
export const letters: Record<Choice, string> = {
  none: 'n',
  hide: 'h',
  warn: 'w',
  pause: 'p',
  ban: 'b',
  upheld: 'u',
  reversed: 'r',
}

/** The choices that a case offers now, by its state. */
export function choicesOf(one: Case): Choice[] {
  if (one.state === 'open') return ['none', 'hide', 'warn', 'pause', 'ban']
  const { state, appeal } = one
  const isDecidable = state === 'appealed' && !appeal?.isOwnDecision && !appeal?.isForOperators
  return isDecidable ? ['upheld', 'reversed'] : []
}

/** A decision that is being written. */
export interface DecisionDraft {
  choice: Choice
  template: ReportCategory
  groundKind: GroundKind
  ground: string
  explanation: string
  days: number
}

/** The words of the templates in each language. */
export type Statements = Record<Language, Messages>

/** The language in which the author reads the explanation. */
export const languageOf = (one: Case): Language => one.authorInfo?.language ?? one.language

/** Ground and explanation of a template, in the author's language. */
function templateTexts(
  statements: Statements,
  language: Language,
  template: ReportCategory,
): Pick<DecisionDraft, 'groundKind' | 'ground' | 'explanation'> {
  const t = translate(statements[language])
  return {
    groundKind: template === 'illegal' ? 'law' : 'terms',
    ground: template === 'illegal' ? '' : t('statement.rule', { rule: t(`category.${template}`) }),
    explanation: t(`statement.${template}`),
  }
}

/** A new draft: the template of the category that was reported most. */
export function newDraft(statements: Statements, one: Case, choice: Choice): DecisionDraft {
  const [most] = one.categories.toSorted((a, b) => b.count - a.count)
  const template = most?.category ?? (one.hasRequest ? 'illegal' : one.filter ? 'spam' : 'other')
  const isAppeal = choice === 'upheld' || choice === 'reversed'
  const texts = templateTexts(statements, languageOf(one), template)
  return {
    choice,
    template,
    days: DEFAULT_PAUSE_DAYS,
    ...texts,
    ...(isAppeal && { explanation: '' }),
  }
}

/** The draft with another template; a text that a person has changed stays. */
export function withTemplate(
  draft: DecisionDraft,
  statements: Statements,
  language: Language,
  template: ReportCategory,
): DecisionDraft {
  const before = templateTexts(statements, language, draft.template)
  const after = templateTexts(statements, language, template)
  return {
    ...draft,
    template,
    groundKind: after.groundKind,
    ground: draft.ground === before.ground ? after.ground : draft.ground,
    explanation: draft.explanation === before.explanation ? after.explanation : draft.explanation,
  }
}
