// The sessions of an install equal a naive reference on random tenants.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sessionStatuses } from '../../db/schema/session.ts'
import {
  ask,
  check,
  combinations,
  makeTenant,
  pageOf,
  paging,
  tenantCount,
  timeout,
  valued,
} from '../support/report-check.ts'
import { dataSets } from '../support/report-data.ts'
import { contains, is, type Line, one, type Query } from '../support/report-facts.ts'
import { course, exam, texts } from '../support/report-filters.ts'
import type { Rows } from '../support/report-rows.ts'

const statuses = fc.subarray([...sessionStatuses], { minLength: 1 }).map(names => names.join())
const filters = [...texts('search'), course, exam, valued('status', statuses)]

const matches = (query: Query, texts: (string | null)[]) =>
  texts.some(text => text !== null && contains(text, query['search']))

/** Null dates follow the others. */
const timeOf = (date: Date | null) => (date === null ? Number.POSITIVE_INFINITY : Number(date))

const queue = (rows: Rows, query: Query): Line[] =>
  rows.sessions.flatMap(session => {
    const learner = one(rows.people, session.userSid)
    const [ofExam, ofCourse] = [one(rows.exams, session.examSid), one(rows.courses, session.courseSid)]
    const { firstName, lastName, email, username } = learner
    const isMeant =
      learner.erasedDate === null &&
      matches(query, [firstName, lastName, email, username, ofExam.title, ofCourse.title]) &&
      is(session.courseSid, query['courseSid']) &&
      is(session.examSid, query['examSid']) &&
      (query['status']?.split(',').includes(session.status) ?? true)
    if (!isMeant) return []
    const { sid, status, sessionType, appointmentDate, createdDate, enrollmentSid, userSid } = session
    return [
      {
        id: sid,
        keys: { appointmentDate: timeOf(appointmentDate), createdDate: Number(createdDate) },
        row: {
          ...{ sid, status, sessionType, appointmentDate, createdDate, enrollmentSid, userSid },
          ...{ firstName, lastName, examTitle: ofExam.title, courseTitle: ofCourse.title },
        },
      },
    ]
  })

test(
  `the sessions of an install are those that match the filters, in order and in pages, on ${tenantCount} random tenants`,
  { timeout },
  () =>
    check(
      dataSets,
      makeTenant,
      fc.tuple(combinations(filters), paging(['appointmentDate', 'createdDate'])),
      async (given, query) => {
        const answer = await ask(given, given.world.path('/sessions'), query)
        const { total, count, offset } = answer.body
        const page = pageOf(queue(given.rows, query), ['appointmentDate'], query)
        const results = answer
          .list('results')
          .map((row, at) =>
            Object.fromEntries(Object.keys(page.results[at] ?? {}).map(name => [name, row[name]])),
          )
        expect({ total, count, offset, results }, JSON.stringify(query)).toEqual(page)
      },
    ),
)
