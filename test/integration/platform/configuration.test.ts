// The configuration of the Worker of area C, in the runtime of production.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operator } from '../../../db/schema/operator.ts'
import { type Answer, type Call, callerOf } from '../../support/client.ts'
import {
  callFrom,
  deleteOperators,
  login,
  makeOperator,
  type Person,
  signIn,
  someAddress,
  someEmail,
  somePassword,
} from '../../support/platform.ts'
import {
  type PlatformDatabase,
  type PlatformWorker,
  platformDatabase,
} from '../../support/platform-worker.ts'
import { problemOf } from '../../support/problem.ts'
import { changingNoRow } from '../../support/tables.ts'
import { sidOf } from '../../support/tokens.ts'
import { makeWorld } from '../../support/world.ts'

let database: PlatformDatabase
beforeAll(async () => {
  database = await platformDatabase()
}, 60_000)
afterAll(() => database.close())

const newOperator = async ({ stack }: PlatformWorker) => makeOperator(await makeWorld(stack))

function refused(answer: Answer, status: number, code: string): void {
  problemOf(answer, status)
  expect(answer.text('code')).toBe(code)
}

describe('with a setup token', () => {
  let anyone: Call
  beforeAll(async () => {
    const { stack } = await database.worker({ variables: { SETUP_TOKEN: 'a-secret-of-the-deployment' } })
    anyone = callFrom(stack, someAddress())
    await deleteOperators(stack)
  })

  const setup = (headers: Record<string, string> = {}) => {
    const body = { name: 'Grace', email: someEmail(), password: somePassword() }
    return anyone('POST', '/api/auth/setup', { body, headers })
  }

  test('only a request with the token creates the first admin', async () => {
    refused(await setup(), 403, 'setup_token_invalid')
    for (const token of [
      '',
      'a-secret-of-the-deploymen',
      'a-secret-of-the-deployment2',
      'A-SECRET-OF-THE-DEPLOYMENT',
    ])
      refused(await setup({ 'x-setup-token': token }), 403, 'setup_token_invalid')
    expect((await anyone('GET', '/api/auth/setup-status')).body).toEqual({ setupRequired: true })
    expect((await setup({ 'x-setup-token': 'a-secret-of-the-deployment' })).status).toBe(201)
    refused(await setup({ 'x-setup-token': 'a-secret-of-the-deployment' }), 403, 'setup_done')
  })
})

describe('without a setup token', () => {
  const origin = 'https://id.example'
  const setup = async (variables: Record<string, string>) => {
    const { stack } = await database.worker({ variables })
    await deleteOperators(stack)
    const anyone = callerOf(stack)
    const body = { name: 'Grace', email: someEmail(), password: somePassword() }
    return { stack, anyone, answer: await anyone('POST', '/api/auth/setup', { body }) }
  }

  test('no first admin can be created on https, but the deployment is ready', async () => {
    const { answer, anyone } = await setup({ BASE_URL: origin })
    refused(answer, 403, 'setup_token_invalid')
    expect(answer.text('detail')).toContain('SETUP_TOKEN')
    expect((await anyone('GET', '/api/auth/setup-status')).body).toEqual({ setupRequired: true })
    expect((await anyone('GET', '/readyz')).status).toBe(200)
  })

  test('anyone on this machine can create the first admin on http, which is local', async () => {
    expect((await setup({})).answer.status).toBe(201)
  })

  test('a proxy shows that the system is not local, whether it is trusted or not: it creates no first admin', async () => {
    const { stack } = await database.worker({ variables: {} })
    await deleteOperators(stack)
    const through = (headers: Record<string, string>) => {
      const body = { name: 'Grace', email: someEmail(), password: somePassword() }
      return callerOf(stack)('POST', '/api/auth/setup', { body, headers })
    }
    for (const headers of [
      { 'x-forwarded-for': '198.51.100.7' },
      { 'x-forwarded-for': '127.0.0.1, 198.51.100.7' },
      { forwarded: 'for=198.51.100.7' },
      { 'cf-connecting-ip': '198.51.100.7' }, // of a trusted proxy
    ])
      refused(await through(headers), 403, 'setup_token_invalid')
    expect((await through({ 'x-forwarded-for': '127.0.0.1' })).status).toBe(201)
  })
})

describe('the session cookie', () => {
  const cookieOf = (answer: Answer): [string, string[]] => {
    const [pair = '', ...attributes] = (answer.headers.getSetCookie()[0] ?? '').split('; ')
    return [pair, attributes.toSorted()]
  }

  test('on https has the __Host- prefix and is Secure, and is accepted from our own origin', async () => {
    const origin = 'https://id.example'
    const person = await newOperator(await database.worker({ variables: { BASE_URL: origin } }))
    const answer = await login(person)
    const [cookie, attributes] = cookieOf(answer)
    expect(cookie).toBe(`__Host-session=${answer.text('sessionToken')}`)
    expect(attributes).toEqual(['HttpOnly', 'Max-Age=43200', 'Path=/', 'SameSite=Lax', 'Secure'])

    const { anyone } = person
    const unprefixed = cookie.replace('__Host-', '')
    expect((await anyone('GET', '/api/auth/me', { headers: { cookie } })).status).toBe(200)
    refused(
      await anyone('GET', '/api/auth/me', { headers: { cookie: unprefixed } }),
      401,
      'credential_required',
    )
    for (const other of [{}, { origin: 'https://id.example.evil.example' }, { origin: 'http://id.example' }])
      refused(
        await anyone('POST', '/api/auth/logout', { headers: { cookie, ...other } }),
        403,
        'cross_site_request',
      )
    const left = await anyone('POST', '/api/auth/logout', { headers: { cookie, origin } })
    expect(left.status).toBe(204)
    expect(cookieOf(left)).toEqual([
      '__Host-session=',
      ['HttpOnly', 'Max-Age=0', 'Path=/', 'SameSite=Lax', 'Secure'],
    ])
    expect((await anyone('GET', '/api/auth/me', { headers: { cookie } })).status).toBe(401)
  })

  test('on http has neither, since browsers would reject it', async () => {
    const answer = await login(await newOperator(await database.worker()))
    expect(cookieOf(answer)).toEqual([
      `session=${answer.text('sessionToken')}`,
      ['HttpOnly', 'Max-Age=43200', 'Path=/', 'SameSite=Lax'],
    ])
  })
})

describe("with Cloudflare's limiter", () => {
  test('an address that it refuses gets 429 before the password is checked, and other addresses are not limited', async () => {
    const person = await newOperator(await database.worker({ signInsPerMinute: 2 }))
    const { world, anyone } = person
    const wrong = { password: 'a wrong password' }
    for (let n = 0; n < 2; n += 1) refused(await login(person, wrong), 401, 'invalid_credentials')
    for (const attempt of [() => login(person, wrong), () => login(person)]) {
      const answer = await changingNoRow(world, attempt)
      refused(answer, 429, 'too_many_attempts')
      expect(answer.headers.get('retry-after')).toBe('60')
    }
    const others: [string, object][] = [
      ['/api/auth/mfa/verify', { mfaToken: 'x', code: '123456' }],
      ['/api/auth/reset-password', { token: 'x', password: somePassword() }],
      ['/api/auth/forgot-password', { email: person.email }],
    ]
    for (const [path, body] of others) {
      const answer = await changingNoRow(world, () => anyone('POST', path, { body }))
      refused(answer, 429, 'too_many_attempts')
      expect(answer.roundTrips).toBe(0)
    }
    const elsewhere = callFrom(world.stack, someAddress())
    expect((await login({ ...person, anyone: elsewhere })).status).toBe(200)
  })
})

describe('a changed hashing cost', () => {
  const hashOf = async ({ id, world }: Person) => {
    const rows = world.stack.db
      .select({ hash: operator.passwordHash })
      .from(operator)
      .where(eq(operator.sid, sidOf('OP', id)))
    return (await rows)[0]?.hash ?? ''
  }

  test('applies to the stored hash at the next sign-in, without a change of the password', async () => {
    const person = await newOperator(await database.worker())
    expect(await hashOf(person)).toMatch(/^\$scrypt\$ln=4,/)
    const costlier = await database.worker({ variables: { PASSWORD_COST_LOG2: '11' } })
    const there = { ...person, anyone: callFrom(costlier.stack, someAddress()) }

    expect((await login(there, { password: 'a wrong password' })).status).toBe(401)
    expect(await hashOf(person)).toMatch(/^\$scrypt\$ln=4,/)
    const { token } = await signIn(there)
    expect(await hashOf(person)).toMatch(/^\$scrypt\$ln=11,/)
    const rehashed = await hashOf(person)
    expect((await callFrom(costlier.stack, someAddress(), token)('GET', '/api/auth/me')).status).toBe(200)
    await signIn(there)
    expect(await hashOf(person)).toBe(rehashed)
  })
})
