import { foldedText, foldForFilter, type FoldedText } from './folded-text.ts'

export interface ListedWord {
  word: string
  outcome: 'refused' | 'held'
}

/** A word in the form in which texts are compared. */
export interface PreparedWord extends ListedWord {
  folded: string
}

export function prepareWords(list: readonly ListedWord[]): PreparedWord[] {
  return list
    .map((listed) => ({ ...listed, folded: foldForFilter(listed.word).trim() }))
    .filter(({ folded }) => folded !== '')
}

/** A word that goes on in kana, as verbs do: where it ends the segmenter cuts at random. */
const INFLECTED = /^\p{Script=Han}.*[\u3041-\u3096]$/u

/**
 * Whether a text contains the word as a word of its own: both ends are at word boundaries, so that neither
 * `Scunthorpe` nor `おいしいね` contains what a list may name. An inflected word needs the first one only.
 */
function contains({ text, boundaries }: FoldedText, folded: string): boolean {
  const isInflected = INFLECTED.test(folded)
  for (let at = text.indexOf(folded); at >= 0; at = text.indexOf(folded, at + 1)) {
    if (boundaries.has(at) && (isInflected || boundaries.has(at + folded.length))) return true
  }
  return false
}

/** The words of a list that a text contains, those that refuse it first. */
export function listedWordsIn(text: string, list: readonly PreparedWord[]): PreparedWord[] {
  if (list.length === 0) return []
  const folded = foldedText(text)
  const found = list.filter(({ folded: word }) => contains(folded, word))
  return found.sort((a, b) => Number(b.outcome === 'refused') - Number(a.outcome === 'refused'))
}
