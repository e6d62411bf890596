// Appointments that are made while the exam or the install gets other rules for them, on a real Postgres.
import { expect, test } from 'vitest'
import { uuidFromSid } from '../../../../db/sid.ts'
import { heldStack } from '../../../support/held.ts'
import { ask } from '../../../support/session-steps.ts'
import { makeSession } from '../../../support/sessions.ts'

const held = heldStack()

test.each([
  ['exam', 'require_approval', 'examSid'],
  ['install', 'require_manager_proctor_approval', 'installSid'],
] as const)(
  'an appointment waits for approval if the %s requires it meanwhile',
  async (table, column, sid) => {
    const world = await makeSession({}, held().stack)
    const [answer] = await held().whileHeld(
      `select from course where sid = '${uuidFromSid(world.courseSid)}' for update;
     update ${table} set ${column} = true where sid = '${uuidFromSid(world[sid])}'`,
      () => ask(world, 'schedule', 120),
    )
    expect(answer).toMatchObject({ status: 200, body: { status: 'Pending Approval', dateApproved: null } })
  },
)

test('an appointment gets the cancellation policy that its exam gets meanwhile', async () => {
  const world = await makeSession({}, held().stack)
  const body = { name: 'A day', leadTimeMinutes: 1440 }
  const policy = (await world.admin('POST', world.path('/cancellationPolicies'), { body })).body
  const [answer] = await held().whileHeld(
    `select from course where sid = '${uuidFromSid(world.courseSid)}' for update;
     update exam set cancellation_policy_sid = '${String(policy['sid']).slice(2)}'
     where sid = '${uuidFromSid(world.examSid)}'`,
    () => ask(world, 'schedule', 120),
  )
  const { versionSid: cancellationPolicyVersionSid } = policy
  expect(answer).toMatchObject({ status: 200, body: { cancellationPolicyVersionSid } })
})
