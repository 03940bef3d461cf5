import type { Case } from '../../contract/case-schemas.ts'
import { languages, type Language } from '../../domain/language.ts'
import type { GroundKind, ReportCategory } from '../../domain/moderation.ts'
import { t, translate, type Messages } from '../../i18n/translate.ts'
import { pageLanguage } from '../../stores/language.ts'
import type { Problems } from '../ui/Form.tsx'

/** Words of the templates, in the author's language. */
export type Statements = Record<Language, Messages>

/** That of self-harm is for a person in distress, who breaks no rule; the other is for who encourages it. */
export type Template = ReportCategory | 'encouraging'

/** Of what is reported most, without reports of what is requested, else of what the filter found. */
export function templateFor({ categories, reports, requests, filter = '' }: Case): Template {
  const [most = reports[0]] = categories.toSorted((a, b) => b.count - a.count)
  if (most) return most.category
  const right = requests.find(({ outcome }) => !outcome)?.right
  if (right === undefined) return /links|repeat/.test(filter) ? 'spam' : 'other'
  if (/privacy|personal (data|info)|プライバシー|個人情報/i.test(right))
    return 'personalInformation'
  // The ground is for the moderator to name.
  return 'illegal'
}

export interface StatementDraft {
  template: Template
  groundKind: GroundKind
  ground: string
  explanation: string
  days: string
  /** An edited text is not that of the template. */
  isKept?: boolean
}

export type Answer = 'upheld' | 'reversed' | 'refused'

export function explanationIn(words: Messages, name: Template | Answer): string {
  const t = translate(words)
  return t(`statement.${name}`, { helpline: t('statement.helpline') })
}

/** The text in the language of the desk, where it is that of a template in another. */
export function meaningOf(text: string | undefined, templateIn: (one: Language) => string): string {
  const meaning = templateIn(pageLanguage())
  return text !== meaning && languages.some((one) => templateIn(one) === text) ? meaning : ''
}

export function draftOf(words: Messages, template: Template): StatementDraft {
  const t = translate(words)
  const isLaw = template === 'illegal'
  const rule = template === 'encouraging' ? 'selfHarm' : template
  const ofRule = t('statement.rule', { rule: t(`category.${rule}`) })
  const grounds: Partial<Record<Template, string>> = {
    illegal: '',
    other: '',
    selfHarm: t('statement.care'),
  }
  return {
    template,
    groundKind: isLaw ? 'law' : 'terms',
    ground: grounds[template] ?? ofRule,
    explanation: explanationIn(words, template),
    days: '7',
  }
}

/** A new template replaces texts that were not edited, or are empty. */
export function changedDraft<Draft extends StatementDraft>(
  words: Messages,
  draft: Draft,
  part: Partial<StatementDraft>,
): Draft {
  if (!part.template) return { ...draft, ...part }
  const before = draftOf(words, draft.template)
  const { ground, explanation, days } = draft
  const kept = {
    ...(ground && ground !== before.ground && { ground }),
    ...(explanation && explanation !== before.explanation && { explanation }),
  }
  const isKept = Object.keys(kept).length > 0
  return { ...draft, ...draftOf(words, part.template), days, ...kept, isKept }
}

export function missingIn({ ground, explanation }: StatementDraft): Problems {
  return {
    ...(!explanation.trim() && { explanation: t('desk.explanationMissing') }),
    ...(!ground.trim() && { ground: t('desk.groundMissing') }),
  }
}

export const statementOf = ({ groundKind: kind, ground: text, explanation }: StatementDraft) => ({
  ground: { kind, text },
  explanation,
})
