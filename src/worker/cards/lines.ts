import { INSIDE_GROUP, INSIDE_PHRASE, type GlyphRun } from './glyph-runs.ts'

export interface TextFrame {
  length: number
  depth: number
  /** Pixels, largest first. */
  sizes: number[]
  /** Line height as a multiple of the size. */
  leading: number
}

export interface SetText {
  size: number
  lines: GlyphRun[][]
}

/** Minimum scale when shrinking keeps a modifier on the line of its noun. */
const MIN_SHRINK = 0.8

/**
 * Breaks a text into lines by total fit (dynamic programming: the most even lines). Prefers the largest size with every
 * break between phrases, then the largest that fits; slightly smaller where that avoids breaks inside a group.
 * @param limit every break must cost less; `INSIDE_PHRASE` allows none inside a phrase
 * @returns `undefined` when the smallest size does not fit
 */
export function setText(runs: GlyphRun[], frame: TextFrame, limit = Infinity): SetText | undefined {
  const layout = largest(runs, frame, INSIDE_PHRASE) ?? largest(runs, frame, limit)
  if (!layout) return undefined
  const sizes = frame.sizes.filter((size) => size >= layout.size * MIN_SHRINK)
  return largest(runs, { ...frame, sizes }, INSIDE_GROUP) ?? layout
}

function largest(runs: GlyphRun[], frame: TextFrame, limit: number): SetText | undefined {
  for (const size of frame.sizes) {
    const most = Math.floor((frame.depth / size - 1) / frame.leading + 1)
    const longest = (frame.length / size) * 1000
    for (let count = 1; count <= most; count++) {
      const broken = breakLines(runs, count, longest)
      if (broken && broken.cost < limit) return { size, lines: broken.lines }
    }
  }
  return undefined
}

/** Length of a line without the space at its ends, thousandths. */
export function lineLength(line: GlyphRun[]): number {
  const all = line.reduce((sum, { advance }) => sum + advance, 0)
  return all - (line[0]?.trimStart ?? 0) - (line.at(-1)?.trimEnd ?? 0)
}

function breakLines(runs: GlyphRun[], count: number, longest: number) {
  const even = lineLength(runs) / count
  if (even > longest) return undefined
  // best[n][i]: the cheapest n lines of the first i runs, with their starts.
  let best: ({ cost: number; starts: number[] } | undefined)[] = [{ cost: 0, starts: [] }]
  for (let line = 1; line <= count; line++) {
    const next: typeof best = []
    for (let end = 1; end <= runs.length; end++) {
      for (let start = end - 1; start >= 0; start--) {
        const before = best[start]
        const length = lineLength(runs.slice(start, end))
        if (length > longest && start < end - 1) break
        if (!before || length > longest || runs[start]!.breakCost === Infinity) continue
        const cost = before.cost + runs[start]!.breakCost + ((length - even) / longest) ** 2
        if (cost < (next[end]?.cost ?? Infinity))
          next[end] = { cost, starts: [...before.starts, start] }
      }
    }
    best = next
  }
  const cheapest = best[runs.length]
  if (!cheapest) return undefined
  const lines = cheapest.starts.map((start, line) => runs.slice(start, cheapest.starts[line + 1]))
  return { cost: cheapest.cost, lines }
}
