// A calendar whose days are darker the more they have, with the table of its values.

import { useId } from 'react'
import { formatNumber } from '../i18n/format.ts'
import { locale } from '../i18n/language.ts'
import { ChartTable } from './chart.tsx'
import { ScrollRegion } from './scroll-region.tsx'

export type Day = { day: string; volume: number }

const cell = 12
const left = 30
const top = 16

const timeOf = (day: string): number => Date.parse(`${day}T00:00Z`)
/** Monday is 0. */
const weekdayOf = (day: string): number => (new Date(timeOf(day)).getUTCDay() + 6) % 7

const weekdays = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
const months = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' })
const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })

const levelOf = (volume: number, max: number): number => (volume === 0 ? 0 : Math.ceil((volume / max) * 4))

type HeatMapProps = { title: string; columns: readonly [string, string]; days: readonly Day[] }

export function HeatMap({ title, columns, days }: HeatMapProps) {
  const id = useId()
  const [first] = days
  if (!first) return null
  const offset = weekdayOf(first.day)
  const max = Math.max(1, ...days.map(({ volume }) => volume))
  const weekOf = (at: number) => Math.floor((at + offset) / 7)
  const width = left + (weekOf(days.length - 1) + 1) * cell
  return (
    <figure className="chart" aria-labelledby={id}>
      <figcaption id={id}>{title}</figcaption>
      <ScrollRegion className="chart-scroll" aria-label={title}>
        <svg viewBox={`0 0 ${Math.max(width, 360)} ${top + 7 * cell}`} aria-hidden="true">
          {[0, 2, 4].map(weekday => (
            <text key={weekday} x={0} y={top + weekday * cell + 9}>
              {weekdays.format(Date.UTC(2024, 0, 1 + weekday))}
            </text>
          ))}
          {days.map(({ day, volume }, at) => (
            <g key={day}>
              {day.endsWith('-01') && (
                <text x={left + weekOf(at) * cell} y={10}>
                  {months.format(timeOf(day))}
                </text>
              )}
              <rect
                className={`cell level-${levelOf(volume, max)}`}
                x={left + weekOf(at) * cell}
                y={top + weekdayOf(day) * cell}
                width={cell - 2}
                height={cell - 2}
                rx={2}>
                <title>{`${dates.format(timeOf(day))}: ${formatNumber(volume)}`}</title>
              </rect>
            </g>
          ))}
        </svg>
      </ScrollRegion>
      <ChartTable
        title={title}
        columns={columns}
        bars={days.map(({ day, volume }) => ({ label: dates.format(timeOf(day)), value: volume }))}
      />
    </figure>
  )
}
