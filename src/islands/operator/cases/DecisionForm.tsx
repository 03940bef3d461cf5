import type { Case } from '../../../contract/case-schemas.ts'
import { APPEAL_LENGTH, EXPLANATION_LENGTH } from '../../../domain/moderation.ts'
import { t } from '../../../i18n/translate.ts'
import { focusAtMount, type Problems } from '../../ui/Form.tsx'
import { LongText } from '../../ui/LongText.tsx'
import { isExplained, languageOf, refusedIn, type DecisionDraft } from './use-decision.ts'
import { ConfirmForm } from '../../ui/ConfirmForm.tsx'
import { type Answer, explanationIn, meaningOf, type Statements } from '../statement-draft.ts'
import { StatementFields } from '../StatementFields.tsx'
import { suspensionBy } from '../Entries.tsx'
import { languageName } from '../format.ts'
import { dueText } from './Queue.tsx'

interface Props {
  one: Case
  draft: DecisionDraft | undefined
  statements: Statements
  onChange: (part: Partial<DecisionDraft>) => void
  onConfirm: () => Promise<Problems | void>
  onCancel: () => void
}

/** Step two: confirm the decision, with explanation and ground from a template. */
export default function DecisionForm({ one, draft, statements, onConfirm, ...on }: Props) {
  if (!draft) return null
  const language = languageOf(one)
  const { choice } = draft
  // Another pause of this case ends with the decision that it replaces.
  const suspended = suspensionBy(one.authorInfo?.earlierDecisions ?? [])
  const refused = refusedIn(choice, one)
  const meaning = (text: string | undefined, name: Answer) =>
    meaningOf(text, (page) => explanationIn(statements[page], name))
  const { replyDueAt } = one.requests.find((request) => !request.outcome && !request.reply) ?? {}
  const isAsked = one.requests.some(({ outcome }) => !outcome)
  const isReplacing = one.state === 'closed' && choice !== 'reversed'
  const isPost = choice === 'reversed' && !/pause|ban/.test(one.decisions.at(-1)?.action ?? '')
  const isRefusal = choice === 'none' && one.reports.length === 0 && refused.length > 0
  const ofNone = one.isHeld ? 'show' : isRefusal ? 'refused' : 'none'
  const about = isPost ? 'reversedPost' : choice === 'none' ? ofNone : choice
  return (
    <ConfirmForm
      submit={t(isReplacing ? 'desk.replace' : 'desk.confirm', {
        action: t(`desk.action.${choice}`),
      })}
      tone={choice === 'ban' ? 'danger' : undefined}
      {...(choice === 'none' && refused.length === 0 && { focus: 'submit' })}
      isTyped={draft.isTyped}
      onSubmit={onConfirm}
      {...on}
    >
      {/* Rather than the button: Enter would send a text that nobody has read. */}
      <p ref={focusAtMount} tabIndex={-1} className="field-hint">
        {t(`desk.about.${about}`)}
      </p>
      {choice !== 'none' && isAsked && <p className="field-hint">{t('desk.about.requester')}</p>}
      {choice === 'pause' && suspended && (
        <p className="field-hint">{`${suspended} ${t('desk.longerCounts')}`}</p>
      )}
      {replyDueAt !== undefined && <p className="desk-warning">{dueText(replyDueAt)}</p>}
      {['warn', 'pause', 'ban'].includes(choice) && draft.template === 'selfHarm' && (
        <p className="desk-warning" role="status">
          {t('desk.warnsDistressed')}
        </p>
      )}
      {isExplained(choice) ? (
        <LongText
          name="explanation"
          label={t('desk.explanation', { language: languageName(language) })}
          hint={meaning(draft.explanation, choice)}
          rows={3}
          defaultValue={draft.explanation}
          maxLength={one.state === 'appealed' ? APPEAL_LENGTH : EXPLANATION_LENGTH}
          lang={language}
        />
      ) : (
        choice !== 'none' && (
          <StatementFields {...{ draft, statements, language }} hasDays={choice === 'pause'} />
        )
      )}
      {refused.length > 0 && (
        <LongText
          name="refusalReason"
          label={t('desk.refusalReason', { language: refused.map(languageName).join(' / ') })}
          hint={meaning(draft.refusalReason, 'refused')}
          rows={2}
          defaultValue={draft.refusalReason}
          maxLength={EXPLANATION_LENGTH}
          lang={refused[0]}
        />
      )}
    </ConfirmForm>
  )
}
