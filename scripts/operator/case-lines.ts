import type { Case, CaseSummary } from '../../src/contract/case-schemas.ts'
import type { Decision } from '../../src/contract/decision-schemas.ts'
import { tokyoMinute } from './tokyo-time.ts'

const minute = (seconds: number) => tokyoMinute(seconds * 1000)

const reportsOf = ({ categories }: CaseSummary) =>
  categories.map(({ category, count }) => `${category} ${count}`).join(', ')

/** A line of the queue: id, state, weight, since when, and what was reported. */
export function caseLine(one: CaseSummary): string {
  const found = [reportsOf(one), one.filter && `filter ${one.filter}`, one.hasRequest && 'request']
  const state = `${one.state}${one.isHeld ? ', held' : ''}`
  return [
    `${one.caseId}  ${state}  weight ${one.score}  since ${minute(one.waitingSince)}`,
    `  ${one.author || '(account deleted)'}: ${one.text || '(text erased)'}`,
    `  ${found.filter(Boolean).join('; ')}`,
  ].join('\n')
}

function decisionLine(one: Decision): string {
  const until = one.until ? ` until ${minute(one.until)}` : ''
  const ended = one.endedAt ? ` ended ${minute(one.endedAt)}` : ''
  const ground = one.ground ? ` (${one.ground.kind}: ${one.ground.text})` : ''
  return `${minute(one.decidedAt)}  ${one.action}${until}${ended}${ground} ${one.explanation}`.trimEnd()
}

function section(title: string, lines: string[]): string[] {
  return lines.length > 0 ? ['', title, ...lines.map((line) => `  ${line}`)] : []
}

/** A case with everything that a decision needs. */
export function caseText(one: Case): string {
  const { authorInfo, question, appeal, comment } = one
  const deleted = comment.isDeleted ? ', deleted by its author' : ''
  return [
    caseLine(one),
    `  version ${one.version}, posted ${minute(comment.postedAt)}${deleted}`,
    ...section('Question', Object.values(question.texts)),
    ...section(
      'Reports',
      one.reports.map(({ category, words, illegal, weight, isGuest, reference }) =>
        [`${category} (weight ${weight}${isGuest ? ', guest' : ''}, ${reference})`, words, illegal]
          .filter(Boolean)
          .join(': '),
      ),
    ),
    ...section(
      'Requests',
      one.requests.flatMap((request) => [
        `${request.reference} ${request.kind} by ${request.name}: ${request.right}: ${request.reason}`,
        request.replyDueAt
          ? `  inquired; reply ${request.reply ?? `due ${minute(request.replyDueAt)}`} ${request.replyText ?? ''}`
          : '  the poster has not been asked',
      ]),
    ),
    ...section('Appeal', appeal ? [`${appeal.reference}: ${appeal.text}`] : []),
    ...section('Decisions', one.decisions.map(decisionLine)),
    ...section('Other posts of the author', authorInfo?.otherPosts.map(({ text }) => text) ?? []),
    ...section('Earlier decisions', authorInfo?.earlierDecisions.map(decisionLine) ?? []),
    ...section(
      'History',
      one.history.map(({ at, actor, action, why }) =>
        `${minute(at)}  ${actor}  ${action} ${why}`.trimEnd(),
      ),
    ),
  ].join('\n')
}
