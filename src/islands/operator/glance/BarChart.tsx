import { useId } from 'react'
import type { Translate } from '../../../i18n/translate.ts'
import { numberText } from '../numbers.ts'

interface Props {
  t: Translate
  title: string
  /** Heading of the first column of the table. */
  head: string
  series: { name: string; color: 'olive' | 'blue' | 'green' | 'red' }[]
  rows: { label: string; values: number[] }[]
}

const WIDTH = 640
const HEIGHT = 200
const BOTTOM = 32
const LEFT = 72
const RIGHT = 24

/** Bars of several series over time. The same figures are in a table, for those who do not see the chart. */
export function BarChart({ t, title, head, series, rows }: Props) {
  const id = useId()
  const top = niceTop(Math.max(1, ...rows.flatMap(({ values }) => values)))
  const span = (WIDTH - LEFT - RIGHT) / Math.max(1, rows.length)
  const width = (span * 0.72) / series.length
  const heightOf = (value: number) => ((HEIGHT - BOTTOM - 12) * value) / top
  const step = Math.ceil(rows.length / 7)
  return (
    <figure className="chart">
      <figcaption id={id}>{title}</figcaption>
      <p className="chart-legend" aria-hidden="true">
        {series.map(({ name, color }) => (
          <span key={name}>
            <i className={`chart-${color}`} /> {name}
          </span>
        ))}
      </p>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby={id}>
        {[0, top / 2, top].map((value) => (
          <g key={value} transform={`translate(0 ${HEIGHT - BOTTOM - heightOf(value)})`}>
            <line x1={LEFT} x2={WIDTH - RIGHT} className="chart-grid" />
            <text x={LEFT - 8} y="0.3em" textAnchor="end">
              {numberText(value)}
            </text>
          </g>
        ))}
        {rows.map(({ label, values }, index) => (
          <g key={label + String(index)} transform={`translate(${LEFT + index * span} 0)`}>
            {values.map((value, column) => (
              <rect
                key={series[column]!.name}
                className={`chart-${series[column]!.color}`}
                x={span * 0.14 + column * width}
                y={HEIGHT - BOTTOM - heightOf(value)}
                width={Math.max(1, width - 1)}
                height={heightOf(value)}
              />
            ))}
            {(rows.length - 1 - index) % step === 0 && (
              <text x={span / 2} y={HEIGHT - 8} textAnchor="middle">
                {label}
              </text>
            )}
          </g>
        ))}
      </svg>
      <details>
        <summary>{t('glance.asTable')}</summary>
        <FigureTable
          caption={title}
          head={[head, ...series.map(({ name }) => name)]}
          rows={rows.map(({ label, values }) => [label, ...values.map(numberText)])}
        />
      </details>
    </figure>
  )
}

interface TableProps {
  caption: string
  head: string[]
  rows: string[][]
}

/** A table whose first column names its rows. */
export function FigureTable({ caption, head, rows }: TableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls has to be reached by keys
    <div className="figure-table" tabIndex={0} role="region" aria-label={caption}>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...values], index) => (
            <tr key={`${name}${String(index)}`}>
              <th scope="row">{name}</th>
              {values.map((value, column) => (
                <td key={head[column + 1]}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The next even number with one or two significant digits, so that half of it is whole. */
function niceTop(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value))
  const top = [1, 2, 4, 6, 8, 10].map((times) => times * unit).find((one) => one >= value)!
  return Math.max(2, top)
}
