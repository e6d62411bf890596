// Limits of token lifetimes, and of the rows and secrets that tokens leave.
import { beforeAll, describe, expect, test } from 'vitest'
import type { StoredPolicy } from '../../../db/schema/credential.ts'
import { callerOf } from '../../support/client.ts'
import { problemOf } from '../../support/problem.ts'
import { fewestTrips } from '../../support/round-trips.ts'
import { rounds, sample } from '../../support/rounds.ts'
import { randomFrom } from '../../support/session-crowd.ts'
import {
  age,
  askRefresh,
  backend,
  dumpOf,
  grant,
  ofInstall,
  refresh,
  revoke,
  setInstall,
} from '../../support/sts.ts'
import { holderOf, type Issued, issueToken, mintingNothing } from '../../support/tokens.ts'
import { allow, makeWorld, type World } from '../../support/world.ts'

const absoluteSeconds = 28_800
/** A tolerance: while requests are on their way, the absolute end comes nearer. */
const slack = 9

let world: World
let userSid: string
beforeAll(async () => {
  world = await makeWorld()
  userSid = await world.user()
})

const issue = (members: Record<string, unknown> = {}, of = world, targetUserSid = userSid) =>
  issueToken(of, { targetUserSid, ...members })
const secondsUntil = (instant: string) => (Date.parse(instant) - Date.now()) / 1000

/** Expects the lifetime, limited by the absolute end in this number of seconds. */
function lives({ answer }: Issued, wanted: number, left = absoluteSeconds) {
  const granted = answer.count('expiresIn')
  if (wanted <= left - slack) expect(granted).toBe(wanted)
  expect(granted).toBeLessThanOrEqual(Math.min(wanted, left))
  expect(granted).toBeGreaterThan(Math.min(wanted, left) - slack)
  expect(secondsUntil(answer.text('expiresAt'))).toBeLessThanOrEqual(granted + 1)
  expect(Date.parse(answer.text('expiresAt'))).toBeLessThanOrEqual(
    Date.parse(answer.text('absoluteExpiresAt')),
  )
}

describe('the lifetime is the least of the requested one, an hour, the limit of the install and the time left of 8 hours', () => {
  const random = randomFrom(20_261_121)
  const oneOf = (values: number[], at: number): number =>
    values[rounds({ quick: at % values.length, all: random(values.length) })] ?? 900
  const cases = Array.from({ length: rounds({ quick: 5, all: 40 }) }, (_, at) => ({
    asked: oneOf([1, 59, 900, 3599, 3600, 3601, 86_400, Number.MAX_SAFE_INTEGER], at),
    most: oneOf([1, 60, 899, 900, 901, 3599, 3600], at),
    aged: oneOf([0, 1000, 25_199, 25_201, 28_000, 28_790], at),
  }))

  test.each(cases)('requested $asked, limit $most, after $aged s', async ({ asked, most, aged }) => {
    const own = await makeWorld()
    const user = await own.user()
    await setInstall(own, { maxTokenTtlSeconds: most })
    const body = { expiresIn: asked }
    const wanted = Math.min(asked, 3600, most)
    lives(await issue(body, own, user), wanted)

    await setInstall(own, { maxTokenTtlSeconds: 3600 })
    let current = await issue({ expiresIn: 3600 }, own, user)
    const root = current
    for (let passed = 0; passed < aged; ) {
      const step = Math.min(3500, aged - passed)
      await age(own, root, step)
      passed += step
      if (passed < aged)
        current = holderOf(own.stack, await askRefresh(own, current, { body: { expiresIn: 3600 } }))
    }
    await setInstall(own, { maxTokenTtlSeconds: most })
    const answer = await askRefresh(own, current, { body })
    expect(answer.status, answer.raw).toBe(200)
    lives(holderOf(own.stack, answer), wanted, absoluteSeconds - aged)
  })
})

describe('a chain of refreshes', () => {
  test.each(sample([60, 900, 3600], 2))(
    'of %i s each, at four fifths of the lifetime, ends 8 hours after its root',
    async expiresIn => {
      const root = await issue({ expiresIn })
      let last = root
      let passed = 0
      let end = expiresIn
      // From near the end on, where each step is visible.
      const start = absoluteSeconds - 5 * expiresIn
      for (let refreshes = 0; refreshes < 60; refreshes += 1) {
        const step = Math.max(1, Math.floor((end - passed) * 0.8))
        await age(world, root, step)
        passed += step
        const answer = await askRefresh(world, last, {
          body: { expiresIn: passed < start ? 3600 : expiresIn },
        })
        if (answer.status !== 200) {
          problemOf(answer, 409)
          break
        }
        last = holderOf(world.stack, answer)
        end = passed + answer.count('expiresIn')
        expect(end).toBeLessThanOrEqual(absoluteSeconds)
      }
      expect(end).toBeGreaterThan(absoluteSeconds - 30)
      await age(world, root, absoluteSeconds - passed)
      problemOf(await askRefresh(world, last), 409)
      problemOf(await last.call('GET', world.path(`/users/${userSid}/profile`)), 401)
    },
  )
})

describe('a refresh is refused', () => {
  const refused = (token: Issued, code: string, status: number) =>
    mintingNothing(world, async () => {
      const answer = await askRefresh(world, token)
      problemOf(answer, status)
      expect(answer.text('code')).toBe(code)
    })

  test.each([900, 901, 10_000])('of a token of 900 s after %i s', async seconds => {
    const token = await issue()
    await age(world, token, seconds)
    await refused(token, 'token_not_active', 409)
  })

  test('of a revoked token', async () => {
    const token = await issue()
    await revoke(world, token)
    await refused(token, 'token_not_active', 409)
  })

  test.each<[string, () => StoredPolicy['statements']]>([
    ['nothing', () => []],
    ['only issue and refresh', () => allow(['sp:CreateStsToken', 'sp:RefreshStsToken'], ['*'])],
    ['another install only', () => allow(['sp:*'], [`installs/AI${'0'.repeat(32)}/*`])],
    ['one user only', () => allow(['sp:*'], [`installs/${world.installSid}/users/${userSid}/*`])],
  ])('of a token whose creator’s policy now allows %s', async (_, statementsOf) => {
    const creator = await backend(world)
    const token = await issueToken(world, { targetUserSid: userSid }, creator.call)
    await grant(world, creator, statementsOf())
    await refused(token, 'permission_ceiling_violation', 403)
    await grant(world, creator, ofInstall(world))
    await refresh(world, token)
  })

  test('by a credential with fewer permissions than the token, even if its creator has all', async () => {
    const token = await issue()
    const { call: by } = await world.credential(allow(['sp:RefreshStsToken'], ['*']))
    const answer = await mintingNothing(world, () => askRefresh(world, token, { by }))
    problemOf(answer, 403)
    expect((await askRefresh(world, token)).status).toBe(200)
  })

  test('or the token is limited to the current policy of the other credential that refreshed it', async () => {
    const [creator, other] = [await backend(world), await backend(world)]
    const root = await issueToken(world, { targetUserSid: userSid }, creator.call)
    const { call } = await refresh(world, root, other.call)
    const read = () => call('GET', world.path(`/users/${userSid}/profile`))
    expect((await read()).status).toBe(200)
    await grant(world, other, [])
    problemOf(await read(), 403)
  })
})

const junkCount = Number(process.env['STS_JUNK'] ?? rounds({ quick: 40, all: 2000 }))

test(`${junkCount} malformed tokens of many shapes are 401 without a round trip to the database`, async () => {
  const { secret } = await issue()
  const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const random = randomFrom(7)
  const word = (length: number) => Array.from({ length }, () => letters[random(62)]).join('')
  const prefix = secret.slice(0, secret.lastIndexOf('_') + 1)
  const shapes = [
    () => prefix + word(49),
    () => secret.slice(0, -6) + word(6),
    () => prefix + word(43) + secret.slice(-6),
    () => secret.slice(0, -1 - random(40)),
    () => secret + word(1 + random(5)),
    () => secret.replace(prefix, `${word(4)}_`),
    () => secret.toLowerCase(),
    () => word(1 + random(200)),
    () => `${word(20)}.${word(40)}.${word(342)}`,
    () => `' or 1=1 -- ${word(5)}`,
  ]
  const path = world.path('/users')
  const sendFifty = async (sent: number) => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => {
        const junk = shapes[(sent + n) % shapes.length]?.() ?? ''
        const bearer = { authorization: `Bearer ${junk}` }
        return n % 2 === 0
          ? callerOf(world.stack, junk)('GET', path)
          : callerOf(world.stack)('GET', path, { headers: bearer })
      }),
    )
    for (const { status, roundTrips } of answers) expect([status, roundTrips]).toEqual([401, 0])
  }
  for (let sent = 0; sent < junkCount; sent += 50)
    expect(await fewestTrips(world.stack, 0, () => sendFifty(sent))).toBe(0)
}, 120_000)

const secretCount = Number(process.env['STS_SECRETS'] ?? rounds({ quick: 20, all: 200 }))

test(`after ${secretCount} issues and as many refreshes no table contains a secret of theirs in any encoding`, async () => {
  const secrets: string[] = []
  for (let made = 0; made < secretCount; made += 20)
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const root = await issue()
        const next = await refresh(world, root)
        await root.call('GET', world.path(`/users/${userSid}/profile`))
        await world.admin('POST', world.path('/sts/introspect'), { body: { token: next.secret } })
        secrets.push(root.secret, next.secret, root.answer.text('elementToken'))
      }),
    )
  const dump = await dumpOf(world.stack)
  expect(dump).toContain(userSid.slice(2, 10))
  const encodings = secrets.flatMap(secret => {
    const body = secret.slice(secret.startsWith('ey') ? -300 : -49)
    const bytes = Buffer.from(body)
    return [
      body,
      bytes.toString('base64'),
      bytes.toString('base64url'),
      bytes.toString('hex'),
      body.slice(0, 43),
    ]
  })
  expect(new Set(secrets).size).toBe(3 * secretCount)
  // In base64 of the whole secret, the prefix shifts the bytes of the body.
  const whole = secrets.flatMap(secret =>
    ['base64', 'base64url', 'hex'].map(encoding => encodedOf(secret, encoding)),
  )
  const texts = [...encodings, ...whole].map(text => text.toLowerCase())
  // Each is one long word, and such words are a small part of all rows.
  expect(texts.filter(text => !/^[\w.+/=-]{43,}$/.test(text))).toEqual([])
  const words = (dump.match(/[\w.+/=-]{43,}/g) ?? []).join(' ')
  expect(texts.filter(text => words.includes(text))).toEqual([])
}, 180_000)

const encodedOf = (secret: string, encoding: string): string =>
  Buffer.from(secret)
    .toString(encoding === 'hex' ? 'hex' : encoding === 'base64' ? 'base64' : 'base64url')
    .replace(/=+$/, '')
