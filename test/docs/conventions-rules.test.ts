// docs/reference/conventions.md: the rules below its table, compared with responses of the running system.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '../support/client.ts'
import { isoTime } from '../support/docs/conventions.ts'
import { makeSession, type SessionWorld } from '../support/sessions.ts'
import { issueToken } from '../support/tokens.ts'
import { endpointSecret, makeEndpoint, type Sink, startSink } from '../support/webhooks.ts'

describe('the rules of the conventions', () => {
  let world: SessionWorld
  let sink: Sink
  beforeAll(async () => {
    world = await makeSession()
    sink = await startSink()
  })
  afterAll(() => sink.close())

  const get = async (path: string, by: Call = world.admin) => {
    const answer = await by('GET', path)
    expect(answer.status, answer.raw).toBe(200)
    return answer
  }
  const tokens = () => world.path('/sts/tokens')
  const issue = () => issueToken(world, { targetUserSid: world.userSid })

  test('creating one record returns 201 in every area', async () => {
    const course = await world.admin('POST', world.path('/courses'), { body: { title: 'New' } })
    const { answer } = await issue()
    const endpoint = { url: sink.receiver().url, secret: endpointSecret, events: ['socket.message'] }
    const webhook = await world.admin('POST', '/api/webhooks', { body: endpoint })
    expect([course.status, answer.status, webhook.status]).toEqual([201, 201, 201])
  })

  test('a member without a value is null in every area', async () => {
    const { sid } = await issue()
    const token = await get(`${tokens()}/${sid}`)
    expect([(await world.read()).body['cancellationPolicySid'], token.body['reason']]).toEqual([null, null])
    expect((await makeEndpoint(world, sink.receiver())).record['installSid']).toBeNull()
  })

  test('credentials have the same record in A and C', async () => {
    const { sid } = await world.credential([])
    const [a] = (await get(`${world.path('/credentials')}?limit=100`))
      .list('results')
      .filter(each => each['sid'] === sid)
    const [c] = (await get('/api/credentials?limit=100')).list('results').filter(each => each['sid'] === sid)
    expect(a?.['createdDate']).toMatch(isoTime)
    expect(c).toMatchObject({ ...a })
  })

  test('recover accepts both forms of a time', async () => {
    const { at } = await makeEndpoint(world, sink.receiver())
    for (const since of [Date.now(), new Date().toISOString()])
      expect((await world.admin('POST', `${at}/recover`, { body: { since } })).status).toBe(202)
  })

  test('an install that a record of C refers to keeps its name', async () => {
    const { record } = await makeEndpoint(world, sink.receiver())
    expect(Object.keys(record)).toEqual(expect.arrayContaining(['id', 'applicationId', 'installSid']))
    expect((await get('/api/audit')).list('results')[0]).toHaveProperty('installSid')
  })
})
