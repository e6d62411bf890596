// Races of sign-ins over two instances of the system on one real Postgres, where requests run in parallel.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, callerOf } from '../../../support/client.ts'
import {
  addMfa,
  askedForCode,
  callFrom,
  codeOf,
  deleteOperators,
  forgetCodes,
  login,
  makeOperator,
  type Person,
  resetLink,
  resetPassword,
  signIn,
  signInByCode,
  someAddress,
  someEmail,
  somePassword,
  verifyCode,
} from '../../../support/platform.ts'
import { problemOf } from '../../../support/problem.ts'
import { rounds } from '../../../support/rounds.ts'
import { sharedStack } from '../../../support/stack.ts'
import { type TwoStacks, twoStacks } from '../../../support/two-stacks.ts'
import { makeWorld } from '../../../support/world.ts'

const me = '/api/auth/me'

let stacks: TwoStacks
beforeAll(async () => {
  stacks = await twoStacks(await sharedStack('postgres'))
}, 180_000)
afterAll(() => stacks.close())

const newOperator = async () => makeOperator(await makeWorld(stacks.first))

/** The person at the next instance in turn, from a new address. */
const inTurn = (person: Person, turn: number): Person => ({
  ...person,
  anyone: callFrom(stacks.of(turn), someAddress()),
})

/** Sends this number of requests at once, alternating between the instances. */
const atOnce = <T>(count: number, request: (turn: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, turn) => request(turn)))

const statusesOf = (answers: Answer[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, of]) => [status, of.length]),
  )

/** The one granted response. */
function onlyOne(answers: Answer[], status: number): { won: Answer; lost: Answer[]; winner: number } {
  const [won, ...more] = answers.filter(answer => answer.status === status)
  if (!won || more.length > 0)
    throw new Error(`Not one of all was granted: ${JSON.stringify(statusesOf(answers))}`)
  return { won, lost: answers.filter(answer => answer !== won), winner: answers.indexOf(won) }
}

const admins = rounds({ quick: 20, all: 50 })

describe(`of ${admins} simultaneous setups`, () => {
  beforeEach(() => deleteOperators(stacks.first))

  async function raceSetup(count = admins): Promise<void> {
    const answers = await atOnce(count, turn => {
      const body = { name: `Grace ${turn}`, email: someEmail(), password: somePassword() }
      return callerOf(stacks.of(turn))('POST', '/api/auth/setup', { body })
    })
    const { won, lost } = onlyOne(answers, 201)
    for (const answer of lost) {
      problemOf(answer, 403)
      expect(answer.text('code')).toBe('setup_done')
    }
    const call = callerOf(stacks.second, won.text('sessionToken'))
    expect((await call('GET', '/api/operators')).body).toMatchObject({ total: 1 })
  }

  test('one creates an admin', () => raceSetup())

  test('one creates an admin even if all of them pass the rate limit', async () => {
    const { db } = stacks.first
    const { rows } = await db.execute<{ source: string }>(
      sql`select pg_get_functiondef('rate_limit_attempt'::regproc) as source`,
    )
    await db.execute(sql`create or replace function rate_limit_attempt(limit_key bytea, max_attempts integer, per interval)
      returns integer language sql as 'select 0'`)
    try {
      // The number of hashes that run at once in each instance.
      await raceSetup(20)
    } finally {
      await db.execute(sql.raw(rows[0]?.source ?? ''))
    }
  })
})

describe('a second factor', () => {
  async function protectedPerson() {
    const person = await newOperator()
    const factor = await addMfa((await signIn(person)).call)
    await forgetCodes(person)
    return { person, ...factor }
  }

  /** Sends the code in 20 simultaneous sign-ins. One succeeds, and only that one opens a session. */
  async function raceCode(person: Person, code: string): Promise<void> {
    // One after another: simultaneous sign-ins of an account count as failures until they have succeeded.
    const asked: string[] = []
    for (let turn = 0; turn < 20; turn += 1) asked.push(await askedForCode(inTurn(person, turn)))
    const answers = await atOnce(20, turn => verifyCode(inTurn(person, turn), asked[turn] ?? '', code))
    const { won, lost } = onlyOne(answers, 200)
    for (const { status } of lost) expect([401, 429]).toContain(status)
    const call = callerOf(stacks.second, won.text('sessionToken'))
    // The other session is the one that enrolled the second factor.
    expect((await call('GET', '/api/auth/sessions')).body).toMatchObject({ total: 2 })
  }

  test('code that is used 20 times at once opens one session', async () => {
    const { person, secret } = await protectedPerson()
    await raceCode(person, codeOf(secret))
  })

  test('recovery code that is used 20 times at once opens one session, and nine codes are left', async () => {
    const { person, recoveryCodes } = await protectedPerson()
    const [first = '', second = ''] = recoveryCodes
    await raceCode(person, first)
    const { rows } = await stacks.first.db.execute(
      sql`select count(*)::int as left from recovery_code where operator_sid = ${person.id.slice(2)}::uuid`,
    )
    expect(rows).toEqual([{ left: 9 }])
    await stacks.first.db.execute(sql`truncate throttle`)
    const later = inTurn(person, 1)
    expect((await verifyCode(later, await askedForCode(later), second)).status).toBe(200)
  })
})

describe('a mailed link', () => {
  test('that is used 20 times at once sets one password, ends every session, and keeps the second factor', async () => {
    const person = await newOperator()
    const first = await signIn(person)
    const factor = await addMfa(first.call)
    const sessions = [first, await signInByCode(person, factor)]
    for (const { call } of sessions) expect((await call('GET', me)).status).toBe(200)
    const waiting = await askedForCode(person)
    const link = await resetLink(person)

    const passwords = Array.from({ length: 20 }, somePassword)
    const answers = await atOnce(20, turn => resetPassword(inTurn(person, turn), link, passwords[turn]))
    const { lost, winner } = onlyOne(answers, 204)
    for (const answer of lost) {
      problemOf(answer, 400)
      expect(answer.text('code')).toBe('reset_token_invalid')
    }
    for (const { token } of sessions)
      for (const stack of [stacks.first, stacks.second])
        expect((await callerOf(stack, token)('GET', me)).status).toBe(401)

    await forgetCodes(person)
    expect((await verifyCode(inTurn(person, 1), waiting, codeOf(factor.secret))).status).toBe(401)
    for (const [turn, password] of passwords.entries())
      if (turn !== winner) expect((await login(inTurn(person, turn), { password })).status).not.toBe(200)
    await stacks.first.db.execute(sql`truncate throttle`)
    const mfaToken = await askedForCode({ ...inTurn(person, 1), password: passwords[winner] ?? '' })
    expect((await verifyCode(inTurn(person, 1), mfaToken, codeOf(factor.secret))).status).toBe(200)
  })

  const times = rounds({ quick: 3, all: 10 })
  const races = rounds({ quick: 'three', all: 'ten' })
  test(`leaves no session of a sign-in with the old password, in ${races} races`, async () => {
    for (let round = 0; round < times; round += 1) {
      const person = await newOperator()
      const link = await resetLink(person)
      const [logins, reset] = await Promise.all([
        atOnce(8, turn => login(inTurn(person, turn))),
        resetPassword(inTurn(person, round), link),
      ])
      expect(reset.status).toBe(204)
      for (const answer of logins) {
        expect([200, 401]).toContain(answer.status)
        if (answer.status !== 200) continue
        const call = callerOf(stacks.of(round), answer.text('sessionToken'))
        expect((await call('GET', me)).status).toBe(401)
      }
    }
  }, 60_000)
})

describe('failed sign-ins over two instances', () => {
  const wrong = (person: Person, turn: number) =>
    login(inTurn(person, turn), { password: 'a wrong password' })

  function limited(answer: Answer): void {
    problemOf(answer, 429)
    expect(answer.text('code')).toBe('too_many_attempts')
    const seconds = Number(answer.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(14 * 60)
    expect(seconds).toBeLessThanOrEqual(15 * 60)
  }

  test('share one counter: after ten, both instances refuse even the correct password', async () => {
    const person = await newOperator()
    for (let turn = 0; turn < 10; turn += 1) expect((await wrong(person, turn)).status).toBe(401)
    for (const turn of [0, 1]) {
      limited(await wrong(person, turn))
      limited(await login(inTurn(person, turn)))
    }
  })

  test.each<[string, () => Promise<Person>]>([
    ['who exists', newOperator],
    ['who does not exist', async () => ({ ...(await newOperator()), names: { email: someEmail() } })],
  ])('30 at once of a person %s: ten get 401, the others 429', async (_, make) => {
    const person = await make()
    const answers = await atOnce(30, turn => wrong(person, turn))
    expect(statusesOf(answers)).toEqual({ 401: 10, 429: 20 })
    for (const answer of answers.filter(({ status }) => status === 429)) limited(answer)
  })
})
