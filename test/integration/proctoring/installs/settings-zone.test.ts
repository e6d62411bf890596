// Calendar dates are in the install's zone, so a change of the zone moves windows and opens or closes sessions.
import { expect, test } from 'vitest'
import { makeAssignable, waiting } from '../../../support/assignments.ts'

test('a zone in which the window of an assignment is still open gives the learner a session, in at most 2 round trips', async () => {
  const exam = await makeAssignable()
  const { admin, path } = exam.world
  const setZone = (defaultTimezone: string) => admin('PUT', path('/settings'), { body: { defaultTimezone } })
  // 25 hours apart: a date that is today in the last zone of the world has ended in the first.
  await setZone('Pacific/Kiritimati')
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Pago_Pago' }).format(new Date())
  await exam.change({ added: [{ targets: { enrollmentSids: [exam.learner] }, examCloseDate: today }] })
  expect(await exam.states()).toEqual([])

  const moved = await setZone('Pacific/Pago_Pago')
  expect(moved.status).toBe(200)
  expect(moved.roundTrips).toBeLessThanOrEqual(2)
  expect(await exam.states()).toEqual([waiting])
})
