// The data of an operation is neither read nor written for a caller that is not valid. Locks show it: while every table but those
// of the lookup is locked exclusively, a request that reads another table waits, and one that reads none is answered.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSecret } from '../../../src/shared/auth/secret.ts'
import type { Route } from '../../../src/shared/http/route.ts'
import type { Stack } from '../../../tools/stack/stack.ts'
import { type Answer, callerOf } from '../../support/client.ts'
import { bodies, type Everything, makeEverything } from '../../support/everything.ts'
import { signedInAs } from '../../support/platform.ts'
import { urlOf } from '../../support/postgres.ts'
import { isExhaustive } from '../../support/rounds.ts'
import { fill, guardedRoutes, nameOf } from '../../support/routes.ts'
import { sharedStack } from '../../support/stack.ts'
import { issueApiToken } from '../../support/tokens.ts'
import { allow, makeWorld } from '../../support/world.ts'

let stack: Stack
let all: Everything
let client: pg.Client
beforeAll(async () => {
  stack = await sharedStack('postgres')
  all = await makeEverything(stack)
  client = new pg.Client({ connectionString: await urlOf(stack) })
  await client.connect()
}, 180_000)
afterAll(() => client.end())

const ofCredential = ['api_credential', 'install', 'account', 'request_count']
const ofToken = [...ofCredential, 'sts_token', 'sts_family', 'users']
const ofSession = ['sign_in_session', 'operator', 'totp', 'account', 'install', 'users', 'request_count']
const ofJwt = [...ofCredential, 'application', 'operator', 'sign_in_session', 'totp']

/** Runs the work while each table but these is locked. */
async function locking(except: readonly string[], work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema = 'public' and table_name <> all($1) order by 1`,
    [except],
  )
  await client.query('begin')
  try {
    await client.query(`lock table ${rows.map(({ name }) => name).join(', ')} in access exclusive mode`)
    await work()
  } finally {
    await client.query('rollback')
  }
}

/** The path with the sids of records that exist. */
const pathOf = (route: Route<never>): string => {
  const known = route.path.replaceAll(/\{(\w+)\}/g, (text, name: string) => all.sids[name] ?? text)
  return fill({ ...route, path: known as Route<never>['path'] }, all.world.installSid)
}

const isUnauthenticated = ({ status, roundTrips }: Answer) => status === 401 && roundTrips <= 1

/** Sends each operation while the tables are locked. @returns those that were not refused, by default with 401 at once */
async function granted(
  secret: string,
  except: readonly string[],
  { of = guardedRoutes, isRefused = isUnauthenticated } = {},
): Promise<string[]> {
  const call = callerOf(stack, secret)
  const names: string[] = []
  await locking(except, async () => {
    for (const route of of) {
      const body = route.body && !route.upload ? (bodies(all)[route.action ?? ''] ?? {}) : undefined
      const answer = await call(route.method, pathOf(route), { body })
      if (!isRefused(answer)) names.push(`${nameOf(route)} ${answer.status} in ${answer.roundTrips}`)
    }
  })
  return names
}

/** The operations for one of the callers of a test. In `npm test` each operation has one caller, and each caller some operations. */
const shareOf = (of: typeof guardedRoutes, caller: number, callers: number) =>
  of.filter((_, at) => isExhaustive || at % callers === caller)

describe('no operation reads or writes records', { timeout: 120_000 }, () => {
  test('of the install of another tenant', async () => {
    const theirs = await makeWorld(stack)
    const { secret } = await theirs.credential(allow(['sp:*'], ['*']))
    const token = await issueApiToken(theirs, allow(['sp:*'], ['*']))
    const operator = await signedInAs(theirs, 'owner')
    const ofInstalls = guardedRoutes.filter(({ path }) => path.includes('{installSid}'))
    const isRefused = ({ status, roundTrips }: Answer) => [403, 404].includes(status) && roundTrips === 2
    const callers = [
      [theirs.secret, ofCredential],
      [secret, ofCredential],
      [token.secret, ofToken],
      [operator.token, ofSession],
    ] as const
    for (const [at, [caller, except]] of callers.entries())
      expect(
        await granted(caller, except, { of: shareOf(ofInstalls, at, callers.length), isRefused }),
      ).toEqual([])
  })

  test('for a credential that does not exist, or is revoked', async () => {
    const { sid, secret } = await all.world.credential(allow(['sp:*'], ['*']))
    await all.world.admin('DELETE', all.world.path(`/credentials/${sid}`))
    for (const [at, each] of [secret, makeSecret('credential')].entries())
      expect(await granted(each, ofCredential, { of: shareOf(guardedRoutes, at, 2) })).toEqual([])
  })

  test('for a token that is revoked', async () => {
    const { sid, secret } = await issueApiToken(all.world, allow(['sp:*'], ['*']))
    await all.world.admin('DELETE', all.world.path(`/sts/tokens/${sid}`))
    expect(await granted(secret, ofToken, { of: shareOf(guardedRoutes, 0, 2) })).toEqual([])
  })

  test('for the session of an operator who is disabled', async () => {
    const { token, id } = await signedInAs(all.world, 'admin')
    await all.world.admin('POST', `/api/operators/${id}/disable`)
    expect(await granted(token, ofSession, { of: shareOf(guardedRoutes, 1, 2) })).toEqual([])
  })

  test('for a JWT whose issuer is revoked', async () => {
    const { sid, call } = await all.world.credential(allow(['sp:*'], ['*']))
    const permissions = ['subscribe', 'publish']
    const body = { applicationId: all.world.applicationSid, permissions }
    const jwt = (await call('POST', '/auth/token', { body })).text('token')
    await all.world.admin('DELETE', all.world.path(`/credentials/${sid}`))
    expect(await granted(jwt, ofJwt)).toEqual([])
  })
})

test('a valid caller waits for these locks', async () => {
  const { admin, path } = all.world
  let answer: ReturnType<typeof admin> | undefined
  await locking(ofCredential, async () => {
    answer = admin('GET', path('/users'))
    await expect
      .poll(async () => {
        const waits = "select from pg_locks where not granted and relation = 'users'::regclass"
        return (await client.query(waits)).rowCount
      })
      .toBeGreaterThan(0)
  })
  expect((await answer)?.status).toBe(200)
})
