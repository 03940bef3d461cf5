import model from './model.json' with { type: 'json' }

/**
 * Segments Japanese into phrases with the Japanese model of BudouX 0.9.2 (`model.json`, unchanged; © 2021 Google LLC,
 * Apache License 2.0, see LICENSE beside it). `UW`, `BW` and `TW` hold the weights of one, two and three characters
 * around a boundary. The `budoux` package itself cannot be used: decision 7 says why.
 */
const weights: Record<string, Record<string, number>> = model

/** Range of each feature's characters, relative to the boundary. */
const windows: Record<string, [from: number, to: number]> = {
  UW1: [-3, -2],
  UW2: [-2, -1],
  UW3: [-1, 0],
  UW4: [0, 1],
  UW5: [1, 2],
  UW6: [2, 3],
  BW1: [-2, 0],
  BW2: [-1, 1],
  BW3: [0, 2],
  TW1: [-3, 0],
  TW2: [-2, 1],
  TW3: [-1, 2],
  TW4: [0, 3],
}

const threshold =
  Object.values(weights)
    .flatMap((group) => Object.values(group))
    .reduce((sum, weight) => sum + weight, 0) / 2

/** Offsets at which a phrase begins, in UTF-16 units, without the beginning of the text. */
export function phraseStarts(text: string): Set<number> {
  const starts = new Set<number>()
  for (let boundary = 1; boundary < text.length; boundary++) {
    let score = -threshold
    for (const [name, [from, to]] of Object.entries(windows)) {
      if (boundary + from < 0) continue
      score += weights[name]?.[text.slice(boundary + from, boundary + to)] ?? 0
    }
    if (score > 0) starts.add(boundary)
  }
  return starts
}
