import * as z from 'zod'
import { batch, type StatementResults } from '../../../../db/client.ts'
import type { Caller } from '../../../shared/auth/caller.ts'
import { asPageBelow } from '../../../shared/http/page.ts'
import { firstOr404 } from '../../../shared/problems/problem.ts'
import { setActor } from '../../actor.ts'
import { findCourse } from '../../catalog/courses/queries.ts'
import { CourseParams } from '../../catalog/courses/schema.ts'
import { route } from '../../env.ts'
import { findInstall } from '../../installs/queries.ts'
import { changeBy, requireUnlocked } from '../../locks.ts'
import { guardPasswords } from '../configurations/password.ts'
import { presentConfiguration, visibleTo } from '../configurations/present.ts'
import { primaryConfiguration } from '../configurations/primary-configuration.ts'
import { ExamPath } from '../configurations/schema.ts'
import { findExam } from '../lookup.ts'
import { findChoices, guardChoices, requireChoices } from './choices.ts'
import { insertExam, listExamRows, loadExam, updateExamRow } from './queries.ts'
import { restoreExamRow } from './restore.ts'
import { Exam, ExamCreate, ExamPage, ExamQuery, ExamUpdate } from './schema.ts'
import { requireStatusActions } from './status-actions.ts'

const tag = 'Exam'
const all = {
  tag,
  path: '/v1/installs/{installSid}/courses/{courseSid}/exams',
  params: CourseParams,
} as const
const one = { tag, path: `${all.path}/{examSid}`, params: ExamPath } as const

export const createExam = route({
  ...all,
  method: 'post',
  action: 'sp:CreateExam',
  summary: 'Create an exam',
  description:
    '`configuration` becomes its primary configuration. Each learner of the course gets a session, unless the exam has limited scope or is a draft.',
  body: ExamCreate,
  returns: Exam,
  status: 201,
  problems: ['id_taken', 'edited_meanwhile', 'sealing_key_mismatch'],
  load: ({ db, params, body }) => ({ installs: findInstall(db, params), ...findChoices(db, params, body) }),
  handle: async ({ db, env, caller, params, body: { configuration = {}, ...exam }, loaded }) => {
    const rules = firstOr404(loaded.installs)
    requireChoices(exam, loaded, env.targets)
    const primary = await primaryConfiguration(env, rules, configuration, 'configuration')
    const created = await batch(db, {
      sealingKey: guardPasswords(db, env, [configuration.password]),
      actor: setActor(db, caller),
      ...guardChoices(db, params, exam),
      ...insertExam(db, params, exam, primary),
    })
    return presentExam(created)
  },
})

export const listExams = route({
  ...all,
  method: 'get',
  action: 'sp:ListExams',
  learners: 'impersonal',
  summary: 'List the exams of a course',
  query: ExamQuery,
  returns: ExamPage,
  load: ({ db, params, query }) => ({ courses: findCourse(db, params), ...listExamRows(db, params, query) }),
  handle: ({ loaded, ...request }) =>
    asPageBelow('courses')({
      ...request,
      loaded: { ...loaded, rows: loaded.rows.map(row => withoutReceiver(request.caller, row)) },
    }),
})

export const readExam = route({
  ...one,
  method: 'get',
  action: 'sp:ReadExam',
  learners: 'impersonal',
  summary: 'Get exam',
  description: 'A deleted exam can still be read, because reports refer to it.',
  returns: Exam,
  load: ({ db, params }) => loadExam(db, params),
  handle: ({ loaded, caller }) => {
    const { configuration, ...exam } = withoutReceiver(caller, presentExam(loaded))
    return { ...exam, configuration: configuration && visibleTo(caller, configuration) }
  },
})

export const updateExam = route({
  ...one,
  method: 'put',
  action: 'sp:UpdateExam',
  summary: 'Update an exam',
  description:
    'Changes only the members that are sent; `null` clears a member. The review process and the notification address apply to the attempts that have not ended. Closes the sessions of learners to whom the exam no longer applies, except running ones. An exam with future appointments becomes a draft only with `force`, which unschedules them. Another status restores a deleted exam, for 30 days. The status `deleted` also needs `sp:DeleteExam`, and a restore `sp:RestoreExam`. A change of `limitedScope` assigns: an instructor cannot make it while the primary configuration is locked, and revokes its approval where the install requires one.',
  body: ExamUpdate,
  returns: Exam,
  problems: ['id_taken', 'exam_has_appointments', 'edited_meanwhile', 'restore_expired'],
  // An exam can have thousands of appointments.
  statementTimeoutMs: () => 60_000,
  load: ({ db, params, body }) => ({
    installs: findInstall(db, params),
    exams: findExam(db, params),
    ...findChoices(db, params, body),
  }),
  handle: async ({ db, env, caller, params, body: { force = false, ...values }, loaded, url }) => {
    const [exam] = loaded.exams
    const assigns = values.limitedScope !== undefined && exam && exam.limitedScope !== values.limitedScope
    if (assigns) requireUnlocked(caller, [{ locked: exam.isLocked }], 'sp:UpdateExam', url)
    const restores = requireStatusActions(caller, { from: exam?.status, to: values.status }, url)
    requireChoices(values, loaded, env.targets)
    const change = assigns ? changeBy(caller, firstOr404(loaded.installs)) : undefined
    return presentExam(
      await batch(db, {
        actor: setActor(db, caller),
        ...guardChoices(db, params, values),
        ...updateExamRow(db, params, values, { force, change, restores }),
      }),
    )
  },
})

export const deleteExam = route({
  ...one,
  method: 'delete',
  action: 'sp:DeleteExam',
  summary: 'Delete an exam',
  description:
    'Sets its status to `deleted` and closes its sessions, except running ones. The exam can be restored for 30 days.',
  returns: z.string(),
  handle: async ({ db, caller, params }) => {
    const deleted = updateExamRow(db, params, { status: 'deleted' })
    firstOr404((await batch(db, { actor: setActor(db, caller), ...deleted })).row)
    return 'Exam deleted'
  },
})

export const restoreExam = route({
  ...one,
  method: 'post',
  path: `${one.path}/restore`,
  action: 'sp:RestoreExam',
  summary: 'Restore a deleted exam',
  description:
    'Sets the status that the exam had before its deletion, for 30 days after it. Learners get new sessions; those that the deletion closed stay closed. An exam that is not deleted does not change. Refused if another exam has one of its ids by now. An exam that was deleted with its course returns with the course.',
  returns: Exam,
  problems: ['restore_expired', 'id_taken'],
  handle: async ({ db, caller, params }) =>
    presentExam(await batch(db, { actor: setActor(db, caller), ...restoreExamRow(db, params) })),
})

/** Learners do not see the address that is notified of their review: its receiver would accept their requests. */
const withoutReceiver = <E extends { reviewCompleteNotificationUrl: string | null }>(
  { role }: Pick<Caller, 'role'>,
  exam: E,
): E => (role === 'learner' ? { ...exam, reviewCompleteNotificationUrl: null } : exam)

type LoadedExam = Pick<StatementResults<ReturnType<typeof loadExam>>, 'exam' | 'configurations'>

/** Returns the record without the password. Only the operations on the configuration return the password. */
function presentExam({ exam, configurations }: LoadedExam) {
  const [primary] = configurations
  return { ...firstOr404(exam), configuration: primary ? presentConfiguration(primary) : null }
}
