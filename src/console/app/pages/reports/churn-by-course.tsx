// A13 by course. The report has no counts: its rows are read and counted, the first thousand at once and all on request.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ItemOf } from '../../../../client/index.ts'
import { api } from '../../api/client.ts'
import { useInstallSid } from '../../api/installs.ts'
import { Button } from '../../components/button.tsx'
import { CountTable } from '../../components/count-table.tsx'
import { Empty, Loaded, Section } from '../../components/parts.tsx'
import { common } from '../../i18n/common.ts'
import { formatNumber } from '../../i18n/format.ts'
import { base, type Query } from './list-parts.tsx'
import { texts } from './texts.ts'

const path = `${base}/churn` as const
type Churn = ItemOf<typeof path>
type Counted = { label: string; all: number; cancelled: number; closed: number }

/** The most rows of a page of the API, and the most courses that are shown. */
const pageSize = 1000
const shownCourses = 100

function addTo(counts: Map<string, Counted>, rows: readonly Churn[]): void {
  for (const { courseTitle, cancelled, closed } of rows) {
    const counted = counts.get(courseTitle) ?? { label: courseTitle, all: 0, cancelled: 0, closed: 0 }
    counted.all += 1
    counted.cancelled += cancelled ? 1 : 0
    counted.closed += closed ? 1 : 0
    counts.set(courseTitle, counted)
  }
}

export function ChurnByCourse({ query }: { query: Query<'churn'> }) {
  const installSid = useInstallSid()
  const [isWhole, setWhole] = useState(false)
  const [read, setRead] = useState(0)
  const counted = useQuery({
    queryKey: [path, 'by course', installSid, query, isWhole],
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const counts = new Map<string, Counted>()
      let total = 0
      let done = 0
      for await (const page of api.pages(path, {
        ...{ params: { installSid }, query: { ...query, limit: pageSize }, signal },
      })) {
        addTo(counts, page.results)
        total = page.total ?? total
        done += page.results.length
        setRead(done)
        if (!isWhole) break
      }
      return { total, done, counts: [...counts.values()].toSorted((one, other) => other.all - one.all) }
    },
  })
  return (
    <Section title={texts.byCourse}>
      <Loaded query={counted}>
        {({ total, done, counts }) =>
          counts.length === 0 ? (
            <Empty>{texts.none}</Empty>
          ) : (
            <>
              <CountTable
                title={texts.byCourse}
                columns={[texts.course, texts.courseCount, texts.cancelled, texts.closed]}
                counts={counts.slice(0, shownCourses).map(({ label, all, cancelled, closed }) => ({
                  ...{ key: label, label, value: all, more: [cancelled, closed] },
                }))}
              />
              {done < total && (
                <div className="list-foot quiet">
                  {texts.countedRows(formatNumber(done), formatNumber(total))}
                  <Button kind="quiet" isPending={isWhole} onPress={() => setWhole(true)}>
                    {texts.countAll}
                  </Button>
                </div>
              )}
              {isWhole && counted.isFetching && <Progress read={read} total={total} />}
              {counts.length > shownCourses && (
                <p className="quiet">{common.rows(`1–${shownCourses}`, formatNumber(counts.length))}</p>
              )}
            </>
          )
        }
      </Loaded>
    </Section>
  )
}

function Progress({ read, total }: { read: number; total: number }) {
  const id = useId()
  return (
    <div role="status">
      <label htmlFor={id}>{texts.countedRows(formatNumber(read), formatNumber(total))}</label>
      <progress id={id} max={Math.max(1, total)} value={read} />
    </div>
  )
}
