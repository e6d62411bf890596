// Issues and refreshes in one round trip that race the end of their authority, on a real Postgres, where requests run in
// parallel.
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { batch } from '../../db/client.ts'
import { apiCredential } from '../../db/schema/credential.ts'
import { rotateCredential } from '../../src/shared/auth/credentials/queries.ts'
import { hashSecret, makeSecret } from '../../src/shared/auth/secret.ts'
import { firstOr404 } from '../../src/shared/problems/problem.ts'
import type { Answer, Call } from '../support/client.ts'
import { rounds } from '../support/rounds.ts'
import { randomFrom } from '../support/session-crowd.ts'
import { sharedStack } from '../support/stack.ts'
import { askRefresh, backend, grant, revoke, revokeMany } from '../support/sts.ts'
import { holderOf, type Issued, sidOf } from '../support/tokens.ts'
import { allow, makeWorld, type World } from '../support/world.ts'

const trials = rounds({ quick: 9, all: 1000 })
const lanes = 4
/** The most time of one racer: the end of the authority takes a few requests. */
const raceMs = 60_000

type Scene = { world: World; credential: { sid: string; call: Call }; userSid: string; root: Issued }

type End = {
  run(scene: Scene): Promise<unknown>
  /** The statuses of requests that start after it: of an issue, and of a refresh of the token of the scene. */
  issue: number
  refresh: number
  /** The tokens that it ends: of the family of the scene, of responses before it, or also of requests in progress. */
  ends: 'family' | 'earlier' | 'all'
}

const granted = (status: number, answer: Promise<Answer>) =>
  answer.then(it => expect(it.status, it.raw).toBe(status))

async function rotate({ world: { stack }, credential: { sid } }: Scene) {
  const old = firstOr404(
    await stack.db
      .select()
      .from(apiCredential)
      .where(eq(apiCredential.sid, sidOf('AK', sid))),
  )
  const secretHash = hashSecret(makeSecret('credential'))
  await batch(
    stack.db,
    rotateCredential(stack.db, old, { secretHash, overlapSeconds: 0, createdBySid: null }),
  )
}

const ends: Record<string, End> = {
  'revoking the credential': {
    run: ({ world, credential }) =>
      granted(200, world.admin('DELETE', world.path(`/credentials/${credential.sid}`))),
    ...{ issue: 401, refresh: 401, ends: 'all' },
  },
  'narrowing the policy': {
    run: ({ world, credential }) => grant(world, credential, allow(['sp:ListUsers'], ['*'])),
    ...{ issue: 403, refresh: 403, ends: 'all' },
  },
  'narrowing the policy below the token': {
    run: ({ world, credential }) =>
      grant(world, credential, allow(['sp:CreateStsToken', 'sp:RefreshStsToken'], ['*'])),
    ...{ issue: 403, refresh: 403, ends: 'all' },
  },
  'rotating the secret': { run: rotate, issue: 401, refresh: 401, ends: 'all' },
  'erasing the user': {
    run: ({ world, userSid }) => granted(200, world.admin('DELETE', world.path(`/users/${userSid}`))),
    ...{ issue: 400, refresh: 409, ends: 'all' },
  },
  'revoking the family': {
    run: ({ world, root }) => granted(204, revoke(world, root)),
    ...{ issue: 201, refresh: 409, ends: 'family' },
  },
  'revoking the tokens of the user': {
    run: ({ world, userSid }) => granted(204, revokeMany(world, { targetUserSid: userSid })),
    ...{ issue: 201, refresh: 409, ends: 'earlier' },
  },
  'revoking the tokens of the credential': {
    run: ({ world, credential: { sid } }) => granted(204, revokeMany(world, { credentialSid: sid })),
    ...{ issue: 201, refresh: 409, ends: 'earlier' },
  },
  'revoking the tokens of the install': {
    run: ({ world }) => granted(204, revokeMany(world, { all: true })),
    ...{ issue: 201, refresh: 409, ends: 'earlier' },
  },
}

const issue = ({ world, userSid, credential }: Pick<Scene, 'world' | 'userSid' | 'credential'>) => {
  const statements = allow(['sp:ReadUserProfile'], [`installs/${world.installSid}/users/*`])
  const body = { tokenType: 'api', policy: { version: '1', statements }, targetUserSid: userSid }
  return credential.call('POST', world.path('/sts/tokens'), { body })
}

/** A credential that the isolate remembers, with a token that it has issued. */
async function newScene(world: World): Promise<Scene> {
  const [credential, userSid] = [await backend(world), await world.user()]
  const answer = await issue({ world, userSid, credential })
  expect(answer.status, answer.raw).toBe(201)
  return { world, credential, userSid, root: holderOf(world.stack, answer) }
}

const statusOf = async ({ world, userSid }: Scene, { call }: Issued) =>
  (await call('GET', world.path(`/users/${userSid}/profile`))).status

const seen = { oneTrip: 0, inProgress: 0 }

async function trial(world: World, name: string, end: End, delay: number): Promise<void> {
  const scene = await newScene(world)
  const ending = { hasStarted: false, hasEnded: false }
  const made = [{ token: scene.root, isOfFamily: true, isEarlier: true }]

  /** Sends one request after another, until one has started after the end. Returns the status of that one. */
  async function race(isOfFamily: boolean, send: () => Promise<Answer>): Promise<number> {
    const endsAt = performance.now() + raceMs
    while (performance.now() < endsAt) {
      const [isBefore, isLate] = [!ending.hasStarted, ending.hasEnded]
      const answer = await send()
      if (isLate) return answer.status
      if (answer.roundTrips === 1) seen.oneTrip += 1
      if (isBefore && ending.hasStarted) seen.inProgress += 1
      if (answer.status >= 300) continue
      const token = holderOf(world.stack, answer)
      made.push({ token, isOfFamily, isEarlier: !ending.hasStarted })
    }
    throw new Error('The end of the authority took too long.')
  }

  let newest = scene.root
  const refreshNewest = async () => {
    const answer = await askRefresh(world, newest, { by: scene.credential.call })
    if (answer.status === 200) newest = holderOf(world.stack, answer)
    return answer
  }
  const finish = async () => {
    await sleep(delay)
    ending.hasStarted = true
    await end.run(scene)
    ending.hasEnded = true
  }
  const [issued, refreshed] = await Promise.all([
    race(false, () => issue(scene)),
    race(true, refreshNewest),
    finish(),
  ])
  expect({ issued, refreshed }, name).toEqual({ issued: end.issue, refreshed: end.refresh })
  const ended = made.filter(
    ({ isOfFamily, isEarlier }) => end.ends === 'all' || isOfFamily || (end.ends === 'earlier' && isEarlier),
  )
  const statuses = await Promise.all(ended.map(({ token }) => statusOf(scene, token)))
  for (const status of statuses) expect([401, 403], name).toContain(status)
}

test(`after the response to the end of an authority, no request issues or refreshes a token with it, and no token of it is active, in ${trials} interleavings`, async () => {
  const stack = await sharedStack('postgres')
  const random = randomFrom(19)
  const all = Object.entries(ends)
  let next = 0
  const lane = async () => {
    const world = await makeWorld(stack)
    while (next < trials) {
      const [name, end] = all[next++ % all.length] ?? []
      if (name && end) await trial(world, name, end, random(12))
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  // Otherwise the requests were not decided from memory, or did not overlap with the ends.
  expect(seen.oneTrip).toBeGreaterThan(trials)
  expect(seen.inProgress).toBeGreaterThan(trials)
}, 1_800_000)
