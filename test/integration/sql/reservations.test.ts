// Reservations in other systems that run out (src/proctoring/sessions/clock).
import { expect, test } from 'vitest'
import { id, insertSession, sqlDatabase } from '../../support/sql.ts'

const { rows, value, run } = sqlDatabase()

const until = '2026-03-01T12:00:00.000Z'
const seat = id(60)

/** Inserts a session with a seat and a reservation that runs out at `until`. */
async function insertReserved(values: Record<string, unknown> = {}) {
  await run(insertSession)
  await rows(
    'insert into instructor_proctor (sid, configuration_sid, position) select $1, sid, 0 from exam_configuration',
    [seat],
  )
  const all = {
    ...{ status: 'Scheduled', instructor_proctor_sid: seat },
    ...{ external_reserved_appointment_id: 'reservation', external_reserved_appointment_expires: until },
    ...values,
  }
  const names = Object.keys(all).map((name, at) => `${name} = $${at + 1}`)
  await rows(`update exam_session set ${names.join(', ')}`, Object.values(all))
}

const release = (at: string) => value('select release_expired_reservations($1, 10)', [at])
const stored = async () => (await rows('select * from exam_session'))[0]
const cleared = { external_reserved_appointment_id: null, external_reserved_appointment_expires: null }
const freed = { instructor_proctor_sid: null, seat_released: true }

test('release_expired_reservations clears the reservation, and the seat of a session that has not started', async () => {
  await insertReserved()
  expect(await release('2026-03-01T11:59:59.999Z')).toBe(0)
  expect(await release(until)).toBe(1)
  expect(await release(until)).toBe(0)
  expect(await stored()).toMatchObject({ ...cleared, status: 'Scheduled', ...freed })
})

test('release_expired_reservations marks that it freed the seat, and not an appointment without one', async () => {
  await insertReserved({ instructor_proctor_sid: null })
  expect(await release(until)).toBe(1)
  expect(await stored()).toMatchObject({ ...cleared, seat_released: false })
  await rows('update exam_session set seat_released = true, external_reserved_appointment_expires = $1', [
    until,
  ])
  expect(await release(until)).toBe(1)
  expect(await stored()).toMatchObject({ ...cleared, seat_released: true })
})

test('release_expired_reservations leaves the seat of a running session', async () => {
  await insertReserved({ in_progress_date: until })
  expect(await release(until)).toBe(1)
  expect(await stored()).toMatchObject({ ...cleared, instructor_proctor_sid: seat, seat_released: false })
})

test('release_expired_reservations leaves a reservation without an end, and sessions that have ended', async () => {
  await insertReserved({ external_reserved_appointment_expires: null })
  expect(await release(until)).toBe(0)
  await rows(`update exam_session set status = 'Closed', external_reserved_appointment_expires = $1`, [until])
  expect(await release(until)).toBe(0)
})
