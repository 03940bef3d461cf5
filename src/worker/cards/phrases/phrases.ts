import model from './model.json' with { type: 'json' }

/**
 * Japanese in phrases, as a reader takes breath, by the weights of `model.json`: the Japanese model of BudouX 0.9.2,
 * © 2021 Google LLC, Apache License 2.0 (see LICENSE beside it), unchanged. `UW`, `BW` and `TW` weigh one, two and
 * three characters about a place between two characters.
 */
const weights: Record<string, Record<string, number>> = model

/** Where the characters about a place begin and end, from that place. */
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

/** Places in the text, in UTF-16 units, at which a phrase begins; without the beginning of the text. */
export function phraseStarts(text: string): Set<number> {
  const starts = new Set<number>()
  for (let place = 1; place < text.length; place++) {
    let score = -threshold
    for (const [name, [from, to]] of Object.entries(windows)) {
      if (place + from < 0) continue
      score += weights[name]?.[text.slice(place + from, place + to)] ?? 0
    }
    if (score > 0) starts.add(place)
  }
  return starts
}
