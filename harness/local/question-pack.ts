import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { inProject } from './run.ts'

interface Bilingual {
  en: string
  ja: string
}

interface PackQuestion extends Bilingual {
  id: string
}

export interface PackCategory {
  category: { id: string; name: Bilingual }
  topics: { id: string; name: Bilingual; questions: PackQuestion[] }[]
}

export interface QuestionPack {
  /** By file name, such as `arts.json`. */
  files: Map<string, PackCategory>
  /** All question ids in the order in which they are given out. */
  order: string[]
}

const ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

function readJson(folder: string, file: string): unknown {
  try {
    return JSON.parse(readFileSync(join(folder, file), 'utf8'))
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error })
  }
}

/**
 * The pack of `questions/`, complete and without contradiction.
 * @throws Error naming the file and the id of the first thing that is wrong
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
  const check = (kind: string, id: unknown, texts: Partial<Bilingual> | undefined) => {
    if (typeof id !== 'string' || !ID.test(id) || id.length > 32) {
      complain(`${kind} id '${String(id)}' is not kebab-case of at most 32 characters`)
    }
    if (seen.has(`${kind} ${String(id)}`)) complain(`${kind} '${String(id)}' is there twice`)
    seen.add(`${kind} ${String(id)}`)
    for (const language of ['en', 'ja'] as const) {
      const text = texts?.[language]
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
    for (const question of topic.questions) check('question', question.id, question)
  }
}

function checkOrder(order: string[], files: QuestionPack['files']) {
  const ordered = new Set(order)
  if (ordered.size < order.length) {
    const twice = order.find((id, place) => order.indexOf(id) !== place)
    throw new Error(`questions/order.json: '${twice}' is there twice`)
  }
  const known = new Set<string>()
  for (const [file, { topics }] of files) {
    for (const { id } of topics.flatMap(({ questions }) => questions)) {
      known.add(id)
      if (!ordered.has(id)) throw new Error(`questions/order.json: lacks '${id}' of pack/${file}`)
    }
  }
  const stranger = order.find((id) => !known.has(id))
  if (stranger) throw new Error(`questions/order.json: '${stranger}' is in no file of the pack`)
}
