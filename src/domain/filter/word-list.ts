import { foldedText, foldForFilter, type FoldedText } from './folded-text.ts'

export interface ListedWord {
  word: string
  outcome: 'refused' | 'held'
}

export interface PreparedWord extends ListedWord {
  folded: string
}

export function prepareWords(list: readonly ListedWord[]): PreparedWord[] {
  return list
    .map((listed) => ({ ...listed, folded: foldForFilter(listed.word).trim() }))
    .filter(({ folded }) => folded !== '')
}

/** A word with inflected kana, whose end the segmenter splits unreliably. */
const INFLECTED = /^\p{Script=Han}.*[\u3041-\u3096]$/u

/** Matches whole words, so not in `Scunthorpe` or `おいしいね`; an inflected word needs only its start. */
function contains({ text, boundaries }: FoldedText, folded: string): boolean {
  const isInflected = INFLECTED.test(folded)
  for (let at = text.indexOf(folded); at >= 0; at = text.indexOf(folded, at + 1)) {
    if (boundaries.has(at) && (isInflected || boundaries.has(at + folded.length))) return true
  }
  return false
}

/** Listed words in a text, refusing ones first. */
export function listedWordsIn(text: string, list: readonly PreparedWord[]): PreparedWord[] {
  if (list.length === 0) return []
  const folded = foldedText(text)
  const found = list.filter(({ folded: word }) => contains(folded, word))
  return found.sort((a, b) => Number(b.outcome === 'refused') - Number(a.outcome === 'refused'))
}
