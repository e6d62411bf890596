// The verification of the connections of an object, while calls of accounts arrive or are lost.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nextVerification, Verification } from '../../../src/realtime/account/verification.ts'
import { sqlStorage } from '../../support/sql-storage.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Held = { accountSid: string; isActive: boolean }
const held = (isActive = true): Held => ({ accountSid: 'AC1', isActive })

/** An object with connections, and an account that knows of it or not. */
function object(...connections: Held[]) {
  const state = { open: new Set(connections), asked: 0, registrations: 0, beforeRegistered: async () => {} }
  const account = {
    async register() {
      const isNew = state.registrations++ === 0
      await state.beforeRegistered()
      return isNew
    },
  }
  const made = new Verification<Held>({
    ...{ sql: sqlStorage().sql, accounts: { idFromName: String, get: () => account } },
    holderOf: () => ({ kind: 'document', name: 'any' }),
    connections: () => state.open,
    accountOf: ({ accountSid }) => accountSid,
    verify(each) {
      state.asked += 1
      for (const connection of each) if (!connection.isActive) state.open.delete(connection)
      return Promise.resolve()
    },
  })
  return { made, state }
}

test('connections that are admitted while the object registers are verified, each of them', async () => {
  const [first, second] = [held(), held(false)]
  const { made, state } = object(first, second)
  const { count } = made
  await Promise.all([first, second].map(each => made.admit(each, 'AC1', count)))
  expect([...state.open]).toEqual([first])
})

test('a connection of a known account is verified only if its token was authenticated before a call', async () => {
  const { made, state } = object(held())
  await made.verifyAccount('AC1')
  await made.admit(held(), 'AC1', made.count)
  const { asked } = state
  await made.admit(held(), 'AC1', made.count)
  expect(state.asked).toBe(asked)
  const { count } = made
  await made.verifyAccount('AC1')
  await made.admit(held(), 'AC1', count)
  expect(state.asked).toBe(asked + 2)
})

test('a token that another machine authenticated is verified unless that was later than each call, also by its clock', async () => {
  const { made, state } = object(held())
  await made.admit(held(), 'AC1', -1)
  const { asked } = state
  vi.advanceTimersByTime(4000)
  await made.admit(held(), 'AC1', made.countAt(Date.now()))
  expect(state.asked).toBe(asked + 1)
  vi.advanceTimersByTime(2000)
  await made.admit(held(), 'AC1', made.countAt(Date.now()))
  expect(state.asked).toBe(asked + 1)
})

test('all connections are verified once in each period of five minutes', async () => {
  const { made, state } = object(held(false))
  vi.setSystemTime(nextVerification(Date.now()))
  await made.verifyIfDue(Date.now())
  expect([state.open.size, state.asked]).toEqual([0, 1])
  state.open.add(held(false))
  await made.verifyIfDue(Date.now() + 299_000)
  expect([state.open.size, state.asked]).toEqual([1, 1])
  await made.verifyIfDue(nextVerification(Date.now()))
  expect([state.open.size, state.asked]).toEqual([0, 2])
})

test('an object without connections of an account registers again with the next one', async () => {
  const { made, state } = object()
  await made.admit(held(), 'AC1', made.count)
  expect(await made.verifyAccount('AC1')).toBe(false)
  await made.admit(held(), 'AC1', made.count)
  expect(state.registrations).toBe(2)
})
