import type { Loaded } from './generator.ts'
import { medianOf, ratio } from './rounds.ts'

export interface Row {
  what: string
  figure: string
  floor?: string
  ratio?: number
  target: string
  isMet?: boolean | undefined
}

/** Whether a ratio meets a target such as `≥ 0.6`; undefined without a ratio. */
function isMet(ratio: number, target: string): boolean | undefined {
  if (Number.isNaN(ratio)) return undefined
  const bound = Number(target.slice(2))
  return target.startsWith('≥') ? ratio >= bound : ratio <= bound
}

export const comparedRow = (
  what: string,
  figure: string,
  floor: string,
  ratio: number,
  target: string,
): Row => ({ what, figure, floor, ratio, target, isMet: isMet(ratio, target) })

const rate = ({ rate }: Loaded) => rate

export const rateRow = (what: string, ours: Loaded[], floors: Loaded[], target: string): Row => {
  const [figure, floor] = [ours, floors].map((samples) => `${short(medianOf(samples, rate))}/s`)
  return comparedRow(what, figure!, floor!, ratio(ours, floors, rate), target)
}

export function short(value: number): string {
  if (!Number.isFinite(value)) return '–'
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return value >= 10 ? value.toFixed(1) : value.toFixed(value >= 1 ? 2 : 3)
}

export function table(rows: Row[]): string {
  const cells = rows.map((row) => [
    row.what,
    row.figure,
    row.floor ?? '',
    row.ratio === undefined ? '' : short(row.ratio),
    row.target,
    row.isMet === undefined ? '' : row.isMet ? 'yes' : 'NO',
  ])
  const head = ['what', 'figure', 'floor', 'ratio', 'target', 'met']
  const widths = head.map((name, column) =>
    Math.max(name.length, ...cells.map((row) => row[column]!.length)),
  )
  const line = (row: string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [line(head), rule, ...cells.map(line)].join('\n')
}
