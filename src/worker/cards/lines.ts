import { INSIDE_GROUP, INSIDE_PHRASE, type Atom } from './atoms.ts'

export interface TextFrame {
  /** Pixels along the lines, and across them. */
  length: number
  depth: number
  /** Type sizes in pixels, largest first. */
  sizes: number[]
  /** From one line to the next, as a part of the size. */
  leading: number
}

export interface SetText {
  size: number
  lines: Atom[][]
}

/** The least part of its size to which a text shrinks so that what describes stays beside what is described. */
const SMALLEST_PART = 0.8

/**
 * The largest size at which a text stands in its frame with every line ending at a phrase, else the largest at which
 * it stands there at all; a little smaller where no line then divides a group. Among the ways to divide it the most
 * even one wins.
 * @param limit the cost which no division may reach; `INSIDE_PHRASE` divides none
 * @returns `undefined` where even the smallest size is too large
 */
export function setText(atoms: Atom[], frame: TextFrame, limit = Infinity): SetText | undefined {
  const found = largest(atoms, frame, INSIDE_PHRASE) ?? largest(atoms, frame, limit)
  if (!found) return undefined
  const sizes = frame.sizes.filter((size) => size >= found.size * SMALLEST_PART)
  return largest(atoms, { ...frame, sizes }, INSIDE_GROUP) ?? found
}

/** The largest size at which a division costs less than `limit`. */
function largest(atoms: Atom[], frame: TextFrame, limit: number): SetText | undefined {
  for (const size of frame.sizes) {
    const most = Math.floor((frame.depth / size - 1) / frame.leading + 1)
    const longest = (frame.length / size) * 1000
    for (let count = 1; count <= most; count++) {
      const found = divide(atoms, count, longest)
      if (found && found.cost < limit) return { size, lines: found.lines }
    }
  }
  return undefined
}

/** Length of a line of these atoms, without the blanks at its ends; thousandths. */
export function lineLength(line: Atom[]): number {
  const all = line.reduce((sum, { advance }) => sum + advance, 0)
  return all - (line[0]?.trimStart ?? 0) - (line.at(-1)?.trimEnd ?? 0)
}

/** Exactly `count` lines, none longer than `longest`, as even as may be. */
function divide(atoms: Atom[], count: number, longest: number) {
  const even = lineLength(atoms) / count
  if (even > longest) return undefined
  // best[n][i]: the cheapest n lines of the first i atoms, and where the last of them begins.
  let best: ({ cost: number; starts: number[] } | undefined)[] = [{ cost: 0, starts: [] }]
  for (let line = 1; line <= count; line++) {
    const next: typeof best = []
    for (let end = 1; end <= atoms.length; end++) {
      for (let start = end - 1; start >= 0; start--) {
        const before = best[start]
        const length = lineLength(atoms.slice(start, end))
        if (length > longest && start < end - 1) break
        if (!before || length > longest || atoms[start]!.breakCost === Infinity) continue
        const cost = before.cost + atoms[start]!.breakCost + ((length - even) / longest) ** 2
        if (cost < (next[end]?.cost ?? Infinity))
          next[end] = { cost, starts: [...before.starts, start] }
      }
    }
    best = next
  }
  const found = best[atoms.length]
  if (!found) return undefined
  const lines = found.starts.map((start, line) => atoms.slice(start, found.starts[line + 1]))
  return { cost: found.cost, lines }
}
