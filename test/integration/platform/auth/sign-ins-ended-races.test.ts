// An administrator changes a user while the user signs in, over two instances of the system on one real Postgres.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callerOf } from '../../../support/client.ts'
import {
  callFrom,
  forgot,
  login,
  makeInstallUser,
  otherPassword,
  type Person,
  someAddress,
  someEmail,
} from '../../../support/platform.ts'
import { rounds } from '../../../support/rounds.ts'
import { type TwoStacks, twoStacks } from '../../../support/two-stacks.ts'
import { makeWorld } from '../../../support/world.ts'

let stacks: TwoStacks
beforeAll(async () => {
  stacks = await twoStacks()
}, 180_000)
afterAll(() => stacks.close())

const update = ({ world, id }: Person, body: object) =>
  callerOf(stacks.second, world.secret)('PUT', world.path(`/users/${id}`), { body })

const inTurn = (person: Person, turn: number): Person => ({
  ...person,
  anyone: callFrom(stacks.of(turn), someAddress()),
})

test.each([
  ['another password', { password: otherPassword }],
  ['enabled: false', { enabled: false }],
])(
  '%s leaves no session of a simultaneous sign-in, in ten races',
  { timeout: 120_000 },
  async (_, change) => {
    for (let round = 0; round < rounds({ quick: 2, all: 10 }); round += 1) {
      const person = await makeInstallUser(await makeWorld(stacks.first))
      const [logins, changed] = await Promise.all([
        Promise.all(Array.from({ length: 6 }, (_, turn) => login(inTurn(person, turn)))),
        update(person, change),
      ])
      expect(changed.status, changed.raw).toBe(200)
      for (const answer of logins) {
        expect([200, 401]).toContain(answer.status)
        if (answer.status !== 200) continue
        const call = callerOf(stacks.of(round), answer.text('sessionToken'))
        expect((await call('GET', '/api/auth/me')).status).toBe(401)
      }
    }
  },
)

test('a change of the email address leaves no link that was mailed to the old one, in ten races', {
  timeout: 120_000,
}, async () => {
  for (let round = 0; round < rounds({ quick: 2, all: 10 }); round += 1) {
    const person = await makeInstallUser(await makeWorld(stacks.first))
    const [asked, changed] = await Promise.all([forgot(person), update(person, { email: someEmail() })])
    expect([asked.status, changed.status]).toEqual([202, 200])
  }
  // The mail is sent after the response.
  await new Promise(resolve => setTimeout(resolve, 1000))
  const { rows } = await stacks.first.db.execute(sql`select count(*)::int as links from password_reset`)
  expect(rows).toEqual([{ links: 0 }])
})
