import { performance } from 'node:perf_hooks'
import { FIRST_LANGUAGE, otherLanguage, type Language } from '../src/domain/language.ts'
import { COMMENT_LENGTH, commentLength } from '../src/domain/comment.ts'
import { config } from '../src/worker/config/config.ts'
import { translatorOf } from '../src/worker/translators/translator-of.ts'
import { TRANSLATOR_TIMEOUT_MS } from '../src/worker/translators/translator.ts'
import { chrf } from './chrf.ts'
import { stopWith } from '../harness/local/run.ts'
import { translationPairs } from '../harness/translation-pairs.ts'
import { checkedSettings } from './checked-settings.ts'

/*
 * Sends the 100 posts of `harness/translation-pairs.tsv` to the translator of the settings, in both directions, and prints
 * how close it comes to the translations there, how long it takes and what fails. Workers AI has no address: try it on a
 * deployment.
 */
const settings = checkedSettings()
const translator = translatorOf(settings as unknown as Env)
if (!translator) stopWith('TRANSLATOR is off. Set it in .dev.vars: deepl or libretranslate.')

interface Result {
  score: number
  isLong: boolean
  ms: number
}

async function measure(text: string, expected: string, from: Language, to: Language) {
  const begun = performance.now()
  const signal = AbortSignal.timeout(TRANSLATOR_TIMEOUT_MS)
  const translated = await translator!.translate({ text, from, to }, signal)
  if (typeof translated !== 'string') throw new Error('no text')
  const ms = performance.now() - begun
  return {
    score: chrf(translated, expected),
    isLong: commentLength(translated) > COMMENT_LENGTH,
    ms,
  }
}

/** The value below which a share of the sorted numbers lies. */
const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

async function run(from: Language, to: Language): Promise<void> {
  const results: Result[] = []
  const failures = new Map<string, number>()
  for (const [ja, en] of translationPairs) {
    const [text, expected] = from === 'ja' ? [ja, en] : [en, ja]
    try {
      results.push(await measure(text, expected, from, to))
    } catch (error) {
      const { message } = error as Error
      failures.set(message, (failures.get(message) ?? 0) + 1)
    }
  }
  const mean = results.reduce((sum, { score }) => sum + score, 0) / results.length || 0
  const times = results.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const [p50, p95] = [0.5, 0.95].map((share) => percentile(times, share).toFixed(0))
  console.log(
    `${from} to ${to}: chrF ${mean.toFixed(1)}, p50 ${p50} ms, p95 ${p95} ms, ` +
      `${results.filter(({ isLong }) => isLong).length} over ${COMMENT_LENGTH} characters, ` +
      `${translationPairs.length - results.length} failed`,
  )
  for (const [problem, count] of failures) console.log(`  ${problem}: ${count}`)
}

console.log(`${translator.name}, ${config(settings).translatedCharactersPerDay} characters a day`)
const [first, other] = [FIRST_LANGUAGE, otherLanguage(FIRST_LANGUAGE)]
await run(first, other)
await run(other, first)
