// Rules about one appointment, which Postgres inlines. Those that code or an index has too are compared with it.
import { expect, test } from 'vitest'
import { sessionStatuses } from '../../../db/schema/session.ts'
import { chooseSlot } from '../../../src/proctoring/sessions/scheduling/choose-slot.ts'
import { isUpcoming } from '../../../src/proctoring/sessions/transitions.ts'
import { sqlDatabase } from '../../support/sql.ts'

const { rows, value } = sqlDatabase()

const start = '2099-03-01T12:00:00.000Z'

test('is_upcoming is as in transitions.ts', async () => {
  for (const status of sessionStatuses)
    for (const inProgressDate of [null, new Date(0)])
      expect(await value('select is_upcoming($1, $2)', [status, inProgressDate])).toBe(
        isUpcoming({ status, inProgressDate, endedDate: null, cancelledDate: null }),
      )
})

test('is_booked is the condition of the indexes of booked sessions', async () => {
  const indexes = `pg_index i where i.indrelid = 'exam_session'::regclass and i.indexrelid::regclass::text like '%_booked_%'`
  const conditions = await rows(`select pg_get_expr(i.indpred, i.indrelid) as condition from ${indexes}`)
  expect(conditions).toHaveLength(2)
  for (const { condition } of conditions)
    for (const status of sessionStatuses)
      for (const ended of [null, start])
        expect(
          await value(
            `select is_booked(status, ended_date) = (${condition}) from (select $1 as status, $2::timestamptz as ended_date,
              'TS' as proctor_type_sid, gen_random_uuid() as proctor_group_sid) s`,
            [status, ended],
          ),
        ).toBe(true)
})

test('appointment_end of an appointment without an end is a millisecond after its start', async () => {
  const at = async (end: string | null) => value('select appointment_end($1, $2)', [start, end])
  expect(await at('2099-03-01T13:00:00.000Z')).toEqual(new Date('2099-03-01T13:00:00.000Z'))
  expect(await at(null)).toEqual(new Date(Date.parse(start) + 1))
})

test('slot_holds is as in choose-slot.ts', async () => {
  const at = [null, ...[1, 2, 3].map(hour => new Date(hour * 3_600_000))]
  const own = { sid: `IP${'0'.repeat(32)}` as const, location: null, capacity: null, taken: 0, isOwn: false }
  for (const startTime of at)
    for (const endTime of at)
      for (const end of at) {
        const starts = new Date(7_200_000)
        const slots = [{ ...own, startTime, endTime }]
        let holds = true
        try {
          chooseSlot({ slots, requested: undefined, start: starts, end })
        } catch {
          holds = false
        }
        expect(await value('select slot_holds($1, $2, $3, $4)', [startTime, endTime, starts, end])).toBe(
          holds,
        )
      }
})
