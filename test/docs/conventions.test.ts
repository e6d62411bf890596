// docs/reference/conventions.md: each row of the table is compared with responses of the running system.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { application } from '../../db/schema/tenancy.ts'
import { newSid } from '../../db/sid.ts'
import type { Call } from '../support/client.ts'
import { type Cells, isoTime, publishedLimits, tableOfConventions } from '../support/docs/conventions.ts'
import { signedInAs } from '../support/platform.ts'
import { problemOf } from '../support/problem.ts'
import { makeSession, type SessionWorld } from '../support/sessions.ts'
import { issueToken, sidOf } from '../support/tokens.ts'
import { makeEndpoint, rowsOf, type Sink, settled, startSink } from '../support/webhooks.ts'
import { makeWorld } from '../support/world.ts'

const envelope = ['total', 'first', 'next', 'prev', 'last', 'count', 'offset', 'results']
const longPassword = 'a lantern over quiet water'

describe('the conventions', () => {
  let world: SessionWorld
  let sink: Sink
  /** An owner of the account, who has signed in. */
  let owner: Call
  let session = { token: '', password: '' }
  beforeAll(async () => {
    world = await makeSession()
    sink = await startSink()
    const signedIn = await signedInAs(world, 'owner')
    owner = signedIn.call
    session = signedIn
  })
  afterAll(() => sink.close())

  const get = async (path: string, by: Call = world.admin) => {
    const answer = await by('GET', path)
    expect(answer.status, answer.raw).toBe(200)
    return answer
  }
  const tokens = () => world.path('/sts/tokens')
  const issue = () => issueToken(world, { targetUserSid: world.userSid })
  const raw = (path: string, headers: Record<string, string>) =>
    fetch(new URL(path, world.stack.baseUrl), { headers })

  const checks: Record<string, (cells: Cells) => Promise<void>> = {
    'start of the paths': async ({ A, B, C }) => {
      const paths = { A: [world.path('/courses')], B: [tokens()], C: ['/auth/token', '/api/webhooks'] }
      expect([A, B, C].flat()).toEqual(['/v1', '/v1', '/auth', '/api'])
      for (const path of [...paths.A, ...paths.B]) {
        await get(path)
        expect((await world.admin('GET', path.replace('/v1', ''))).status).toBe(404)
      }
      for (const path of paths.C) {
        expect((await world.admin('GET', path)).status).not.toBe(404)
        expect((await world.admin('GET', `/v1${path}`)).status).toBe(404)
      }
    },
    'several words in a path': async ({ A: [camel = ''], C: [kebab = ''] }) => {
      await get(world.path(`/${camel}`))
      expect((await world.admin('GET', world.path('/course-offerings'))).status).toBe(404)
      const body = { email: 'nobody@school.example' }
      expect((await owner('POST', `/api/auth/${kebab}`, { body })).status).toBe(202)
      expect((await owner('POST', '/api/auth/forgotPassword', { body })).status).toBe(404)
    },
    tenant: async ({ A, B, C: [header = ''] }) => {
      expect([A, B]).toEqual([['installSid'], ['installSid']])
      const other = await makeWorld()
      for (const path of ['/courses', '/sts/tokens'])
        expect((await world.admin('GET', other.path(path))).status).toBe(404)
      await get('/api/webhooks') // the application of the credential
      const { world: theirs, call } = await signedInAs(await makeWorld(), 'owner')
      const second = newSid('AP')
      const accountSid = sidOf('AC', theirs.accountSid)
      await theirs.stack.db.insert(application).values({ sid: second, accountSid, name: 'Second' })
      const ambiguous = await call('GET', '/api/webhooks')
      problemOf(ambiguous, 400)
      expect(ambiguous.text('code')).toBe('application_required')
      expect((await call('GET', '/api/webhooks', { headers: { [header]: second } })).status).toBe(200)
    },
    'documented header': async ({ A: [token = ''], B: [bearer = ''], C: [sessionBearer = '', cookie] }) => {
      const { secret } = world
      expect((await raw(world.path('/courses'), { [token]: secret })).status).toBe(200)
      expect((await raw(tokens(), { [bearer]: `Bearer ${secret}` })).status).toBe(200)
      const me = '/api/auth/me'
      expect((await raw(me, { [sessionBearer]: `Bearer ${session.token}` })).status).toBe(200)
      for (const path of [me, world.path('/courses'), tokens()])
        expect((await raw(path, { cookie: `${cookie}=${session.token}` })).status).toBe(200)
      for (const path of [world.path('/courses'), tokens(), '/api/webhooks'])
        for (const headers of [{ token: secret }, { authorization: `Bearer ${secret}` }])
          expect((await raw(path, headers)).status).toBe(200)
    },
    'id of a record': async ({ A: [a = ''], B: [b = ''], C: [c = ''] }) => {
      const { answer } = await issue()
      const endpoint = await makeEndpoint(world, sink.receiver())
      const records = [(await world.read()).body, answer.body, endpoint.record]
      expect(records.map((record, at) => record[[a, b, c][at] ?? ''])).toEqual([
        expect.stringMatching(/^ES[a-f0-9]{32}$/),
        expect.stringMatching(/^TA[a-f0-9]{32}$/),
        expect.stringMatching(/^WH[a-f0-9]{32}$/),
      ])
      expect([a, b, c]).toEqual(['sid', 'sid', 'id'])
      expect(records.map(record => [record['sid'], record['id']].filter(Boolean).length)).toEqual([1, 1, 1])
    },
    'id of another record': async ({ A: [a = ''], B: [b = ''], C: [c = ''] }) => {
      const { sid } = await issue()
      expect((await world.read()).body[a]).toBe(world.userSid)
      expect((await get(`${tokens()}/${sid}`)).body[b]).toBe(world.userSid)
      const { id } = await makeEndpoint(world, sink.receiver())
      const tested = await world.admin('POST', `/api/webhooks/${id}/test`)
      const delivery = await get(`/api/webhooks/deliveries/${tested.text('deliveryId')}`)
      expect(delivery.body[c]).toBe(id)
    },
    times: async ({ A: [a = ''], B: [b = ''], C: [c = '', claim = ''] }) => {
      const { answer } = await issue()
      expect([(await world.read()).text(a), answer.text(b)]).toEqual([
        expect.stringMatching(isoTime),
        expect.stringMatching(isoTime),
      ])
      const { record } = await makeEndpoint(world, sink.receiver())
      const dayMs = 86_400_000
      expect(Math.abs(Number(record[c]) - Date.now())).toBeLessThan(dayMs)
      const body = { applicationId: world.applicationSid, permissions: ['publish'] }
      const jwt = await world.admin('POST', '/auth/token', { body })
      expect(Math.abs(jwt.count('expiresAt') - Date.now())).toBeLessThan(dayMs)
      const verified = await world.admin('POST', '/auth/verify', { body: { token: jwt.text('token') } })
      const claims = new Map(Object.entries(verified.body['claims'] ?? {}))
      expect(Math.abs(Number(claims.get(claim)) * 1000 - Date.now())).toBeLessThan(dayMs)
    },
    lists: async ({ C: [webhooks = ''] }) => {
      for (const answer of [
        await get(world.path('/courses')),
        await get(tokens()),
        await get('/api/operators', owner),
      ])
        expect(Object.keys(answer.body)).toEqual(envelope)
      for (const path of [webhooks, `${webhooks}/logs`, `${webhooks}/dead-letters`])
        rowsOf(await world.admin('GET', path))
    },
    'next page': async ({ A: [a = ''], B: [b = ''], C: [after = '', before = '', other = ''] }) => {
      expect([a, b, other]).toEqual(['offset', 'offset', 'offset'])
      for (const title of ['First', 'Second'])
        await world.admin('POST', world.path('/courses'), { body: { title } })
      const next = new URL((await get(`${world.path('/courses')}?limit=1`)).text('next'))
      expect(next.searchParams.get(a)).toBe('1')
      const wrong = await world.admin('GET', `${world.path('/courses')}?${after}=x`)
      expect(problemOf(wrong, 400)).toHaveLength(1)
      for (const _ of [1, 2]) await makeEndpoint(world, sink.receiver())
      const [oldest] = rowsOf(await world.admin('GET', '/api/webhooks?limit=1'))
      const rest = rowsOf(await world.admin('GET', `/api/webhooks?${after}=${oldest?.['id']}`))
      expect(rest.length).toBeGreaterThan(0)
      expect(rest.map(({ id }) => id)).not.toContain(oldest?.['id'])
      expect(rowsOf(await world.admin('GET', `/api/webhooks/logs?${before}=${Date.now()}`))).toEqual(
        expect.any(Array),
      )
    },
    'default `limit`': async ({ A: [a], B: [b], C: [arrays, envelopes] }) => {
      const limitOf = async (path: string, by?: Call) =>
        new URL((await get(path, by)).text('first')).searchParams.get('limit')
      const limits = [
        await limitOf(world.path('/courses')),
        await limitOf(tokens()),
        await limitOf('/api/operators', owner),
      ]
      expect(limits).toEqual([a, b, envelopes])
      const known = await publishedLimits(world.stack)
      for (const path of ['/api/webhooks', '/api/webhooks/logs', '/api/webhooks/dead-letters'])
        expect(known.get(path)).toBe(Number(arrays))
    },
    'members that a PUT omits': async () => {
      const { admin, path } = world
      await admin('PUT', path('/settings'), { body: { defaultTimezone: 'Europe/Berlin' } })
      const settings = await admin('PUT', path('/settings'), { body: { maxTokenTtlSeconds: 1800 } })
      expect(settings.text('defaultTimezone')).toBe('Europe/Berlin')

      const configurations = path(`/courses/${world.courseSid}/exams/${world.examSid}/configurations`)
      const [primary] = (await get(`${configurations}?type=primary`)).list('results')
      const replaced = await admin('PUT', `${configurations}/${primary?.['sid']}`, {
        body: { attempts: 2 },
      })
      expect(replaced.body).toMatchObject({
        ...{ attempts: 2, duration: null, permittedNotes: false, proctorTypes: [] },
      })

      const proctor = await admin('POST', '/v1/proctors', { body: { name: 'Northern Proctors' } })
      const renamed = await admin('PUT', `/v1/proctors/${proctor.text('sid')}`, { body: { name: 'North' } })
      expect(problemOf(renamed, 400).map(error => error.path)).toEqual(['installSids'])

      const { at, record } = await makeEndpoint(world, sink.receiver())
      const changed = await admin('PUT', at, { body: { events: ['socket.message'] } })
      expect(changed.body).toMatchObject({ url: record['url'], events: ['socket.message'] })
    },
    'response to DELETE': async ({ A: [a], B: [b], C: [c] }) => {
      const { admin, path } = await makeSession()
      const course = await admin('POST', path('/courses'), { body: { title: 'Short' } })
      const deleted = await admin('DELETE', path(`/courses/${course.text('sid')}`))
      expect([String(deleted.status), typeof deleted.json]).toEqual([a, 'string'])
      const cancelled = await world.admin('DELETE', world.at(), { body: { reason: 'other-reason' } })
      expect([String(cancelled.status), cancelled.text('sid')]).toEqual([a, world.sessionSid])
      const { sid } = await issue()
      const revoked = await world.admin('DELETE', `${tokens()}/${sid}`)
      const endpoint = await makeEndpoint(world, sink.receiver())
      await settled(world)
      const removed = await world.admin('DELETE', endpoint.at)
      expect([revoked, removed].map(({ status, raw }) => [String(status), raw])).toEqual([
        [b, ''],
        [c, ''],
      ])
    },
    'new passwords': async () => {
      const create = (password: string, email: string) =>
        world.admin('POST', world.path('/users'), {
          body: { firstName: 'Ada', lastName: 'Lovelace', email, password },
        })
      expect((await create('Correct4horse!', 'a@school.example')).status).toBe(201)
      for (const wrong of [longPassword, 'Short4!', `Correct4horse!${'x'.repeat(17)}`])
        expect(problemOf(await create(wrong, 'b@school.example'), 400)).toMatchObject([{ path: 'password' }])
      const change = (password: string) =>
        owner('POST', '/api/auth/change-password', { body: { currentPassword: session.password, password } })
      expect(problemOf(await change('lantern'), 400)).toMatchObject([{ path: 'password' }])
      expect(problemOf(await change('x'.repeat(129)), 400)).toMatchObject([{ path: 'password' }])
      expect((await change(longPassword)).status).toBe(204)
    },
    errors: async ({ A, B, C }) => {
      const unknown = { body: { unheardOf: 1 } }
      const answers = [
        await world.admin('POST', world.path('/courses'), unknown),
        await world.admin('POST', tokens(), unknown),
        await world.admin('POST', '/api/webhooks', unknown),
      ]
      for (const [at, answer] of answers.entries()) {
        expect(problemOf(answer, 400).length).toBeGreaterThan(0)
        expect(answer.headers.get('content-type')).toContain([A, B, C][at]?.[0])
      }
      for (const path of [world.path('/courses'), tokens(), '/api/webhooks'])
        expect(problemOf(await world.admin('GET', `${path}?unheardOf=1`), 400)).toHaveLength(1)
    },
  }

  const { head, rows } = tableOfConventions()

  test('the table compares the three areas, and every row is checked', () => {
    expect(head).toBe('| | area A | area B | area C |')
    expect([...rows.keys()]).toEqual(Object.keys(checks))
  })

  for (const [name, check] of Object.entries(checks))
    test(`${name}: the areas respond as the table describes`, async () => {
      await check(rows.get(name) ?? { A: [], B: [], C: [] })
    })
})
