import type { parseArgs } from 'node:util'
import { decisionActions, type DecisionAction } from '../../src/domain/moderation.ts'
import { caseLine, caseText } from './case-lines.ts'
import { CommandError } from './database.ts'
import type { RefusedError, Site } from './site.ts'
import { tokyoTime } from './tokyo-time.ts'

export const CASES_USAGE = `  npm run operator -- cases list
  npm run operator -- cases show <case>
  npm run operator -- cases decide <case> <${decisionActions.join('|')}> --version <number>
      [--law <text> or --terms <text>] [--explanation <text>] [--until <time>] [--filter]
  npm run operator -- cases appeal <case> <upheld|reversed> --version <number> --explanation <text>
  npm run operator -- cases inquire <case> <request> --version <number>`

/** Options of `cases` in the form of `parseArgs`. */
export const casesOptions = {
  version: { type: 'string' },
  law: { type: 'string' },
  terms: { type: 'string' },
  explanation: { type: 'string' },
  until: { type: 'string' },
  filter: { type: 'boolean' },
} as const

export type CasesOptions = ReturnType<typeof parseArgs<{ options: typeof casesOptions }>>['values']

/**
 * One `cases` command, made through the calls of the site.
 * @returns what to print
 * @throws CommandError with a sentence for the operator; RefusedError
 */
export async function operateCases(
  site: Site,
  words: string[],
  options: CasesOptions,
): Promise<string> {
  const [action = '', caseId = '', what = '', ...others] = words
  const count = { list: 1, show: 2, decide: 3, appeal: 3, inquire: 3 }[action]
  if (count !== words.length || others.length > 0) throw new CommandError(`Usage:\n${CASES_USAGE}`)
  if (action === 'list') return listCases(site)
  if (action === 'show') {
    const { results } = await site.call('moderation', 'GET /case/detail', { caseId })
    return results.map(caseText).join('\n')
  }
  const version = versionOf(options)
  const explanation = options.explanation?.trim()
  if (action === 'inquire') {
    const input = { caseId, version, reference: what }
    const { results } = await site.call('moderation', 'POST /request/inquiry', input)
    return results.map(caseText).join('\n')
  }
  if (action === 'appeal') {
    if (what !== 'upheld' && what !== 'reversed') throw new CommandError(`Usage:\n${CASES_USAGE}`)
    if (!explanation) throw new CommandError('An appeal is decided with --explanation.')
    const input = { caseId, version, outcome: what, explanation } as const
    const { results } = await site.call('moderation', 'POST /appeal/decision', input)
    return results.map(caseText).join('\n')
  }
  if (!decisionActions.includes(what as DecisionAction))
    throw new CommandError(`Usage:\n${CASES_USAGE}`)
  const { results } = await site.call('moderation', 'POST /case/decision', {
    caseId,
    version,
    action: what as DecisionAction,
    explanation,
    ground: groundOf(options),
    until: untilOf(options),
    foundByFilter: options.filter,
  })
  return results.map(caseText).join('\n')
}

async function listCases(site: Site): Promise<string> {
  const lines: string[] = []
  let after: string | undefined
  do {
    const { results, nextAfter } = await site.call('moderation', 'GET /case', {
      after,
      limit: '50',
    })
    lines.push(...results.map(caseLine))
    after = nextAfter ?? undefined
  } while (after)
  return lines.length > 0 ? lines.join('\n\n') : 'No case waits.'
}

function versionOf({ version }: CasesOptions): number {
  if (version && /^\d+$/.test(version)) return Number(version)
  throw new CommandError(
    'Name the version that you read, so that nobody’s decision is overwritten: --version <number>, as cases show prints it.',
  )
}

export function groundOf({ law, terms }: CasesOptions) {
  if (law && terms) throw new CommandError('A decision has one ground: --law or --terms.')
  if (law) return { kind: 'law', text: law } as const
  return terms ? ({ kind: 'terms', text: terms } as const) : undefined
}

/** Epoch seconds; a time without a zone is Tokyo's. */
export function untilOf({ until }: CasesOptions): number | undefined {
  return until ? Math.floor(tokyoTime(until) / 1000) : undefined
}

/** The sentence for a refusal by the site, by its code and field. */
export function caseRefusal({ body }: RefusedError): CommandError {
  if (body.errorCode === -1015) return new CommandError('This person has no role for that.')
  if (body.errorCode === -1016)
    return new CommandError(
      'Not allowed: that person has the same role or a higher one, or this is your own post, decision or account.',
    )
  if (body.errorCode === -1022) return new CommandError('There is no such case, request or person.')
  if (body.field === 'version')
    return new CommandError(
      'The case has changed since this version. Read it again with cases show, then decide.',
    )
  if (body.field === 'reference')
    return new CommandError('The poster has been asked already, or the request is decided.')
  if (body.field === 'change')
    return new CommandError('Not possible now. Look at the account again with people show.')
  if (body.field === 'appeal')
    return new CommandError(
      'An appeal against your own decision waits. It has to be decided first.',
    )
  const about = body.field ? ` (${body.field})` : ''
  return new CommandError(`The site refused: ${body.errorCode} ${body.message}${about}`)
}
