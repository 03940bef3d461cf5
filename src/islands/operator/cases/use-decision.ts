import { useState } from 'react'
import { codeOf, type CallResult, type Failure } from '../../../api/result.ts'
import * as errorCode from '../../../api/error-code.ts'
import type { Case } from '../../../contract/case-schemas.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { failureText } from '../../ui/failure-text.ts'
import type { DraftProblems } from './DecisionForm.tsx'
import {
  choicesOf,
  newDraft,
  type Choice,
  type DecisionDraft,
  type Statements,
} from './decision-draft.ts'
import { pauseEnd } from '../pauses.ts'
import { call } from '../../../stores/call.ts'

interface Options {
  t: Translate
  statements: Statements
  opened: Case | undefined
  /** Reads a case again. */
  read: (caseId: string) => Promise<Case | undefined>
  onChanged: (one: Case) => void
  onDecided: (choice: Choice) => void
}

/** The decision that is being written for the open case; drafts of other cases are kept while the page is open. */
export function useDecision({ t, statements, opened, read, onChanged, onDecided }: Options) {
  const [drafts, setDrafts] = useState<Readonly<Record<string, DecisionDraft | undefined>>>({})
  const [problems, setProblems] = useState<DraftProblems>({})
  const [isBusy, setBusy] = useState(false)

  const keep = (draft: DecisionDraft | undefined) => {
    if (!opened) return
    setDrafts((others) => ({ ...others, [opened.caseId]: draft }))
    setProblems({})
  }
  const draft = opened && drafts[opened.caseId]

  const choose = (choice: Choice) => {
    if (!opened || !choicesOf(opened).includes(choice)) return
    // Another decision on the same case keeps what was written for the first.
    const isSameForm = draft && draft.choice !== 'none' && opened.state === 'open'
    keep(isSameForm ? { ...draft, choice } : newDraft(statements, opened, choice))
  }

  /** Explains a refusal; after a conflict the case is read again and the draft stays. */
  const refuse = async (failure: Failure, caseId: string) => {
    if (isConflict(failure)) {
      const fresh = await read(caseId)
      return setProblems({ form: t(fresh?.state === 'closed' ? 'desk.closed' : 'desk.changed') })
    }
    if (failure.error !== 'network' && failure.error.field === 'reference')
      return setProblems({ form: t('desk.inquiryOver') })
    const code = codeOf(failure)
    if (code === errorCode.userPrivilegeNotFound) return setProblems({ form: t('desk.notAllowed') })
    if (code === errorCode.rolePrivilegeNotFound) return setProblems({ form: t('desk.refused') })
    if (code === errorCode.dataNotFound) return setProblems({ form: t('desk.gone') })
    setProblems({ form: failureText(t, failure) })
  }

  const confirm = async () => {
    if (!opened || !draft || isBusy) return
    const missing = missingIn(t, draft)
    setProblems(missing)
    if (Object.keys(missing).length > 0) return
    setBusy(true)
    const result = await send(opened, draft)
    setBusy(false)
    if (!result.ok) return refuse(result, opened.caseId)
    keep(undefined)
    onDecided(draft.choice)
  }

  const inquire = async (reference: string) => {
    if (!opened || isBusy) return
    setBusy(true)
    const { caseId, version } = opened
    const input = { caseId, version, reference }
    const result = await call('moderation', 'POST /request/inquiry', input)
    setBusy(false)
    if (!result.ok) return refuse(result, caseId)
    if (result.results[0]) onChanged(result.results[0])
  }

  return { draft, problems, isBusy, choose, change: keep, confirm, inquire }
}

/** Whether a call was refused because the case has changed since it was read. */
const isConflict = (failure: Failure) =>
  failure.error !== 'network' && failure.error.field === 'version'

function missingIn(t: Translate, { choice, ground, explanation }: DecisionDraft): DraftProblems {
  const isAppeal = choice === 'upheld' || choice === 'reversed'
  if (isAppeal) return explanation.trim() ? {} : { explanation: t('desk.explanationMissing') }
  return choice === 'none' || ground.trim() ? {} : { ground: t('desk.groundMissing') }
}

function send(one: Case, draft: DecisionDraft): Promise<CallResult<Case[]>> {
  const { caseId, version } = one
  const { choice, groundKind, ground, explanation, days } = draft
  if (choice === 'upheld' || choice === 'reversed')
    return call('moderation', 'POST /appeal/decision', {
      caseId,
      version,
      outcome: choice,
      explanation,
    })
  return call('moderation', 'POST /case/decision', {
    caseId,
    version,
    action: choice,
    foundByFilter: one.filter !== undefined && one.reports.length === 0,
    ...(choice === 'pause' && { until: pauseEnd(days) }),
    ...(choice !== 'none' && { ground: { kind: groundKind, text: ground }, explanation }),
  })
}
