import { readFileSync } from 'node:fs'
import { inProject } from './local/run.ts'

/** 100 realistic posts, each natural in Japanese and English: a reference for translations. */
export const translationPairs: readonly (readonly [ja: string, en: string])[] = readFileSync(
  inProject('harness/translation-pairs.tsv'),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t') as [string, string])

export const knownTranslations: ReadonlyMap<string, string> = new Map(
  translationPairs.flatMap(([ja, en]) => [
    [ja, en],
    [en, ja],
  ]),
)
