import type { parseArgs } from 'node:util'
import { languages, type Language } from '../../src/domain/language.ts'
import { addDays, tokyoDay } from '../../src/domain/question-day.ts'
import { CommandError } from './database.ts'
import { exportFile, importFile } from './question-files.ts'
import { reasons } from './question-refusals.ts'
import { calendarLine, poolText } from './question-text.ts'
import type { Site } from './site.ts'

const poolStates = ['waiting', 'own', 'built-in', 'retired'] as const

export const QUESTIONS_USAGE = `  npm run operator -- questions list [--from <day>] [--days <number>]
  npm run operator -- questions list --pool <${poolStates.join('|')}> [--search <words>]
  npm run operator -- questions show <day or question>
  npm run operator -- questions add --ja <text> --en <text> [--topic <topic>] [--season <MM-DD or MM-DD..MM-DD>]
  npm run operator -- questions edit <question> --version <number> [--ja <text>] [--en <text>] [--topic …] [--season …]
      [--answered <number>]
  npm run operator -- questions schedule <day> <question> [--replace]
  npm run operator -- questions move <day> <other day>
  npm run operator -- questions clear <day>
  npm run operator -- questions swap <question> --answered <number>
  npm run operator -- questions retire <question> --version <number>
  npm run operator -- questions restore <question> --version <number>
  npm run operator -- questions import <file.csv or file.json> [--take]
  npm run operator -- questions export <file.csv or file.json>`

/** Options of `questions` in the form of `parseArgs`. */
export const questionsOptions = {
  ...(Object.fromEntries(languages.map((language) => [language, { type: 'string' }])) as Record<
    Language,
    { type: 'string' }
  >),
  version: { type: 'string' },
  topic: { type: 'string' },
  season: { type: 'string' },
  answered: { type: 'string' },
  replace: { type: 'boolean' },
  from: { type: 'string' },
  days: { type: 'string' },
  pool: { type: 'string' },
  search: { type: 'string' },
  take: { type: 'boolean' },
} as const

export type QuestionsOptions = ReturnType<
  typeof parseArgs<{ options: typeof questionsOptions }>
>['values']

const usage = () => new CommandError(`Usage:\n${QUESTIONS_USAGE}`)
const DAY = /^\d{4}-\d\d-\d\d$/

/**
 * One `questions` command, made through the calls of the site.
 * @returns what to print
 * @throws CommandError with a sentence for the operator; RefusedError
 */
export async function operateQuestions(
  site: Site,
  words: string[],
  options: QuestionsOptions,
): Promise<string> {
  const [action = '', first = '', second = '', ...others] = words
  const command = commands[action]
  if (!command || words.length !== command.words + 1 || others.length > 0) throw usage()
  return command.run(site, options, first, second)
}

type Run = (site: Site, options: QuestionsOptions, first: string, second: string) => Promise<string>

const commands: Record<string, { words: number; run: Run }> = {
  list: { words: 0, run: list },
  show: { words: 1, run: show },
  add: { words: 0, run: add },
  edit: { words: 1, run: edit },
  schedule: { words: 2, run: schedule },
  move: { words: 2, run: move },
  clear: { words: 1, run: clear },
  swap: {
    words: 1,
    run: (site, options, poolId) => give(site, today(), poolId, numberOf(options, 'answered')),
  },
  retire: { words: 1, run: (site, options, id) => retire(site, options, id, true) },
  restore: { words: 1, run: (site, options, id) => retire(site, options, id, false) },
  import: { words: 1, run: (site, { take }, file) => importFile(site, file, take === true) },
  export: { words: 1, run: (site, _, file) => exportFile(site, file) },
}

const today = () => tokyoDay(Date.now())

async function list(site: Site, options: QuestionsOptions): Promise<string> {
  const { pool, search, from = today(), days = '60' } = options
  if (pool !== undefined) {
    const state = poolStates.find((name) => name === pool)
    if (!state) throw usage()
    const input = { state, limit: '100', ...(search && { search }) }
    const { results } = await site.call('operator', 'GET /question', input)
    return results.map(poolText).join('\n\n') || 'No question.'
  }
  if (!DAY.test(from) || !/^\d{1,3}$/.test(days) || Number(days) < 1) throw usage()
  const range = { from, until: addDays(from, Number(days) - 1) }
  const { results } = await site.call('operator', 'GET /calendar', range)
  return results.map(calendarLine).join('\n')
}

async function show(site: Site, _: QuestionsOptions, name: string): Promise<string> {
  if (DAY.test(name)) return calendarLine(await dayOf(site, name))
  const { results } = await site.call('operator', 'GET /question/detail', { poolId: name })
  return results.map(poolText).join('\n')
}

async function dayOf(site: Site, day: string) {
  if (!DAY.test(day)) throw new CommandError(`'${day}' is not a day such as 2026-12-24.`)
  const { results } = await site.call('operator', 'GET /calendar', { from: day, until: day })
  return results[0]!
}

/** A topic by its id or one of its names; without one, `fallback` or the first. */
async function topicOf(site: Site, name: string | undefined, fallback?: string): Promise<string> {
  if (!name && fallback) return fallback
  const { results } = await site.call('operator', 'GET /topic', {})
  const found = name
    ? results.find((topic) => [topic.topicId, ...Object.values(topic.name)].includes(name))
    : results[0]
  if (found) return found.topicId
  const known = results.map(({ topicId }) => topicId).join(', ')
  throw new CommandError(`There is no topic ${name}. Topics are ${known}.`)
}

async function add(site: Site, options: QuestionsOptions): Promise<string> {
  const { ja, en, topic, season } = options
  if (!ja || !en) throw new CommandError('A question is written with --ja and --en.')
  const { results } = await site.call('operator', 'POST /question', {
    texts: { ...textsOf(options), ja, en },
    topicId: await topicOf(site, topic),
    ...(season && { season }),
  })
  return results.map(poolText).join('\n')
}

const textsOf = (options: QuestionsOptions) =>
  Object.fromEntries(
    languages.flatMap((language) => (options[language] ? [[language, options[language]]] : [])),
  ) as Partial<Record<Language, string>>

async function edit(site: Site, options: QuestionsOptions, poolId: string): Promise<string> {
  const version = numberOf(options, 'version')
  const { results: found } = await site.call('operator', 'GET /question/detail', { poolId })
  const one = found[0]!
  const season = options.season ?? one.season
  const { results } = await site.call('operator', 'PUT /question', {
    poolId,
    version,
    texts: { ...one.texts, ...textsOf(options) },
    topicId: await topicOf(site, options.topic, one.topicId),
    ...(season && { season }),
    ...(options.answered && { answered: numberOf(options, 'answered') }),
  })
  return results.map(poolText).join('\n')
}

async function schedule(
  site: Site,
  { replace }: QuestionsOptions,
  day: string,
  poolId: string,
): Promise<string> {
  if (day === today()) throw new CommandError('Today’s question is changed with questions swap.')
  const { question } = await dayOf(site, day)
  if (question?.isScheduled && !replace)
    throw new CommandError(
      `${day} is scheduled already. Add --replace to give it another question.`,
    )
  return give(site, day, poolId)
}

async function give(
  site: Site,
  day: string,
  poolId: string | null,
  answered?: number,
): Promise<string> {
  const seenId = (await dayOf(site, day)).question?.questionId ?? null
  const input = { day, poolId, seenId, ...(answered !== undefined && { answered }) }
  const { results } = await site.call('operator', 'PUT /calendar/day', input)
  return results.map(calendarLine).join('\n')
}

async function clear(site: Site, _: QuestionsOptions, day: string): Promise<string> {
  if (!(await dayOf(site, day)).question?.questionId)
    throw new CommandError(`Nothing is scheduled on ${day}.`)
  return give(site, day, null)
}

async function move(site: Site, _: QuestionsOptions, from: string, to: string): Promise<string> {
  const seenFrom = (await dayOf(site, from)).question?.questionId
  if (!seenFrom) throw new CommandError(`${from} has no question to move.`)
  const seenTo = (await dayOf(site, to)).question?.questionId ?? null
  const { results } = await site.call('operator', 'POST /calendar/move', {
    from,
    to,
    seenFrom,
    seenTo,
  })
  return results.map(calendarLine).join('\n')
}

async function retire(
  site: Site,
  options: QuestionsOptions,
  poolId: string,
  isRetired: boolean,
): Promise<string> {
  const input = { poolId, version: numberOf(options, 'version'), isRetired }
  const { results } = await site.call('operator', 'PUT /question/retirement', input)
  return results.map(poolText).join('\n')
}

function numberOf(options: QuestionsOptions, name: keyof typeof reasons): number {
  const text = options[name]
  if (text && /^\d{1,9}$/.test(text)) return Number(text)
  throw new CommandError(reasons[name])
}
