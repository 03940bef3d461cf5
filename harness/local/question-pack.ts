import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { languages, type Language } from '../../src/domain/language.ts'
import { seasonOf as domainSeasonOf } from '../../src/domain/question-season.ts'
import { isFurther } from '../../src/domain/texts-by-language.ts'
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

const ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

export const questionsOf = ({ files }: QuestionPack): PackQuestion[] =>
  [...files.values()].flatMap(({ topics }) => topics.flatMap(({ questions }) => questions))

/** First and last day of the season within a year, `MM-DD`; `undefined` for a regular question. */
export const seasonOf = ({ days }: PackQuestion) => domainSeasonOf(days ?? '')

/** The pack without seasonal questions, whose order depends on the date. */
export function withoutSeasons(pack: QuestionPack): QuestionPack {
  const copy = structuredClone(pack)
  for (const topic of [...copy.files.values()].flatMap(({ topics }) => topics)) {
    topic.questions = topic.questions.filter(({ days }) => days === undefined)
  }
  return copy
}

function readJson(folder: string, file: string): unknown {
  try {
    return JSON.parse(readFileSync(join(folder, file), 'utf8'))
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error })
  }
}

/**
 * The validated pack of `questions/`.
 * @throws Error naming the file and id of the first fault
 */
export function questionPack(folder = inProject('questions')): QuestionPack {
  const names = globSync('pack/*.json', { cwd: folder }).sort()
  const files = new Map(
    names.map((name) => [basename(name), readJson(folder, name) as PackCategory]),
  )
  const order = readJson(folder, 'order.json') as string[]
  const seen = new Set<string>()
  for (const [file, content] of files) checkCategory(file, content, seen)
  checkOrder(order, files)
  return { files, order }
}

function checkCategory(file: string, { category, topics }: PackCategory, seen: Set<string>) {
  const complain = (what: string): never => {
    throw new Error(`questions/pack/${file}: ${what}`)
  }
  const check = (kind: string, id: unknown, texts: Partial<PackTexts> | undefined) => {
    if (typeof id !== 'string' || !ID.test(id) || id.length > 32) {
      complain(`${kind} id '${String(id)}' is not kebab-case of at most 32 characters`)
    }
    if (seen.has(`${kind} ${String(id)}`)) complain(`${kind} '${String(id)}' is there twice`)
    seen.add(`${kind} ${String(id)}`)
    for (const language of languages) {
      const text = texts?.[language]
      if (text === undefined && isFurther(language)) continue
      if (typeof text !== 'string' || text.trim() === '' || text !== text.trim()) {
        complain(`${kind} '${String(id)}' has no proper text in '${language}'`)
      }
    }
  }
  if (!category || !Array.isArray(topics)) complain('needs a category and its topics')
  check('category', category.id, category.name)
  for (const topic of topics) {
    check('topic', topic.id, topic.name)
    if (!Array.isArray(topic.questions)) complain(`topic '${topic.id}' has no questions`)
    for (const question of topic.questions) {
      check('question', question.id, question)
      if (question.days !== undefined && !seasonOf(question))
        complain(`question '${question.id}' has no proper 'days'`)
    }
  }
}

function checkOrder(order: string[], files: QuestionPack['files']) {
  const complain = (what: string): never => {
    throw new Error(`questions/order.json: ${what}`)
  }
  const fileOf = new Map(
    [...files].flatMap(([file, { topics }]) =>
      topics
        .flatMap(({ questions }) => questions.filter(({ days }) => days === undefined))
        .map(({ id }) => [id, file]),
    ),
  )
  const ordered = new Set(order)
  const twice = order.find((id, index) => order.indexOf(id) !== index)
  if (twice) complain(`'${twice}' is there twice`)
  for (const [id, file] of fileOf) if (!ordered.has(id)) complain(`lacks '${id}' of pack/${file}`)
  for (const id of ordered)
    if (!fileOf.has(id)) complain(`'${id}' is no regular question of the pack`)
}
