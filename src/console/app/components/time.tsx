// Times in the zone of the install, which is named.

import { createContext, useContext, useEffect, useState } from 'react'
import { common } from '../i18n/common.ts'
import { dateOf } from '../i18n/wall-clock.ts'
import { browserZone, formatTime, type TimeFormat, zoneName } from '../i18n/zone.ts'

/** The zone in which times are shown; undefined for that of the browser, and while that of the install is not known. */
export const ZoneContext = createContext<string | undefined>(undefined)

/** The zone of the install, or of the browser on pages that belong to none. */
export const useZone = (): string => useContext(ZoneContext) ?? browserZone()

/** Milliseconds. */
const clockInterval = 15_000

/** The current date of the zone, such as `2027-03-01`. The page may be open at midnight. */
export function useToday(zone: string): string {
  const [today, setToday] = useState(dateOf(new Date(), zone))
  useEffect(() => {
    const readClock = () => setToday(dateOf(new Date(), zone))
    readClock()
    const timer = setInterval(readClock, clockInterval)
    return () => clearInterval(timer)
  }, [zone])
  return today
}

type TimeProps = {
  /** An instant in ISO 8601, or in milliseconds since 1970. */
  at: string | number | null | undefined
  format?: TimeFormat
  /** Shown without a time. Default: a dash. */
  without?: string
}

export function Time({ at, format = 'time', without = '–' }: TimeProps) {
  const zone = useZone()
  if (at === null || at === undefined) return <span className="quiet">{without}</span>
  const date = new Date(at)
  return (
    <time dateTime={date.toISOString()} title={`${date.toISOString()} · ${zone}`}>
      {formatTime(date, zone, format)}
      {format !== 'date' && <span className="zone"> {zoneName(zone, date)}</span>}
    </time>
  )
}

/** Names the zone of the times of a page. */
export function ZoneNote() {
  const zone = useZone()
  const name = zoneName(zone)
  return <p className="quiet zone-note">{common.times(name === zone ? zone : `${zone} (${name})`)}</p>
}
