// The reads that an isolate has reserved for busy callers.
import { expect, test } from 'vitest'
import { type Reading, ReservedReads } from '../../../src/shared/http/reserved-reads.ts'

const now = 1_000_000
const end = now + 60_000

/** Sends reads of a caller to a database with this limit; `used` is its count. */
function scene(limitOfReads = 10_000) {
  const reads = new ReservedReads()
  const state = { used: 0, reserved: 0, limit: limitOfReads, statements: 0 }
  const send = () => reads.next('one', now)
  const receive = (reading: Reading) => {
    if ('reserved' in reading) return reading.reserved
    state.statements += 1
    const { limit } = state
    const reserved = Math.min(reading.wanted, Math.floor(limit / 200))
    state.used += 1 + reserved
    state.reserved += reserved
    const reservation = reserved > 0 ? ` ${reserved} ${end}` : ''
    return reads.counted('one', `${limit} ${limit - state.used} 60${reservation}`, now)
  }
  return { reads, state, send, receive, read: () => receive(send()) }
}

test('the first seven reads of a minute are counted when they are sent', () => {
  const { state, read } = scene()
  for (let n = 0; n < 7; n++) read()
  expect(state).toMatchObject({ used: 7, reserved: 0 })
  read()
  expect(state).toMatchObject({ used: 9, reserved: 1 })
})

test('what remains decreases by one with each read, also if it is a reserved one', () => {
  const { read } = scene()
  const remaining = Array.from({ length: 2000 }, () => read().remaining)
  expect(remaining).toEqual(Array.from({ length: 2000 }, (_, n) => 9999 - n))
})

test('of the reads of a busy caller, one of 16 or fewer is counted when it is sent', () => {
  const { state, read } = scene()
  for (let n = 0; n < 300; n++) read()
  const before = state.statements
  for (let n = 0; n < 1600; n++) read()
  expect(state.statements - before).toBeLessThanOrEqual(100)
})

test('at most one read is reserved for eight that were sent, and 32 in all, also for concurrent reads', () => {
  const { state, send, receive } = scene()
  let sent = 0
  for (let round = 0; round < 100; round++) {
    const readings = Array.from({ length: 20 }, send)
    sent += readings.length
    const unused = state.used - sent + readings.filter(reading => !('reserved' in reading)).length
    expect(unused).toBeLessThanOrEqual(Math.min(sent / 8 + 1, 48))
    for (const reading of readings) receive(reading)
  }
  expect(state.used - sent).toBeLessThanOrEqual(48)
})

test.each([
  [400, 3],
  [1000, 7],
  [3000, 22],
])('of a limit of %i, at most %i reads are reserved and not sent', (limit, most) => {
  const { state, read } = scene(limit)
  for (let sent = 1; sent < limit / 2; sent++) {
    read()
    expect(state.used - sent).toBeLessThanOrEqual(most)
  }
})

test('one read reserves at a time, also if its response takes long; without one, another does after 31 seconds', () => {
  const { reads } = scene()
  reads.counted('one', '10000 9999 60', now)
  const wantedAt = (at: number) =>
    Array.from({ length: 40 }, () => reads.next('one', at)).filter(
      reading => 'wanted' in reading && reading.wanted > 0,
    ).length
  expect([now, now + 30_999, now + 31_000, now + 59_000].map(wantedAt)).toEqual([1, 0, 1, 0])
})

test('a caller to whom nothing is reserved wants no more for 31 seconds', () => {
  const { reads } = scene()
  const wantedOf = (at: number) =>
    Array.from({ length: 40 }, () => {
      const reading = reads.next('one', at)
      reads.counted('one', `10000 4000 ${Math.ceil((end - at) / 1000)}`, at)
      return 'wanted' in reading ? reading.wanted : -1
    }).filter(count => count !== 0)
  reads.counted('one', '10000 4000 60', now)
  expect(wantedOf(now)).toEqual([1])
  expect(wantedOf(now + 30_999)).toEqual([])
  expect(wantedOf(now + 31_000)).toEqual([10])
})

test('a count that arrives late is one of the same minute', () => {
  const { reads, state, read } = scene()
  while (state.reserved === 0) read()
  // It was sent at `now`.
  reads.counted('one', '10000 9000 60', now + 20_000)
  expect(reads.next('one', now + 20_000)).toMatchObject({ reservation: `10000 ${end}` })
})

test('what a read reserves with a new limit is used', () => {
  const { reads, state, read } = scene()
  while (state.reserved === 0) read()
  expect(reads.counted('one', `400 390 60 2 ${end}`, now).remaining).toBe(392)
  expect(reads.next('one', now)).toMatchObject({ reserved: { remaining: 391 }, reservation: `400 ${end}` })
  expect(reads.next('one', now)).toMatchObject({ reserved: { remaining: 390 } })
  expect(reads.next('one', now)).toEqual({ wanted: 0 })
})

test('nothing is left for a caller whose limit was lifted', () => {
  const { reads, state, read, send } = scene()
  while (state.reserved === 0) read()
  reads.forget('one')
  expect(send()).toEqual({ wanted: 0 })
})

test.each([
  ['of an earlier minute', { now: end, count: '10000 9999 60' }],
  ['of an earlier limit', { now, count: '400 399 60' }],
])('what is left %s is void', (_, later) => {
  const { reads, state, read } = scene()
  while (state.reserved === 0) read()
  expect(reads.counted('one', later.count, later.now).remaining).toBe(Number(later.count.split(' ')[1]))
  expect(reads.next('one', later.now)).toEqual({ wanted: 0 })
})

test('a reservation names its limit and the end of its minute', () => {
  const { state, read, send } = scene()
  while (state.reserved === 0) read()
  expect(send()).toMatchObject({ reservation: `10000 ${end}`, reserved: { limit: 10_000, seconds: 60 } })
})

test('callers are separate, and at most 1,000 are remembered', () => {
  const { reads, state, read, send } = scene()
  while (state.reserved === 0) read()
  expect(reads.next('other', now)).toEqual({ wanted: 0 })
  for (let n = 0; n < 999; n++) reads.counted(`caller ${n}`, '10 9 60', now)
  expect(send()).toHaveProperty('reserved')
  reads.counted('one more', '10 9 60', now)
  expect(send()).toEqual({ wanted: 0 })
})
