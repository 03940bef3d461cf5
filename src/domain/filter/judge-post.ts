import { DAY_MS } from '../durations.ts'
import { foldForFilter } from './folded-text.ts'
import { holdsLink } from './links.ts'
import { listedWordsIn, type PreparedWord } from './word-list.ts'

/** A held post names its filter to the author. See `docs/product.md#filters`. */
type FilterName = 'words' | 'links' | 'firstPost' | 'everyPost' | 'repeat'

export interface FilterSettings {
  /** Posts that wait for a moderator: none, the first of an account, or all. */
  readonly firstPost: 'none' | 'first' | 'all'
  readonly repeat: 'off' | 'nudge' | 'hold'
  /** Action on links from accounts younger than a day. */
  readonly newLinks: 'off' | 'hold' | 'refuse'
}

/** Times in epoch milliseconds. */
interface Writer {
  memberSince: number
  /** Whether any of their posts was ever visible to everybody. */
  hasPosted: boolean
  /** `repeatKey` of their last two texts, newest first; `null` without a stored key. */
  lastKeys: readonly (number | null)[]
}

export interface Verdict {
  outcome: 'nudged' | 'refused' | 'held'
  filter: FilterName
  word?: string
}

const NOT_COMPARED = /[\s\p{P}\p{S}]/gu

/** Hash (cyrb53, 53 bits) of a text without case, width, kana type and punctuation. */
export function repeatKey(text: string): number {
  const compared = foldForFilter(text).replace(NOT_COMPARED, '') || text
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < compared.length; at++) {
    const unit = compared.charCodeAt(at)
    high = Math.imul(high ^ unit, 2_654_435_761)
    low = Math.imul(low ^ unit, 1_597_334_677)
  }
  high =
    Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  low =
    Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0)
}

/** Whether only the repetition filter can object, for any author. */
export function isPlain(
  text: string,
  { firstPost, newLinks }: FilterSettings,
  words: readonly PreparedWord[],
): boolean {
  if (firstPost !== 'none' || (newLinks !== 'off' && holdsLink(text))) return false
  return listedWordsIn(text, words).length === 0
}

/** @param insists the writer was nudged and posts anyway */
export function judgePost(
  text: string,
  writer: Writer,
  settings: FilterSettings,
  { words, nowMs, insists }: { words: readonly PreparedWord[]; nowMs: number; insists: boolean },
): Verdict | undefined {
  const [listed] = listedWordsIn(text, words)
  if (listed) return { outcome: listed.outcome, filter: 'words', word: listed.word }
  if (settings.newLinks !== 'off' && nowMs - writer.memberSince < DAY_MS && holdsLink(text))
    return { outcome: settings.newLinks === 'hold' ? 'held' : 'refused', filter: 'links' }
  if (settings.firstPost === 'all') return { outcome: 'held', filter: 'everyPost' }
  if (settings.firstPost === 'first' && !writer.hasPosted)
    return { outcome: 'held', filter: 'firstPost' }
  return settings.repeat === 'off' ? undefined : repeated(text, writer, settings, insists)
}

/** The first repetition is nudged, and posted if the writer insists; the next is held. */
function repeated(
  text: string,
  { lastKeys }: Writer,
  settings: FilterSettings,
  insists: boolean,
): Verdict | undefined {
  const key = repeatKey(text)
  const same = lastKeys.map((last) => last === key)
  if (!same[0]) return undefined
  if (same[1] && settings.repeat === 'hold') return { outcome: 'held', filter: 'repeat' }
  return insists ? undefined : { outcome: 'nudged', filter: 'repeat' }
}
