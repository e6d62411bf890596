// Charts as SVG, each with the table of its values.

import { type ReactNode, useId } from 'react'
import { formatNumber } from '../i18n/format.ts'
import { textsOf } from '../i18n/texts.ts'
import { ScrollRegion } from './scroll-region.tsx'

export const chartTexts = textsOf({ table: 'Show as a table' }, { table: 'Als Tabelle zeigen' })

export type Bar = { label: string; value: number; to?: ReactNode }

const height = 146
const plotTop = 12
/** The labels of a phone are 18 high. */
const plotBottom = 24

/** The least round number that is not below the value, with at most four steps. */
function scaleOf(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)))
  const step = [1, 2, 5, 10].find(each => each * power >= value) ?? 10
  return Math.max(4, step * power)
}

type BarChartProps = {
  /** What the bars show. */
  title: string
  /** The heads of the columns of the table. */
  columns: readonly [string, string]
  bars: readonly Bar[]
  /** Shows each n-th label. Default: all. */
  every?: number
}

export function BarChart({ title, columns, bars, every = 1 }: BarChartProps) {
  const id = useId()
  const width = 560
  const max = scaleOf(Math.max(0, ...bars.map(({ value }) => value)))
  const slot = (width - 36) / Math.max(1, bars.length)
  const yOf = (value: number) => height - plotBottom - (value / max) * (height - plotTop - plotBottom)
  return (
    <figure className="chart" aria-labelledby={id}>
      <figcaption id={id}>{title}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {[0, 0.25, 0.5, 0.75, 1].map(part => (
          <g key={part}>
            <line className="grid-line" x1={34} x2={width} y1={yOf(part * max)} y2={yOf(part * max)} />
            {part * 2 === Math.round(part * 2) && (
              <text x={28} y={yOf(part * max) + 3} textAnchor="end">
                {formatNumber(part * max)}
              </text>
            )}
          </g>
        ))}
        {bars.map(({ label, value }, at) => (
          <g key={label}>
            <rect
              className="bar-part"
              x={36 + at * slot + slot * 0.15}
              y={yOf(value)}
              width={slot * 0.7}
              height={height - plotBottom - yOf(value)}
              rx={2}>
              <title>{`${label}: ${formatNumber(value)}`}</title>
            </rect>
            {at % every === 0 && (
              <text x={36 + at * slot + slot / 2} y={height - 5} textAnchor="middle">
                {label}
              </text>
            )}
          </g>
        ))}
      </svg>
      <ChartTable title={title} columns={columns} bars={bars} />
    </figure>
  )
}

export function ChartTable({ title, columns, bars }: Pick<BarChartProps, 'title' | 'columns' | 'bars'>) {
  return (
    <details>
      <summary>{chartTexts.table}</summary>
      <ScrollRegion className="table-scroll" aria-label={title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{columns[0]}</th>
              <th scope="col" className="number">
                {columns[1]}
              </th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ label, value }) => (
              <tr key={label}>
                <td>{label}</td>
                <td className="number">{formatNumber(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  )
}
