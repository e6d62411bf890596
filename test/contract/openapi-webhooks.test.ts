import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventTypes } from '../../db/schema/webhook.ts'
import { sharedStack } from '../support/stack.ts'
import { arrived, makeEndpoint, type Receiver, type Sink, startSink } from '../support/webhooks.ts'
import { makeWorld } from '../support/world.ts'

type Described = { post: { requestBody: { content: Record<string, { schema: object }> } } }

let described: Record<string, Described>
let components: object
let sink: Sink
let receiver: Receiver
beforeAll(async () => {
  const { baseUrl } = await sharedStack()
  const document = JSON.parse(await (await fetch(new URL('/openapi.json', baseUrl))).text())
  ;({ webhooks: described, components } = document)
  sink = await startSink()
  receiver = sink.receiver()
  const world = await makeWorld()
  await makeEndpoint(world, receiver, { events: [...eventTypes] })
  await world.user()
  // An event of change capture, created by the user.
  const published = eventTypes.filter(type => type !== 'database.event')
  for (const type of published) {
    const body = { topic: 'tests', type, payload: payloads[type] ?? {} }
    expect((await world.admin('POST', '/api/events', { body })).status).toBe(202)
  }
  await arrived(receiver, eventTypes.length)
})
afterAll(() => sink.close())

const payloads: Record<string, object> = {
  'document.updated': { documentId: 'syllabus', version: 2, more: true },
  'socket.message': { connectionId: 'c1', data: [1, 2] },
}

/** The errors of a body against the schema of this type in the document. */
function faultsOf(type: string, body: unknown) {
  const schema = described[type]?.post.requestBody.content['application/json']?.schema
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const validate = ajv.compile({ ...schema, components })
  return validate(body) ? [] : validate.errors
}

test('the document describes exactly the webhooks of the event types', () => {
  expect(Object.keys(described).toSorted()).toEqual([...eventTypes].toSorted())
})

test('each payload has its own schema', () => {
  for (const type of eventTypes)
    expect(JSON.stringify(described[type])).toMatch(/#\/components\/schemas\/\w+Event"/)
})

test.each(eventTypes)('a delivered %s matches the document', type => {
  const delivered = receiver.received.map(({ body }) => JSON.parse(body)).filter(each => each.type === type)
  expect(delivered.length).toBeGreaterThan(0)
  for (const body of delivered) {
    expect(faultsOf(type, body)).toEqual([])
    const { metadata: _, ...cut } = body
    expect(faultsOf(type, cut)).not.toEqual([])
    expect(faultsOf(type, { ...body, type: 'another' })).not.toEqual([])
  }
})
