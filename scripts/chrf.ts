/** Longest run of characters that is compared. */
const ORDER = 6
/** Weight of recall against precision. */
const BETA = 2

function runs(text: string, length: number): Map<string, number> {
  const characters = [...text.replace(/\s+/g, '')]
  const found = new Map<string, number>()
  for (let at = 0; at + length <= characters.length; at++) {
    const run = characters.slice(at, at + length).join('')
    found.set(run, (found.get(run) ?? 0) + 1)
  }
  return found
}

const total = (counts: Map<string, number>) => [...counts.values()].reduce((sum, n) => sum + n, 0)

/**
 * chrF of a translation, 0 to 100: the F-score of runs of one to six characters that it shares with a reference. It
 * needs no words, so that it fits Japanese as well. Popović 2015, https://aclanthology.org/W15-3049/
 */
export function chrf(translation: string, reference: string): number {
  const shares = Array.from({ length: ORDER }, (_, index) => {
    const [made, wanted] = [runs(translation, index + 1), runs(reference, index + 1)]
    let shared = 0
    for (const [run, count] of made) shared += Math.min(count, wanted.get(run) ?? 0)
    return { shared, made: total(made), wanted: total(wanted) }
  }).filter(({ made, wanted }) => made > 0 && wanted > 0)
  if (shares.length === 0) return translation === reference ? 100 : 0
  const mean = (of: 'made' | 'wanted') =>
    shares.reduce((sum, share) => sum + share.shared / share[of], 0) / shares.length
  const [precision, recall] = [mean('made'), mean('wanted')]
  if (precision + recall === 0) return 0
  return (100 * (1 + BETA ** 2) * precision * recall) / (BETA ** 2 * precision + recall)
}
