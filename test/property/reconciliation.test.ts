// The reconciliation of appointments in SQL equals a naive reference that computes each appointment from the stored rows.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isUpcoming, reconciled, type Session } from '../support/reconciliation.ts'
import { sceneFrom, scenes } from '../support/reconciliation-data.ts'
import { sessionsOfScene, storeScene } from '../support/reconciliation-rows.ts'
import { rounds } from '../support/rounds.ts'
import { sqlDatabase } from '../support/sql.ts'

const { rows, value, run } = sqlDatabase('postgres')
const sets = rounds({ quick: 4, all: 300 })
const seed = Number(
  process.env['RECONCILIATION_SEED'] ?? rounds({ quick: 4711, all: Date.now() % 1_000_000 }),
)

test(`after random changes, appointments are as in the reference, in ${sets} data sets, seed ${seed}`, async () => {
  const now = new Date(String(await value(`select now()::text`)))
  const outcomes = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(scenes, async drawn => {
      await run('savepoint set')
      try {
        const { scene, scope } = sceneFrom(drawn, now)
        await run(storeScene(scene))
        const changes = await rows(
          `select session_sid, status from reconcile_courses(array[$1]::uuid[], $2, $3, 'other-reason')`,
          [scope.courseSid, scope.examSid, scope.enrollmentSid],
        )
        const expected = reconciled(scene, scope)
        const stored = sessionsOfScene(await rows('select * from exam_session order by sid'), scene)
        expect(stored).toEqual(expected.toSorted((a, b) => (a.sid < b.sid ? -1 : 1)))
        const changed = expected.filter((after, at) => isChanged(scene.sessions[at], after))
        expect(changes.map(({ session_sid }) => session_sid).toSorted()).toEqual(
          changed.map(({ sid }) => sid).toSorted(),
        )
        const again = await rows(
          `select * from reconcile_courses(array[$1]::uuid[], $2, $3, 'other-reason')`,
          [scope.courseSid, scope.examSid, scope.enrollmentSid],
        )
        expect(again).toEqual([])
        for (const { status } of changes)
          outcomes.set(String(status), (outcomes.get(String(status)) ?? 0) + 1)
      } finally {
        await run('rollback to set; release set')
      }
    }),
    { numRuns: sets, seed },
  )
  for (const status of ['Needs Proctor', 'Scheduled', 'Pending Approval'])
    expect(outcomes.get(status), status).toBeGreaterThan(0)
}, 600_000)

/** Whether an appointment has changed. The duration of a session that has none is not reported. */
const isChanged = (before: Session | undefined, after: Session) =>
  before && isUpcoming(before) && JSON.stringify(before) !== JSON.stringify(after)
