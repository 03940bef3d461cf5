export interface Row {
  what: string
  figure: string
  floor?: string
  ratio?: number
  target: string
  isMet?: boolean | undefined
}

/** Whether a value meets a target such as `≥ 0.6`, `≤ 30 ms`; undefined for other targets or without a value. */
function isMet(value: number, target: string): boolean | undefined {
  const [, sign, bound] = /^([≥≤<]) ([\d.]+)/.exec(target) ?? []
  if (!sign || Number.isNaN(value)) return undefined
  const most = Number(bound)
  return sign === '≥' ? value >= most : sign === '≤' ? value <= most : value < most
}

export const row = (what: string, value: number, figure: string, target: string): Row => ({
  what,
  figure,
  target,
  isMet: isMet(value, target),
})

export const comparedRow = (
  what: string,
  figure: string,
  floor: string,
  ratio: number,
  target: string,
): Row => ({ what, figure, floor, ratio, target, isMet: isMet(ratio, target) })

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
