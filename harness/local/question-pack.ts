import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Language } from '../../src/domain/language.ts'
import { seasonOf as domainSeasonOf } from '../../src/domain/question-season.ts'
import { inProject } from './run.ts'

/** English and Japanese are required; missing further languages fall back to English. */
export type PackTexts = { en: string; ja: string } & Partial<Record<Language, string>>

type PackQuestion = PackTexts & {
  id: string
  /** Day or season, `MM-DD` or `MM-DD..MM-DD` in Tokyo. */
  days?: string
}

export interface PackCategory {
  category: { id: string; name: PackTexts }
  topics: { id: string; name: PackTexts; questions: PackQuestion[] }[]
}

export interface QuestionPack {
  files: Map<string, PackCategory>
  order: string[]
}

export const questionsOf = ({ files }: QuestionPack): PackQuestion[] =>
  [...files.values()].flatMap(({ topics }) => topics.flatMap(({ questions }) => questions))

/**
 * First and last day of the season within a year, `MM-DD`; `undefined` for a regular question.
 * @throws Error for days that are no season: the question would be asked on any day
 */
export function seasonOf({ id, days }: PackQuestion) {
  const season = domainSeasonOf(days ?? '')
  if (days !== undefined && !season) throw new Error(`question ${id}: "${days}" is no season`)
  return season
}

/** The pack without seasonal questions, whose order depends on the date. */
export function withoutSeasons(pack: QuestionPack): QuestionPack {
  const copy = structuredClone(pack)
  for (const topic of [...copy.files.values()].flatMap(({ topics }) => topics)) {
    topic.questions = topic.questions.filter(({ days }) => days === undefined)
  }
  return copy
}

const folder = inProject('questions')
const readJson = <Content>(file: string): Content =>
  JSON.parse(readFileSync(join(folder, file), 'utf8'))

/** The pack of `questions/`, which `tests/domain/question-pack.test.ts` checks. */
export function questionPack(): QuestionPack {
  const names = globSync('pack/*.json', { cwd: folder }).sort()
  const files = new Map(names.map((name) => [basename(name), readJson<PackCategory>(name)]))
  return { files, order: readJson('order.json') }
}
