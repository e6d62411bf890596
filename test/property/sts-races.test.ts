// Refreshes that race each other and revocations, on a real Postgres, where requests run in parallel.
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import type { Answer, Call } from '../support/client.ts'
import { rounds as roundsOf } from '../support/rounds.ts'
import { randomFrom } from '../support/session-crowd.ts'
import { sharedStack } from '../support/stack.ts'
import { askRefresh, backend, introspect, refresh, revoke, revokeMany } from '../support/sts.ts'
import { holderOf, type Issued, issueToken } from '../support/tokens.ts'
import { makeWorld, type World } from '../support/world.ts'

const rounds = Number(process.env['STS_ROUNDS'] ?? roundsOf({ quick: 3, all: 20 }))
const atOnce = 50
const trials = Number(process.env['STS_TRIALS'] ?? roundsOf({ quick: 8, all: 40 }))

let world: World
let userSid: string
beforeAll(async () => {
  world = await makeWorld(await sharedStack('postgres'))
  userSid = await world.user()
}, 180_000)

const statusOf = async (call: Call) => (await call('GET', world.path(`/users/${userSid}/profile`))).status
const sortedBy = (answers: Answer[], status: number) => answers.filter(answer => answer.status === status)

test(`of ${atOnce} simultaneous refreshes exactly one succeeds, and the others name its successor, in ${rounds} rounds`, async () => {
  let current = await issueToken(world, { targetUserSid: userSid })
  for (let round = 0; round < rounds; round += 1) {
    const answers = await Promise.all(Array.from({ length: atOnce }, () => askRefresh(world, current)))
    const [won, ...more] = sortedBy(answers, 200).map(answer => holderOf(world.stack, answer))
    if (!won) throw new Error(`Round ${round}: nobody won, but ${answers.map(({ raw }) => raw).join()}`)
    expect(more).toEqual([])
    const lost = sortedBy(answers, 409)
    expect(lost).toHaveLength(atOnce - 1)
    expect(new Set(lost.map(({ body }) => `${body['code']} ${body['replacedBy']}`))).toEqual(
      new Set([`token_not_active ${won.sid}`]),
    )
    expect([await statusOf(current.call), await statusOf(won.call)]).toEqual([401, 200])
    current = won
  }
  // Every refresh is one audit row: a token that was not returned was not created either.
  const query = `/sts/audit?event=refreshed&targetUserSid=${userSid}&limit=0`
  expect((await world.admin('GET', world.path(query))).count('total')).toBe(rounds)
}, 600_000)

type Revocation = { name: string; run: (root: Issued) => Promise<Answer> }

/** Refreshes the newest token repeatedly until that is refused. Returns every token that was created. */
async function refreshOn(root: Issued, by: Call, delay: () => number): Promise<Issued[]> {
  const made: Issued[] = []
  for (let last = root, tries = 0; tries < 6; tries += 1) {
    await sleep(delay())
    const answer = await askRefresh(world, last, { by })
    expect([200, 409]).toContain(answer.status)
    if (answer.status === 200) {
      last = holderOf(world.stack, answer)
      made.push(last)
    } else if (typeof answer.body['replacedBy'] === 'string')
      last = { ...last, sid: answer.text('replacedBy') }
    else break
  }
  return made
}

test(`after the 2xx of a revocation no token of the family is active, in ${trials} random interleavings with refreshes`, async () => {
  const random = randomFrom(42)
  const creator = await backend(world)
  const refresher = await backend(world)
  const revocations: Revocation[] = [
    { name: 'one', run: root => revoke(world, root) },
    { name: 'user', run: () => revokeMany(world, { targetUserSid: userSid }) },
    { name: 'credential', run: () => revokeMany(world, { credentialSid: creator.sid }) },
    { name: 'install', run: () => revokeMany(world, { all: true }) },
  ]
  const seen = { before: 0, after: 0 }
  for (let trial = 0; trial < trials; trial += 1) {
    const revocation = revocations[trial % revocations.length]
    if (!revocation) throw new Error('Unknown revocation.')
    const root = await issueToken(world, { targetUserSid: userSid }, creator.call)
    const wait = () => random(8)
    const delay = random(40)
    const racers = [creator.call, refresher.call, world.admin].map(by => refreshOn(root, by, wait))
    const revoked = (async () => {
      await sleep(delay)
      const answer = await revocation.run(root)
      expect(answer.status, answer.raw).toBe(204)
      // Directly after the response: refreshes can still be in progress.
      expect(await statusOf(root.call), `${revocation.name}, trial ${trial}: root`).toBe(401)
    })()
    const made = (await Promise.all(racers)).flat()
    await revoked
    seen[made.length > 0 ? 'before' : 'after'] += 1
    for (const { call, secret } of made) {
      expect(await statusOf(call), `${revocation.name}, trial ${trial}`).toBe(401)
      expect((await introspect(world, secret)).body['active']).toBe(false)
    }
    const living = await world.admin(
      'GET',
      world.path(`/sts/tokens?active=true&targetUserSid=${userSid}&limit=0`),
    )
    // The family of the first test is active until its user is revoked for the first time.
    if (trial >= 1) expect(living.count('total'), `${revocation.name}, trial ${trial}`).toBe(0)
    const next = await issueToken(world, { targetUserSid: userSid }, creator.call)
    expect(await statusOf((await refresh(world, next)).call)).toBe(200)
    expect((await revoke(world, next)).status).toBe(204)
  }
  // Otherwise the refreshes and revocations never overlapped.
  expect(seen.before).toBeGreaterThan(trials / 10)
}, 900_000)
