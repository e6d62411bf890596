// Of simultaneous refreshes of one token one is granted, on PGlite and on a real Postgres, where they run in parallel.
import { and, eq, gt, gte } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { stsFamily, stsToken } from '../../../db/schema/sts.ts'
import type { Answer, Call } from '../../support/client.ts'
import { rounds as roundsOf } from '../../support/rounds.ts'
import { type StackKind, sharedStack } from '../../support/stack.ts'
import { holderOf, type Issued, issueToken, sidOf } from '../../support/tokens.ts'
import { makeWorld, type World } from '../../support/world.ts'

const rounds = roundsOf({ quick: 1, all: 20 })
const atOnce = 50

/** PGlite executes one statement at a time, so `npm test` runs the races on Postgres only. */
const kinds: StackKind[] = roundsOf({ quick: ['postgres'], all: ['memory', 'postgres'] })

describe.each(kinds)('on %s', kind => {
  let world: World
  let userSid: string

  beforeAll(async () => {
    world = await makeWorld(await sharedStack(kind))
    userSid = await world.user()
  }, 180_000)

  const refreshAtOnce = (sid: string, count = atOnce): Promise<Answer[]> =>
    Promise.all(
      Array.from({ length: count }, () =>
        world.admin('POST', world.path(`/sts/tokens/${sid}/refresh`), { body: {} }),
      ),
    )
  const read = (call: Call) => call('GET', world.path(`/users/${userSid}/profile`))
  const generationOf = async (root: Issued) => {
    const [family] = await world.stack.db
      .select()
      .from(stsFamily)
      .where(eq(stsFamily.sid, sidOf('TA', root.sid)))
    return family?.generation
  }

  test(`of ${atOnce} simultaneous refreshes one is granted and the others get its successor, in ${rounds} rounds`, async () => {
    const root = await issueToken(world, { targetUserSid: userSid })
    let current = root
    for (let round = 1; round <= rounds; round += 1) {
      const answers = await refreshAtOnce(current.sid)
      const winners = answers.filter(({ status }) => status === 200)
      const losers = answers.filter(({ status }) => status !== 200)
      expect(winners).toHaveLength(1)
      expect(new Set(losers.map(({ status }) => status))).toEqual(new Set([409]))
      expect(new Set(losers.map(loser => loser.text('code')))).toEqual(new Set(['token_not_active']))
      const winner = winners.map(answer => holderOf(world.stack, answer))[0] ?? current
      expect(winner.answer.text('previousSid')).toBe(current.sid)
      expect(new Set(losers.map(loser => loser.text('replacedBy')))).toEqual(new Set([winner.sid]))
      expect((await read(current.call)).status).toBe(401)
      expect((await read(winner.call)).status).toBe(200)
      expect(await generationOf(root)).toBe(round)
      current = winner
    }
    const living = await world.stack.db
      .select({ sid: stsToken.sid })
      .from(stsToken)
      .innerJoin(stsFamily, eq(stsFamily.sid, stsToken.familySid))
      .where(
        and(
          eq(stsToken.familySid, sidOf('TA', root.sid)),
          gte(stsToken.generation, stsFamily.generation),
          gt(stsToken.expiresAt, new Date()),
        ),
      )
    expect(living).toEqual([{ sid: current.sid }])
  }, 180_000)

  test('a refresh that races a revocation leaves no active token', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const root = await issueToken(world, { targetUserSid: userSid })
      const [answers] = await Promise.all([
        refreshAtOnce(root.sid, 5),
        world.stack.db
          .update(stsFamily)
          .set({ revokedAt: new Date() })
          .where(eq(stsFamily.sid, sidOf('TA', root.sid))),
      ])
      const successors = answers.filter(({ status }) => status === 200)
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
      for (const { call } of [root, ...successors.map(answer => holderOf(world.stack, answer))])
        expect([401, 403]).toContain((await read(call)).status)
    }
  }, 180_000)

  test('simultaneous refreshes of different tokens are all granted', async () => {
    const roots = await Promise.all(
      Array.from({ length: 20 }, () => issueToken(world, { targetUserSid: userSid })),
    )
    const answers = await Promise.all(roots.map(({ sid }) => refreshAtOnce(sid, 1)))
    expect(answers.flat().map(({ status }) => status)).toEqual(roots.map(() => 200))
  }, 60_000)
})
