// The locks for which an impact does not wait, because it changes nothing, on a real Postgres.
import { expect, test } from 'vitest'
import { uuidFromSid } from '../../../../db/sid.ts'
import { configurationsOf, impact, primaryOf } from '../../../support/appointments.ts'
import { heldStack } from '../../../support/held.ts'
import { lockClient } from '../../../support/lock-client.ts'
import { run } from '../../../support/session-steps.ts'
import { makeSession } from '../../../support/sessions.ts'

const held = heldStack()
const locks = lockClient(() => held().stack)

const impactWaits = async () => (await locks.waitingIn('reconcile_courses')) > 0

test('an impact waits neither for a proctor type, nor for a group, nor for the appointments that it lists', async () => {
  const configuration = { duration: 60, proctorTypes: ['desk'] }
  const world = await makeSession({ configuration }, held().stack)
  const create = async (rest: string, body: object) =>
    (await world.admin('POST', world.path(rest), { body })).text('sid')
  await create('/proctorTypes', { code: 'desk', name: 'Desk', capacity: 1 })
  const proctorGroupSid = await create('/proctorGroups', { name: 'Desk', capacity: 1 })
  await run(world, 'schedule', 120, { proctorGroupSid })
  const path = configurationsOf(world, `/${await primaryOf(world)}`)
  const install = uuidFromSid(world.installSid)
  await locks.query(`begin;
    select from proctor_type where install_sid = '${install}' for update;
    select from proctor_group where install_sid = '${install}' for update;
    select from exam_session where install_sid = '${install}' for update`)
  let isComplete = false
  const request = impact(world, path, { ...configuration, duration: 90 }).finally(() => (isComplete = true))
  await expect.poll(async () => isComplete || (await impactWaits()), { interval: 20 }).toBe(true)
  const hasWaited = !isComplete
  await locks.query('rollback')
  expect(await request).toMatchObject([{ sessionSid: world.sessionSid, change: 'adjusted' }])
  expect(hasWaited).toBe(false)
})
