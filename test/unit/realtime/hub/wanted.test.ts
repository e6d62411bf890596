import { expect, test, vi } from 'vitest'
import { changeMs, maxAgeMs, Wanted } from '../../../../src/realtime/hub/wanted.ts'
import type { WantedEvents } from '../../../../src/shared/realtime/events.ts'
import { sqlStorage } from '../../../support/sql-storage.ts'

const none: WantedEvents = []
const messages: WantedEvents = [{ installSid: null, types: ['socket.message'] }]

/** A `Wanted` whose database answers as `answer.now`, when the test lets it. */
function scene() {
  const { sql } = sqlStorage()
  const state = { now: none, asked: 0 }
  const held: (() => void)[] = []
  const make = (isHeld = false) =>
    new Wanted(sql, async () => {
      state.asked += 1
      const read = state.now
      if (isHeld) await new Promise<void>(resolve => held.push(resolve))
      return read
    })
  return { state, make, release: () => held.shift()?.() }
}

test('the database is asked once, also after the object has slept', async () => {
  const { state, make } = scene()
  const wanted = make()
  expect(await wanted.read()).toEqual(none)
  expect(await wanted.read()).toEqual(none)
  expect(await make().read()).toEqual(none)
  expect(state.asked).toBe(1)
})

test('topics that ask at the same time are one question to the database', async () => {
  const { state, make, release } = scene()
  const wanted = make(true)
  const both = [wanted.read(), wanted.read()]
  release()
  expect(await Promise.all(both)).toEqual([none, none])
  expect(state.asked).toBe(1)
})

test('a question in progress does not answer one that is asked after a change began', async () => {
  const { state, make, release } = scene()
  const wanted = make(true)
  const early = wanted.read()
  wanted.begin('a', Date.now())
  const during = wanted.read()
  state.now = messages
  wanted.end('a')
  const late = [wanted.read(), wanted.read()]
  for (const _ of [1, 2, 3]) release()
  expect(await Promise.all([early, during])).toEqual([none, none])
  expect(await Promise.all(late)).toEqual([messages, messages])
  expect(state.asked).toBe(3)
})

test('a question that fails is asked again', async () => {
  const { sql } = sqlStorage()
  const ask = vi.fn(async () => messages).mockRejectedValueOnce(new Error('no database'))
  const wanted = new Wanted(sql, ask)
  await expect(Promise.all([wanted.read(), wanted.read()])).rejects.toThrow('no database')
  expect(await wanted.read()).toEqual(messages)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('while an endpoint changes, each question goes to the database', async () => {
  const { state, make } = scene()
  const wanted = make()
  await wanted.read()
  wanted.begin('a', Date.now())
  expect(await wanted.read()).toEqual(none)
  state.now = messages
  expect(await wanted.read()).toEqual(messages)
  expect(await make().read(), 'after it has slept').toEqual(messages)
  expect(state.asked).toBe(4)
})

test('an answer is remembered again after all changes have ended', async () => {
  const { state, make } = scene()
  const wanted = make()
  wanted.begin('a', Date.now())
  wanted.begin('b', Date.now())
  wanted.end('a')
  await wanted.read()
  await wanted.read()
  expect(state.asked).toBe(2)
  wanted.end('b')
  await wanted.read()
  await wanted.read()
  expect(state.asked).toBe(3)
})

test('a change whose end is lost counts as ended after two minutes', async () => {
  const { state, make } = scene()
  const wanted = make()
  wanted.begin('a', Date.now() - changeMs - 1)
  await wanted.read()
  await wanted.read()
  expect(state.asked).toBe(1)
})

test('an answer from before a change is not remembered after it', async () => {
  const { state, make, release } = scene()
  const wanted = make(true)
  const early = wanted.read()
  wanted.begin('a', Date.now())
  state.now = messages
  wanted.end('a')
  release()
  expect(await early).toEqual(none)
  const late = wanted.read()
  release()
  expect(await late).toEqual(messages)
})

test('an answer is remembered for a day at most, because the database may be restored to an earlier state', async () => {
  const { state, make } = scene()
  const wanted = make()
  await wanted.read()
  vi.useFakeTimers({ now: Date.now() + maxAgeMs })
  try {
    await wanted.read()
    expect(state.asked).toBe(2)
  } finally {
    vi.useRealTimers()
  }
})
