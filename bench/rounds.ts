function median(numbers: number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

type Rounds<Name extends string, Sample> = Record<Name, Sample[]>

/** Interleaves measurements in a different order each round; the first round only warms up. */
export async function interleaved<Name extends string, Sample>(
  measures: Record<Name, () => Promise<Sample>>,
  rounds: number,
): Promise<Rounds<Name, Sample>> {
  const names = Object.keys(measures) as Name[]
  const samples = Object.fromEntries(names.map((name) => [name, [] as Sample[]])) as Rounds<
    Name,
    Sample
  >
  for (let round = 0; round <= rounds; round++) {
    const order = names.map((_, index) => names[(index + round) % names.length]!)
    const isBackwards = names.length > 2 && Math.floor(round / names.length) % 2 === 1
    for (const name of isBackwards ? order.toReversed() : order) {
      const sample = await measures[name]()
      if (round > 0) samples[name].push(sample)
    }
  }
  return samples
}

export const medianOf = <Sample>(samples: Sample[], of: (sample: Sample) => number): number =>
  median(samples.map(of))

/** Median ratio of two figures of the same round, so that disturbances of the machine cancel out. */
export const ratio = <Sample>(
  ours: Sample[],
  floors: Sample[],
  of: (sample: Sample) => number,
): number => median(ours.map((sample, round) => of(sample) / of(floors[round]!)))
