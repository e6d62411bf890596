// The lifetime of a session, the ways to send its token, and the ways to end it.
import { describe, expect, test } from 'vitest'
import type { Answer } from '../../../support/client.ts'
import {
  addMfa,
  age,
  askedForCode,
  callFrom,
  login,
  makeInstallUser,
  makeOperator,
  resetLink,
  signIn,
  someAddress,
} from '../../../support/platform.ts'
import { problemOf } from '../../../support/problem.ts'
import { makeWorld } from '../../../support/world.ts'

const minutes = 60
const hours = 3600
const me = '/api/auth/me'

async function newcomer() {
  const person = await makeOperator(await makeWorld())
  return { person, ...(await signIn(person)), stack: person.world.stack }
}

const cookieOf = (answer: Answer): string => {
  const cookies = answer.headers.getSetCookie()
  expect(cookies).toHaveLength(1)
  return cookies[0] ?? ''
}

describe('the session token is accepted', () => {
  test('as a bearer, in the header token, and as the cookie', async () => {
    const { person, token } = await newcomer()
    for (const headers of [
      { authorization: `Bearer ${token}` },
      { authorization: `bearer ${token}` },
      { token },
      { cookie: `other=1; session=${token}` },
    ])
      expect((await person.anyone('GET', me, { headers })).status, JSON.stringify(headers)).toBe(200)
  })

  test('under no other name, and not from the query', async () => {
    const { person, token } = await newcomer()
    problemOf(await person.anyone('GET', me, { headers: { cookie: `sessionToken=${token}` } }), 401)
    problemOf(await person.anyone('GET', me, { headers: { authorization: `Basic ${token}` } }), 401)
    expect([400, 401]).toContain((await person.anyone('GET', `${me}?sessionToken=${token}`)).status)
  })

  test('only in full', async () => {
    const { person, token } = await newcomer()
    const last = token.at(-1) === 'a' ? 'b' : 'a'
    for (const other of [token.slice(0, -1), `${token}a`, token.slice(0, -1) + last, token.toUpperCase()])
      problemOf(await callFrom(person.world.stack, someAddress(), other)('GET', me), 401)
  })

  test('in area A, for the installs of the account', async () => {
    const { person, call } = await newcomer()
    expect((await call('GET', person.world.path('/users'))).status).toBe(200)
    problemOf(await call('GET', (await makeWorld()).path('/users')), 404)
  })
})

test('and no other secret is: no credential, no mfaToken, no token of a link', async () => {
  const { person, call, stack } = await newcomer()
  await addMfa(call)
  const others = [person.world.secret, await askedForCode(person), await resetLink(person)]
  for (const secret of others)
    expect([401, 403]).toContain((await callFrom(stack, someAddress(), secret)('GET', me)).status)
})

describe('the cookie', () => {
  test('is HttpOnly and SameSite=Lax, for the whole origin and twelve hours', async () => {
    const { answer, token } = await newcomer()
    const [pair, ...attributes] = cookieOf(answer).split(/; ?/)
    expect(pair).toBe(`session=${token}`)
    expect(attributes.map(text => text.toLowerCase()).toSorted()).toEqual([
      'httponly',
      'max-age=43200',
      'path=/',
      'samesite=lax',
    ])
  })

  test('is not set by a failed sign-in, nor by one that still needs a code', async () => {
    const { person, call } = await newcomer()
    expect((await login(person, { password: 'wrong password' })).headers.getSetCookie()).toEqual([])
    await addMfa(call)
    expect((await login(person)).headers.getSetCookie()).toEqual([])
  })

  test('permits changes only from a page of our origin', async () => {
    const { person, token, stack } = await newcomer()
    const cookie = `session=${token}`
    const origins = ['https://evil.example', 'null', `${stack.baseUrl}.evil.example`, 'http://127.0.0.1:1']
    for (const headers of [{ cookie }, ...origins.map(origin => ({ cookie, origin }))])
      for (const [method, path] of [
        ['POST', '/api/auth/logout'],
        ['POST', '/api/auth/mfa/enroll'],
        ['DELETE', '/api/auth/mfa'],
        ['POST', `/api/operators/${person.id}/disable`],
      ] as const) {
        const answer = await person.anyone(method, path, { headers })
        problemOf(answer, 403)
        expect(answer.text('code'), `${method} ${path}`).toBe('cross_site_request')
      }
    const ours = { headers: { cookie, origin: stack.baseUrl } }
    expect((await person.anyone('GET', me, { headers: { cookie } })).status).toBe(200)
    const out = await person.anyone('POST', '/api/auth/logout', ours)
    expect(out.status).toBe(204)
    expect(cookieOf(out)).toMatch(/^session=;.*max-age=0/i)
    problemOf(await person.anyone('GET', me, { headers: { cookie } }), 401)
  })

  test('issues no JWT to a page of another origin', async () => {
    const { person, token } = await newcomer()
    const answer = await person.anyone('POST', '/auth/token', {
      body: { applicationId: person.world.applicationSid, permissions: ['subscribe'] },
      headers: { cookie: `session=${token}`, origin: 'https://evil.example' },
    })
    problemOf(answer, 403)
    expect(answer.text('code')).toBe('cross_site_request')
  })
})

describe('a session ends', () => {
  test('when it is signed out; other sessions do not', async () => {
    const { person, call } = await newcomer()
    const other = await signIn(person)
    expect((await call('POST', '/api/auth/logout')).status).toBe(204)
    problemOf(await call('GET', me), 401)
    problemOf(await call('POST', '/api/auth/logout'), 401)
    expect((await other.call('GET', me)).status).toBe(200)
  })

  test('after half an hour without a request; each request restarts the half hour', async () => {
    const { person, call } = await newcomer()
    await age(person, 'sign_in_session', ['last_seen_date'], 29 * minutes)
    expect((await call('GET', me)).status).toBe(200)
    await age(person, 'sign_in_session', ['last_seen_date'], 29 * minutes)
    expect((await call('GET', me)).status).toBe(200)
    await age(person, 'sign_in_session', ['last_seen_date'], 30 * minutes + 1)
    problemOf(await call('GET', me), 401)
  })

  test('although a page sends requests by itself, in any area: they do not restart the half hour', async () => {
    const { person, call } = await newcomer()
    const background = { headers: { 'x-background': 'true' } }
    const courses = person.world.path('/courses')
    await age(person, 'sign_in_session', ['last_seen_date'], 29 * minutes)
    expect((await call('GET', me, background)).status).toBe(200)
    expect((await call('GET', courses, background)).status).toBe(200)
    await age(person, 'sign_in_session', ['last_seen_date'], minutes + 1)
    problemOf(await call('GET', courses, background), 401)
    problemOf(await call('GET', me), 401)
  })

  test('for good: a request that is refused after the idle timeout does not renew it', async () => {
    const { person, call } = await newcomer()
    await age(person, 'sign_in_session', ['last_seen_date'], 30 * minutes + 1)
    for (let request = 0; request < 3; request++) problemOf(await call('GET', me), 401)
  })

  test('after twelve hours, regardless of its use', async () => {
    const { person, call } = await newcomer()
    await age(person, 'sign_in_session', ['created_date', 'expires_at'], 12 * hours - minutes)
    expect((await call('GET', me)).status).toBe(200)
    await age(person, 'sign_in_session', ['created_date', 'expires_at'], minutes + 1)
    problemOf(await call('GET', me), 401)
  })
})

describe('the list of sessions', () => {
  test("shows the person's own sessions with address and client, and marks the current one", async () => {
    const { person, answer, call } = await newcomer()
    const address = someAddress()
    const elsewhere = await callFrom(person.world.stack, address)('POST', '/api/auth/login', {
      body: { ...person.names, password: person.password },
      headers: { 'user-agent': 'Lynx/2.9' },
    })
    expect(elsewhere.status).toBe(200)
    await signIn(await makeOperator(person.world))
    const list = await call('GET', '/api/auth/sessions')
    expect(list.body).toMatchObject({ total: 2, count: 2, offset: 0, next: null, prev: null })
    const results = list.list('results')
    const mine = results.find(({ current }) => current === true)
    const other = results.find(({ current }) => current === false)
    expect(mine).toEqual({
      id: expect.stringMatching(/^SI[a-f0-9]{32}$/),
      createdAt: expect.any(Number),
      lastSeenAt: expect.any(Number),
      expiresAt: answer.count('expiresAt'),
      userAgent: expect.any(String),
      address: expect.any(String),
      current: true,
    })
    expect(other).toMatchObject({ userAgent: 'Lynx/2.9', address })
  })

  test('lets a person end another of their own sessions', async () => {
    const { person, call } = await newcomer()
    const other = await signIn(person)
    const results = (await call('GET', '/api/auth/sessions')).list('results')
    const id = results.find(({ current }) => current === false)?.['id']
    expect((await call('DELETE', `/api/auth/sessions/${id}`)).status).toBe(204)
    problemOf(await other.call('GET', me), 401)
    expect((await call('GET', '/api/auth/sessions')).count('total')).toBe(1)
    problemOf(await call('DELETE', `/api/auth/sessions/${id}`), 404)
  })

  test('does not contain ended sessions', async () => {
    const { person } = await newcomer()
    await age(person, 'sign_in_session', ['last_seen_date'], 31 * minutes)
    expect((await (await signIn(person)).call('GET', '/api/auth/sessions')).count('total')).toBe(1)
  })

  test('does not show sessions of other people, of the same account or of another, and cannot end them', async () => {
    const { person, call } = await newcomer()
    const id = (await call('GET', '/api/auth/sessions')).list('results')[0]?.['id']
    const strangers = [
      await makeOperator(person.world),
      await makeOperator(await makeWorld(person.world.stack)),
      await makeInstallUser(person.world),
    ]
    for (const stranger of strangers) {
      const theirs = await signIn(stranger)
      problemOf(await theirs.call('DELETE', `/api/auth/sessions/${id}`), 404)
      expect((await theirs.call('GET', '/api/auth/sessions')).count('total')).toBe(1)
    }
    expect((await call('GET', me)).status).toBe(200)
  })
})
