import { readFileSync } from 'node:fs'
import { inProject } from './local/run.ts'
import type { Demonstration } from './local/demonstration.ts'

export interface Dataset {
  comments: { user: string; text: string; at: number }[]
}

const COMMENTS = 200
const isJapanese = (text: string) => /[\u3040-\u30ff]/.test(text)

function comment(sentences: string[], index: number): string {
  let text = ''
  for (let next = index; text.length < 80; next++) {
    const sentence = sentences[next % sentences.length]!
    text += text && !isJapanese(sentence) ? ` ${sentence}` : sentence
  }
  return [...text].slice(0, 140).join('')
}

export function demonstratedTexts() {
  const demonstration = readFileSync(inProject('questions/demonstration.json'), 'utf8')
  const { people, comments } = JSON.parse(demonstration) as Demonstration
  const all = Object.values(comments).flatMap((list) => list.map(({ text }) => text))
  const [japanese, english] = [all.filter(isJapanese), all.filter((text) => !isJapanese(text))]
  return { people, japanese, english }
}

/** 200 deterministic comments, half of them Japanese, from the sentences of the demonstration. */
export function dataset(nowMs: number): Dataset {
  const { people, japanese, english } = demonstratedTexts()
  return {
    comments: Array.from({ length: COMMENTS }, (_, index) => ({
      user: `${people[index % people.length]}${Math.floor(index / people.length)}`,
      text: comment(index % 2 ? english : japanese, index * 3),
      at: nowMs - (COMMENTS - index) * 1000,
    })),
  }
}
