// A11, unscheduled learners: one row for each learner without an appointment.

import { and, eq, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../../db/client.ts'
import { noTable } from '../../../db/guard.ts'
import { course } from '../../../db/schema/catalog.ts'
import { exam } from '../../../db/schema/exam.ts'
import { user } from '../../../db/schema/user.ts'
import type { SidOf } from '../../../db/sid.ts'
import { contains, equals } from '../../shared/http/filter.ts'
import { asPage, listQuery, orderOf, type Position, pageOf } from '../../shared/http/page.ts'
import { described } from '../../shared/values/described.ts'
import { Sid } from '../../shared/values/sid.ts'
import { Text } from '../../shared/values/text.ts'

import { route } from '../env.ts'
import { InstallParams } from '../installs/schema.ts'
import { isNamed } from '../people/users/named.ts'
import { User } from '../people/users/schema.ts'
import { csvOfPages } from './csv.ts'
import { filterDescriptions } from './descriptions.ts'
import { unscheduledOfPairs } from './unscheduled-pairs.ts'
import { unscheduledOfInstall } from './unscheduled-set.ts'

const UnscheduledLearner = User.pick({
  sid: true,
  firstName: true,
  lastName: true,
  email: true,
  preferredEmail: true,
  username: true,
  mobilePhone: true,
  homePhone: true,
  address: true,
  lmsId: true,
  apiId: true,
  sisId: true,
  externalId: true,
  latitude: true,
  longitude: true,
  lastEnrollmentSync: true,
  currencyCode: true,
  timeZoneSid: true,
  maxTravelDistance: true,
  maxTravelDistanceUnits: true,
  createdDate: true,
  editDate: true,
  role: true,
  enabled: true,
}).meta({ id: 'UnscheduledLearner' })

const Name = Text(200).optional()

const UnscheduledQuery = listQuery(
  described(
    {
      courseSid: Sid('CU').optional(),
      courseOfferingSid: Sid('CO').optional(),
      courseTitle: Name,
      courseCode: Name,
      examTitle: Name,
      firstName: Name,
      lastName: Name,
      email: Name,
    },
    filterDescriptions,
  ),
  ['createdDate'],
)

type Query = z.output<typeof UnscheduledQuery>

/** Returns the condition of the course and exam filters; undefined without one. */
const ofPair = (query: Query): SQL | undefined =>
  and(
    equals(course.sid, query.courseSid),
    equals(course.courseOfferingSid, query.courseOfferingSid),
    contains(course.title, query.courseTitle),
    contains(course.code, query.courseCode),
    contains(exam.title, query.examTitle),
  )

const ofUser = (installSid: SidOf<'AI'>, query: Query): SQL | undefined =>
  and(isNamed(user.sid, sql.param(installSid, user.installSid), query), contains(user.email, query.email))

/**
 * Builds the statement that selects the page and the total. It returns one row for each learner of the page, or a single
 * row without a learner if the page is empty.
 */
function unscheduled(db: Database, installSid: SidOf<'AI'>, query: Query & Position) {
  const pairs = ofPair(query)
  const byUser = ofUser(installSid, query)
  const { parts, total, page } = pairs
    ? unscheduledOfPairs(db, installSid, pairs, byUser, query)
    : unscheduledOfInstall(db, installSid, byUser, query)
  const order = orderOf(query, { createdDate: user.createdDate }, ['createdDate'], user.sid)
  return db
    .with(...parts)
    .select({ total: query.after === undefined ? total : sql<number>`0`, learner: user, keys: order.keys })
    .from(noTable)
    .leftJoin(page, sql`true`)
    .leftJoin(user, eq(user.sid, page.sid))
    .orderBy(...order.by)
}

export const readUnscheduledLearners = route({
  method: 'get',
  path: '/v1/installs/{installSid}/reports/unscheduledLearners',
  tag: 'Reports',
  action: 'sp:ReadUnscheduledLearners',
  summary: 'Unscheduled learners report',
  description:
    'Learners without an appointment for an exam that applies to them, that has attempts left and whose windows are not over. Their session is missing, cancelled, denied or needs a proctor.',
  params: InstallParams,
  query: UnscheduledQuery,
  returns: pageOf(UnscheduledLearner, 'UnscheduledLearnerPage'),
  load: ({ db, params, query }) => ({ rows: unscheduled(db, params.installSid, query) }),
  handle: ({ loaded: { rows }, ...request }) => {
    const learners = rows.flatMap(({ learner }) => learner ?? [])
    return asPage({ ...request, loaded: { rows: learners, counted: rows } })
  },
  csv: csvOfPages(UnscheduledLearner),
})
