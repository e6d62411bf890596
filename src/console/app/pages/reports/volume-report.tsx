// A15: appointments by day, weekday and hour.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { read } from '../../api/client.ts'
import { useInstallSid } from '../../api/installs.ts'
import { BarChart } from '../../components/chart.tsx'
import { FilterBar } from '../../components/filters.tsx'
import { HeatMap } from '../../components/heat-map.tsx'
import { Loaded } from '../../components/parts.tsx'
import { useZone } from '../../components/time.tsx'
import { useUrlState } from '../../components/url-state.ts'
import { locale } from '../../i18n/language.ts'
import { addDays, dateOf, startOfDay } from '../../i18n/wall-clock.ts'
import { isDate } from '../../i18n/zone.ts'
import { CsvButton } from './csv-button.tsx'
import { texts } from './texts.ts'

const maxDays = 366
const weekdays = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })

/** The period of the address; by default half a year around today, which the API fills without gaps. */
function usePeriod() {
  const zone = useZone()
  const { since, until } = useUrlState().state
  const today = dateOf(new Date(), zone)
  const first = isDate(since) ? since : addDays(today, -120)
  const last = isDate(until) && until >= first ? until : addDays(first, 240)
  const end = [addDays(last, 1), addDays(first, maxDays)].toSorted()[0] ?? last
  return {
    appointmentDateAfter: startOfDay(first, zone).toISOString(),
    appointmentDateBefore: startOfDay(end, zone).toISOString(),
    timeZone: zone,
  }
}

export function VolumeReport() {
  const installSid = useInstallSid()
  const request = { params: { installSid }, query: usePeriod() }
  const path = '/v1/installs/{installSid}/reports/appointmentVolume'
  const volume = useQuery({ ...read(path, request), placeholderData: keepPreviousData })
  return (
    <div className="stack">
      <FilterBar
        filters={[
          { name: 'since', label: texts.from, kind: 'date' },
          { name: 'until', label: texts.until, kind: 'date' },
        ]}
      />
      <Loaded query={volume}>
        {({ perDay, dayOfWeek, perHour }) => (
          <>
            <HeatMap title={texts.calendar} columns={[texts.day, texts.count]} days={perDay} />
            <div className="columns">
              <BarChart
                title={texts.byWeekday}
                columns={[texts.weekday, texts.count]}
                bars={dayOfWeek.map(({ volume: value }, at) => ({
                  label: weekdays.format(Date.UTC(2024, 0, 1 + at)),
                  value,
                }))}
              />
              <BarChart
                title={texts.byHour}
                columns={[texts.hour, texts.count]}
                every={2}
                bars={perHour.map(({ hour, volume: value }) => ({ label: `${hour}`, value }))}
              />
            </div>
          </>
        )}
      </Loaded>
      <CsvButton path={path} request={request} />
    </div>
  )
}
