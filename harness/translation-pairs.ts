import { readFileSync } from 'node:fs'
import { inProject } from './local/run.ts'

/**
 * 100 posts as people write them, each natural in Japanese and in English: what a good translation comes close to.
 */
export const translationPairs: readonly (readonly [ja: string, en: string])[] = readFileSync(
  inProject('harness/translation-pairs.tsv'),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t') as [string, string])

/** Each text with its translation, in both directions. */
export const knownTranslations: ReadonlyMap<string, string> = new Map(
  translationPairs.flatMap(([ja, en]) => [
    [ja, en],
    [en, ja],
  ]),
)
