// The members of an endpoint, at create (C12), at update (C13) and in a rotation of the secret.
import { describe, expect, test } from 'vitest'
import { once } from '../../../src/shared/once.ts'
import type { Answer } from '../../support/client.ts'
import { problemOf } from '../../support/problem.ts'
import { badMembers, rowsOf } from '../../support/webhooks.ts'
import { makeWorld } from '../../support/world.ts'

const create = {
  url: 'https://lms.example.com/hook',
  secret: 'a secret of mine',
  events: ['document.updated'],
}

type Send = (members: Record<string, unknown>) => Promise<Answer>

/** Sends the members in a create and in an update. */
async function ways(): Promise<Record<'create' | 'update', Send>> {
  const { admin } = await makeWorld()
  const at = `/api/webhooks/${(await admin('POST', '/api/webhooks', { body: create })).text('id')}`
  return {
    create: members => admin('POST', '/api/webhooks', { body: { ...create, ...members } }),
    update: members => admin('PUT', at, { body: members }),
  }
}

/** The same for all requests that are refused, which change nothing. */
const kept = once(ways)

describe.each(['create', 'update'] as const)('at %s', way => {
  test.each([
    ['not a type of the list', { events: ['document.created'] }, 'events.0'],
    ['not all types of the list', { events: ['document.updated', 'x'] }, 'events.1'],
    ['a wildcard', { events: ['*'] }, 'events.0'],
    ['another case', { events: ['Document.Updated'] }, 'events.0'],
    ['an empty list', { events: [] }, 'events'],
    ['a text', { events: 'document.updated' }, 'events'],
    ['a list with a number', { events: [1] }, 'events.0'],
    ['null', { events: null }, 'events'],
    ['a nested list', { events: [['document.updated']] }, 'events.0'],
  ])('events that are %s are 400 at their path', async (_, members, path) => {
    expect(badMembers(await (await kept())[way](members))).toEqual([path])
  })

  test('all seven event types are accepted, and a duplicate counts once', async () => {
    const types = [
      ...['document.updated', 'document.deleted', 'presence.updated', 'socket.message'],
      ...['socket.connect', 'socket.disconnect', 'database.event'],
    ]
    const { [way]: send } = await ways()
    expect((await send({ events: types })).body['events']).toEqual(types)
    const twice = await send({ events: ['socket.connect', 'socket.connect'] })
    expect(twice.body['events']).toEqual(['socket.connect'])
  })

  test.each([
    [{}],
    [{ a: 'b' }],
    [{ a: 1, b: 1.5, c: true, d: null, e: '' }],
    [{ 'a.b': 'c', Ä: 'ö', 'x y': 'z' }],
  ])('a filter of keys and plain values is stored unchanged: %j', async filter => {
    const answer = await (await ways())[way]({ filter })
    expect(answer.status, answer.raw).toBeLessThan(300)
    expect(answer.body['filter']).toEqual(filter)
  })

  test.each([['text'], [1], [true], [[]], [[{ a: 'b' }]]])(
    'a filter that is not an object is 400: %j',
    async filter => {
      expect(badMembers(await (await kept())[way]({ filter }))).toEqual(['filter'])
    },
  )

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'a filter key is stored or refused, never dropped: %s',
    async key => {
      const { [way]: send } = await ways()
      const filter: unknown = JSON.parse(`{${JSON.stringify(key)}: "x"}`)
      const answer = await send({ filter })
      if (answer.status >= 300) problemOf(answer, 400)
      else expect(answer.raw).toContain(`"filter":{${JSON.stringify(key)}:"x"}`)
    },
  )

  test.each([[''], [1], [null], [['a secret']], [{}]])('a secret that is %j is 400', async secret => {
    expect(badMembers(await (await kept())[way]({ secret }))).toEqual(['secret'])
  })

  const keyOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`

  test.each([
    ['nothing', 'whsec_'],
    ['23 bytes', keyOf(23)],
    ['less than its characters', 'whsec_12345678'],
    ['invalid base64', `${keyOf(24)}!`],
    ['base64url', `whsec_${'-_'.repeat(20)}`],
    ['base64 without its padding', keyOf(25).replaceAll('=', '')],
  ])('a secret that starts with whsec_ and continues with %s is 400', async (_, secret) => {
    expect(badMembers(await (await kept())[way]({ secret }))).toEqual(['secret'])
  })

  test.each([keyOf(24), keyOf(25), keyOf(64), 'Whsec_short', 'my whsec_ '])(
    'a secret that is a key of at least 24 bytes, or does not start with whsec_, is accepted: %s',
    async secret => {
      const answer = await (await ways())[way]({ secret })
      expect(answer.status, answer.raw).toBeLessThan(300)
    },
  )

  test('unknown members are 400, each named with its path', async () => {
    const answer = await (await ways())[way]({ name: 'x', active: false, applicationId: 'AP1' })
    expect(badMembers(answer)).toEqual(['active', 'applicationId', 'name'])
  })

  test('several errors are all named', async () => {
    const answer = await (await ways())[way]({ url: 7, secret: '', events: ['x'], more: 1 })
    expect(badMembers(answer)).toEqual(['events.0', 'more', 'secret', 'url'])
  })

  test.each(['[]', '"text"', '7', 'null'])('a body that is not an object is 400: %s', async body => {
    const { admin } = await makeWorld()
    const at = `/api/webhooks/${(await admin('POST', '/api/webhooks', { body: create })).text('id')}`
    problemOf(
      await (way === 'create' ? admin('POST', '/api/webhooks', { body }) : admin('PUT', at, { body })),
      400,
    )
  })
})

test.each(['url', 'secret', 'events'] as const)('without %s nothing is created', async name => {
  const { admin } = await makeWorld()
  const { [name]: _, ...body } = create
  expect(badMembers(await admin('POST', '/api/webhooks', { body }))).toEqual([name])
  expect(rowsOf(await admin('GET', '/api/webhooks'))).toEqual([])
})

test('a refused update changes nothing', async () => {
  const { admin } = await makeWorld()
  const made = await admin('POST', '/api/webhooks', { body: create })
  const at = `/api/webhooks/${made.text('id')}`
  for (const body of [
    { url: 'http://10.0.0.1/', events: ['socket.message'] },
    { events: ['x'], filter: { a: 'b' } },
  ])
    problemOf(await admin('PUT', at, { body }), 400)
  expect((await admin('GET', at)).body).toEqual(made.body)
})

test('a body that is not JSON is 400, and one that is not declared as JSON is 415', async () => {
  const { admin } = await makeWorld()
  const broken = await admin('POST', '/api/webhooks', { body: '{"url":' })
  problemOf(broken, 400)
  expect(broken.text('code')).toBe('malformed_json')
  const headers = { 'content-type': 'text/plain' }
  problemOf(await admin('POST', '/api/webhooks', { body: JSON.stringify(create), headers }), 415)
})

test.each(['activate', 'deactivate', 'test'])('%s accepts no members', async operation => {
  const { admin } = await makeWorld()
  const at = `/api/webhooks/${(await admin('POST', '/api/webhooks', { body: create })).text('id')}`
  expect(badMembers(await admin('POST', `${at}/${operation}`, { body: { force: true } }))).toEqual(['force'])
})

describe('rotate-secret', () => {
  test.each([
    [{}, ['secret']],
    [{ secret: '' }, ['secret']],
    [{ secret: null }, ['secret']],
    [{ secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZI' }, ['secret']],
    [{ secret: 'another secret', until: 1 }, ['until']],
  ])('refuses %j', async (body, paths) => {
    const { admin } = await makeWorld()
    const at = `/api/webhooks/${(await admin('POST', '/api/webhooks', { body: create })).text('id')}`
    expect(badMembers(await admin('POST', `${at}/rotate-secret`, { body }))).toEqual(paths)
  })
})

describe('recover', () => {
  test.each([
    [{}, ['since']],
    [{ since: '2026-01-01' }, ['since']],
    [{ since: '2026-01-01T00:00:00+01:00' }, ['since']],
    [{ since: '1767225600000' }, ['since']],
    [{ since: -1 }, ['since']],
    [{ since: 1.5 }, ['since']],
    [{ since: 8_640_000_000_000_001 }, ['since']],
    [{ since: 'yesterday' }, ['since']],
    [{ since: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z' }, ['until']],
  ])('refuses %j', async (body, paths) => {
    const { admin } = await makeWorld()
    const at = `/api/webhooks/${(await admin('POST', '/api/webhooks', { body: create })).text('id')}`
    expect(badMembers(await admin('POST', `${at}/recover`, { body }))).toEqual(paths)
  })

  test.each(['2026-01-01T00:00:00Z', 1_767_225_600_000])('accepts since as %j', async since => {
    const { admin } = await makeWorld()
    const at = `/api/webhooks/${(await admin('POST', '/api/webhooks', { body: create })).text('id')}`
    const answer = await admin('POST', `${at}/recover`, { body: { since } })
    expect([answer.status, answer.json]).toEqual([202, { recovered: 0, finished: true }])
  })
})

test.each([
  ['/api/webhooks?active=true', ['active']],
  ['/api/webhooks/logs?type=document.updated', ['type']],
  ['/api/webhooks/logs?offset=1', ['offset']],
  ['/api/webhooks/dead-letters?event=document.updated', ['event']],
])('an unknown query parameter is 400 and the known ones are listed: %s', async (path, paths) => {
  const { admin } = await makeWorld()
  const errors = problemOf(await admin('GET', path), 400)
  expect(errors.map(error => error.path)).toEqual(paths)
})
