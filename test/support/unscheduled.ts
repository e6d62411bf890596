// The report of unscheduled learners on a database of test/support/sql.ts, and its definition over all pairs.
import { connect } from '../../db/client.ts'
import { sidFromUuid } from '../../db/sid.ts'
import { prepare } from '../../db/statement.ts'
import { routes } from '../../src/proctoring/index.ts'
import { emptyScope } from '../../src/shared/auth/caller-scope.ts'
import { sids, type sqlDatabase } from './sql.ts'

type Database = Pick<ReturnType<typeof sqlDatabase>, 'rows'>

/** The learners with a pair that is assigned, open and without an appointment, and the last end of their windows. */
const definition = `
  select u.sid, u.created_date,
    max(least(coalesce(c.exam_close_date, 'infinity'), coalesce(c.schedule_close_date, 'infinity'))) as until
  from effective_configuration c
  join users u on u.sid = c.user_sid and u.install_sid = c.install_sid
  left join session_pair p on p.enrollment_sid = c.enrollment_sid and p.exam_sid = c.exam_sid
  where c.install_sid = '${sids.install}' and c.is_assigned
    and (c.exam_close_date is null or c.exam_close_date > now())
    and (c.schedule_close_date is null or c.schedule_close_date > now())
    and (p.session_sid is null or p.is_cancelled or p.status in ('Needs Proctor', 'Approval Denied'))
    and (c.attempts is null or c.attempts > coalesce(p.attempts_used, 0))
  group by u.sid, u.created_date`

/** The learners by definition, in the order of the report: the rows of `unscheduled_learner` once all marks are applied. */
export const definedRows = ({ rows }: Database) =>
  rows(`select sid, created_date, until::text from (${definition}) d order by created_date, sid`)

/** The sids of the learners by definition, in the order of the report. */
export const definedLearners = async (database: Database): Promise<unknown[]> =>
  (await definedRows(database)).map(({ sid }) => sid)

/** The rows of `unscheduled_learner`. */
export const listedLearners = ({ rows }: Database) =>
  rows(`select user_sid as sid, created_date, unscheduled_until::text as until
    from unscheduled_learner where install_sid = '${sids.install}' order by created_date, user_sid`)

/** The rows that `unscheduled_learner` must have once all marks are applied, and those that it has. */
export const listedRows = async (database: Database) => ({
  listed: await listedLearners(database),
  defined: await definedRows(database),
})

// Nothing is sent to this database: the tests execute the statement.
const unsent = connect('postgres://user:password@ep-local.example.com/db')
const route = routes.find(({ action }) => action === 'sp:ReadUnscheduledLearners')

/** The total and the sids of the page of the report, by its own statement. */
export async function reportedLearners({ rows }: Database, query: Record<string, string> = {}) {
  const { statement } = {
    statement: route?.load?.({
      db: unsent,
      params: { installSid: sidFromUuid('AI', sids.install) },
      query: route.query?.parse(query) ?? {},
      body: undefined,
      header: () => undefined,
      callerScope: emptyScope,
    })['rows'],
  }
  if (!statement || Array.isArray(statement)) throw new Error('The report has another form.')
  const { text, params } = prepare(statement as Parameters<typeof prepare>[0])
  const page = await rows(text, params)
  const [first = {}] = page
  return {
    total: Object.values(first)[0],
    sids: page.flatMap(({ sid }) => (sid === null ? [] : [sid])),
  }
}
