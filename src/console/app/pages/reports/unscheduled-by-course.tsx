// A11 by course: how many people of each course have an exam but no appointment.

import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../../api/client.ts'
import { useInstallSid } from '../../api/installs.ts'
import { Button } from '../../components/button.tsx'
import { CountTable } from '../../components/count-table.tsx'
import { Empty, Loaded, Section } from '../../components/parts.tsx'
import { useUrlState } from '../../components/url-state.ts'
import { common } from '../../i18n/common.ts'
import { formatNumber } from '../../i18n/format.ts'
import { base, type Query } from './list-parts.tsx'
import { texts } from './texts.ts'

/** The courses of a page: each is counted by a request of its own. */
const pageSize = 10

export function UnscheduledByCourse({ query }: { query: Query<'unscheduledLearners'> }) {
  const installSid = useInstallSid()
  const { state, set } = useUrlState()
  const { courseTitle, courseCode, ...ofPeople } = query
  const offset = Math.max(0, Math.floor(Number(state['courses'] ?? 0)) || 0)
  const courses = useQuery({
    ...read('/v1/installs/{installSid}/courses', {
      params: { installSid },
      query: {
        ...{ offset, limit: pageSize, sortKeys: 'title' as const },
        ...{ ...(courseTitle && { title: courseTitle }), ...(courseCode && { code: courseCode }) },
      },
    }),
    placeholderData: keepPreviousData,
  })
  const rows = courses.data?.results ?? []
  const counted = useQueries({
    queries: rows.map(({ sid: courseSid }) =>
      read(`${base}/unscheduledLearners`, {
        params: { installSid },
        query: { ...ofPeople, courseSid, limit: 0 },
      }),
    ),
  })
  const counts = rows.map(({ sid, title }, at) => ({
    key: sid,
    label: (
      <Link to="/installs/$install/courses/$course" params={{ install: installSid, course: sid }}>
        {title}
      </Link>
    ),
    value: counted[at]?.data?.total ?? undefined,
  }))
  return (
    <Section title={texts.byCourse}>
      <Loaded query={courses} isPaged>
        {({ total, results }) =>
          results.length === 0 ? (
            <Empty>{texts.none}</Empty>
          ) : (
            <>
              <CountTable
                title={texts.byCourse}
                columns={[texts.course, texts.courseCount]}
                counts={counts}
              />
              <div className="list-foot quiet">
                {common.rows(
                  `${formatNumber(offset + 1)}–${formatNumber(offset + results.length)}`,
                  formatNumber(total ?? 0),
                )}
                {offset > 0 && (
                  <Button
                    kind="quiet"
                    onPress={() => set({ courses: String(Math.max(0, offset - pageSize)) })}>
                    {texts.earlierCourses}
                  </Button>
                )}
                {offset + results.length < (total ?? 0) && (
                  <Button kind="quiet" onPress={() => set({ courses: String(offset + pageSize) })}>
                    {texts.laterCourses}
                  </Button>
                )}
              </div>
            </>
          )
        }
      </Loaded>
    </Section>
  )
}
