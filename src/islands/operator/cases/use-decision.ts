import { useState } from 'react'
import { type CallResult, errorCode, type Failure } from '../../../api/result.ts'
import type { Case, Decision } from '../../../contract/case-schemas.ts'
import { t, type Messages } from '../../../i18n/translate.ts'
import { refusalText, withTyped } from '../DeskFailure.tsx'
import { keepDraft, readDraft } from '../desk-drafts.ts'
import { hasSome, type Problems } from '../../ui/Form.tsx'
import { pauseEnd } from '../format.ts'
import { call } from '../../../stores/call.ts'
import {
  changedDraft,
  draftOf,
  explanationIn,
  missingIn,
  type StatementDraft,
  statementOf,
  type Statements,
  templateFor,
} from '../statement-draft.ts'
import { type DecisionAction, decisionActions, outranks } from '../../../domain/moderation.ts'
import { decisionText } from './Queue.tsx'
import { $user } from '../../../stores/user.ts'
import type { Language } from '../../../domain/language.ts'

export type Choice = DecisionAction | 'upheld' | 'reversed'

/** Told by an explanation alone, without a ground. */
export const isExplained = (choice: Choice): choice is 'upheld' | 'reversed' =>
  choice === 'upheld' || choice === 'reversed'

const hasStatement = (choice: Choice) => choice !== 'none' && !isExplained(choice)

/** Languages of the requests that the choice refuses. */
export const refusedIn = (choice: Choice, { requests }: Case): Language[] => {
  if (choice !== 'none' && choice !== 'reversed') return []
  const refused = requests.filter(({ outcome }) => outcome !== 'dismissed')
  return [...new Set(refused.map(({ language }) => language))]
}

export const letters: Record<Choice, string> = {
  none: 'n',
  hide: 'h',
  warn: 'w',
  pause: 'p',
  ban: 'b',
  upheld: 'u',
  reversed: 'r',
}

/** What `limitOf` leaves. */
export function choicesOf(one: Case): Choice[] {
  const limit = limitOf(one)
  if (limit) return limit === 'desk.keepOnly' || limit === 'desk.keepOwn' ? ['none'] : []
  if (one.state === 'appealed') return ['upheld', 'reversed']
  if (one.state === 'open') return [...decisionActions]
  // Another decision replaces that of a closed case; a pause may get another length.
  const last = one.decisions.at(-1)?.action
  const others = decisionActions.filter(
    (name) => name === 'pause' || ![last, 'none'].includes(name),
  )
  return last === 'none' || last === 'reverse' ? others : ['reversed', ...others]
}

/** Why the person may not decide freely (`worker/services/moderation/decidable-case.ts`). */
export function limitOf(one: Case) {
  const { state, text, appeal, authorInfo, reports, requests, history } = one
  if (one.isAboutAccount && state === 'closed') return 'desk.accountStays'
  if (state === 'closed' && !authorInfo) return 'desk.stays.author'
  const isLater = ({ action, decidedAt }: Decision) =>
    action !== 'reverse' && decidedAt > (appeal?.appealedAt ?? 0)
  if (state === 'closed' && appeal && !one.decisions.some(isLater)) return 'desk.stays.appeal'
  if (state === 'closed' && !text) return 'desk.stays.text'
  const { userId, roles } = $user.get() ?? {}
  if (!outranks(roles?.includes('operator') ? 'operator' : 'moderator', authorInfo?.role)) {
    const isOwn = authorInfo?.userId === userId
    // The author sees these only if no one else can decide.
    const isTold = !isOwn || [reports, requests, history].flat().length > 0
    if (state === 'open' && isTold) return isOwn ? 'desk.keepOwn' : 'desk.keepOnly'
    return isOwn ? 'desk.notOwn' : 'desk.notAllowed'
  }
  if (state === 'appealed' && appeal?.isOwnDecision) return 'desk.ownDecision'
  const { isForOperators } = state === 'appealed' ? (appeal ?? one) : one
  return isForOperators ? 'desk.operatorDecision' : undefined
}

export interface DecisionDraft extends StatementDraft {
  choice: Choice
  /** The case's version when the draft was begun. */
  version: number
  refusalReason?: string
  isTyped?: boolean
}

/** Language in which the author reads the explanation. */
export const languageOf = (one: Case): Language => one.authorInfo?.language ?? one.language

/** The draft in a case that somebody else may have decided meanwhile; none where its choice is gone. */
const draftIn = (one: Case, written?: DecisionDraft) =>
  written && choicesOf(one).includes(written.choice) ? written : undefined

/** Whether this person has decided so, in a call whose answer was lost. */
function isDecidedAs({ state, history }: Case, { choice, explanation }: DecisionDraft): boolean {
  const { actor, action = '', why = '' } = history[0] ?? {}
  const decided = action.split(':')[1]
  const isSame = Boolean(decided) && choice.startsWith(decided!) && why.includes(explanation.trim())
  return state === 'closed' && actor === $user.get()?.username && isSame
}

/** A draft from the template for the case. */
const newDraft = (words: Messages, one: Case): Omit<DecisionDraft, 'choice'> => ({
  version: one.version,
  ...draftOf(words, templateFor(one)),
})

const refusals = {
  reference: 'desk.inquiryOver',
  [errorCode.userPrivilegeNotFound]: 'desk.notPermitted',
  [errorCode.dataNotFound]: 'desk.gone',
} as const

interface Options {
  statements: Statements
  opened: Case | undefined
  onChanged: (one: Case) => void
  onDecided: (choice: Choice, one: Case | undefined) => void
  /** Says what has taken the form away. */
  onGone: (sentence: string) => void
}

export function useDecision({ statements, opened, onChanged, onDecided, onGone }: Options) {
  const [drafts, setDrafts] = useState<Record<string, DecisionDraft | undefined>>({})
  const id = opened?.caseId ?? ''
  const written = id in drafts ? drafts[id] : readDraft<DecisionDraft>(id)
  const draft = opened && draftIn(opened, written)
  const keep = (draft: DecisionDraft | undefined) => {
    setDrafts((others) => ({ ...others, [id]: draft }))
    keepDraft(id, draft)
  }

  const choose = (choice: Choice) => {
    if (!opened || !choicesOf(opened).includes(choice)) return
    // Another decision on the same case keeps the written text.
    const words = statements[languageOf(opened)]
    const begun = draft ?? (written?.isTyped ? written : newDraft(words, opened))
    const textOf = (name: Choice) => explanationIn(words, isExplained(name) ? name : begun.template)
    const isOwn = begun.explanation && begun.explanation !== textOf(draft?.choice ?? 'hide')
    // All requesters get the same text: a template is used only if they share a language.
    const [refused, ...others] = refusedIn(choice, opened)
    const template = refused && others.length === 0 && explanationIn(statements[refused], 'refused')
    const refusalReason = begun.refusalReason || template || ''
    keep({
      ...begun,
      choice,
      refusalReason,
      explanation: isOwn ? begun.explanation : textOf(choice),
    })
  }

  const change = (part: Partial<DecisionDraft> | undefined) => {
    if (!part || !draft || !opened) return keep(undefined)
    keep({ ...changedDraft(statements[languageOf(opened)], draft, part), isTyped: true })
  }

  const renew = (one: Case) => {
    onChanged(one)
    if (draft) keep({ ...draft, version: one.version })
  }

  /** What a refusal says in the form; a conflict reloads the case and keeps the draft. */
  const refusal = async (failure: Failure, caseId: string): Promise<Problems> => {
    if (failure.field !== 'version') return { form: refusalText(failure, refusals, draft?.isTyped) }
    const reread = await call('moderation', 'GET /case/detail', { caseId })
    const fresh = reread.ok ? reread.results[0] : undefined
    if (fresh && draft && isDecidedAs(fresh, draft)) {
      keep(undefined)
      onDecided(draft.choice, fresh)
      return {}
    }
    if (fresh) renew(fresh)
    const by = fresh && decisionText(fresh)
    const said = by ? t('desk.closed', { decision: by }) : t('desk.changed')
    const typed = withTyped(said, draft?.isTyped)
    if (!fresh || (draft ? draftIn(fresh, draft) : !by)) return { form: typed }
    onGone(by ? typed : withTyped(t(limitOf(fresh) ?? 'desk.changed'), draft?.isTyped))
    return {}
  }

  const confirm = async (): Promise<Problems> => {
    if (!opened || !draft) return {}
    const missing = problemsOf(draft)
    if (hasSome(missing)) return missing
    const result = await send(opened, draft)
    if (!result.ok) return refusal(result, opened.caseId)
    keep(undefined)
    onDecided(draft.choice, result.results[0])
    return {}
  }

  const inquire = async (reference: string): Promise<Problems> => {
    if (!opened) return {}
    const { caseId, version } = opened
    const input = { caseId, version, reference }
    const result = await call('moderation', 'POST /request/inquiry', input)
    if (!result.ok) return refusal(result, caseId)
    if (result.results[0]) renew(result.results[0])
    return {}
  }

  return { draft, choose, change, confirm, inquire }
}

function problemsOf(draft: DecisionDraft): Problems {
  if (draft.choice === 'none') return {}
  const { ground, ...missing } = missingIn(draft)
  return { ...missing, ...(hasStatement(draft.choice) && ground && { ground }) }
}

function send(one: Case, draft: DecisionDraft): Promise<CallResult<Case[]>> {
  const { choice, explanation, days, refusalReason } = draft
  const decided = {
    caseId: one.caseId,
    version: draft.version,
    ...(refusalReason && refusedIn(choice, one).length > 0 && { refusalReason }),
  }
  if (one.state === 'appealed' && isExplained(choice))
    return call('moderation', 'POST /appeal/decision', { ...decided, outcome: choice, explanation })
  return call('moderation', 'POST /case/decision', {
    ...decided,
    action: isExplained(choice) ? 'none' : choice,
    ...(choice === 'pause' && { until: pauseEnd(Number(days)) }),
    ...(isExplained(choice) ? { explanation } : choice !== 'none' && statementOf(draft)),
  })
}
