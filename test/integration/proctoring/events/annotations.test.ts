// PUT and DELETE of annotations.
import { beforeEach, expect, test } from 'vitest'
import { newSid } from '../../../../db/sid.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { makeSession, type SessionWorld } from '../../../support/sessions.ts'

const body = { type: 'gaze', startOffsetMs: 1000, endOffsetMs: 2000, severity: 0.5, text: 'Looks away' }

let world: SessionWorld
let sid: string
beforeEach(async () => {
  world = await makeSession()
  sid = (await world.admin('POST', world.at('/annotations'), { body })).text('sid')
})

const put = (members: object, at = world.at(`/annotations/${sid}`)) =>
  world.admin('PUT', at, { body: members })
const listed = async () => (await world.admin('GET', world.at('/annotations'))).list('results')

test.each([
  ['type', 'face'],
  ['startOffsetMs', 1500],
  ['endOffsetMs', 3000],
  ['endOffsetMs', null],
  ['severity', 1],
  ['severity', null],
  ['source', 'system'],
  ['text', 'Left the room'],
  ['text', null],
  ['muted', true],
])('PUT sets %s to %j and leaves the other members, in at most 2 round trips', async (name, value) => {
  const [before] = await listed()
  const changed = await put({ [name]: value })
  expect(changed.status, changed.raw).toBe(200)
  expect(changed.roundTrips).toBeLessThanOrEqual(2)
  expect(changed.body).toEqual({ ...before, [name]: value, editDate: expect.any(String) })
  expect(await listed()).toEqual([changed.body])
})

test('a muted annotation stays in the list, and is in the record of the session until it is unmuted', async () => {
  await put({ muted: true })
  expect((await world.read()).body['mutedAnnotations']).not.toEqual([])
  const muted = (await world.read()).body['mutedAnnotations']
  await put({ muted: false })
  expect((await world.read()).body['mutedAnnotations']).not.toEqual(muted)
  expect(await listed()).toHaveLength(1)
})

test.each([
  ['type', { type: null }],
  ['type', { type: '' }],
  ['startOffsetMs', { startOffsetMs: -1 }],
  ['startOffsetMs', { startOffsetMs: null }],
  ['severity', { severity: 1.1 }],
  ['source', { source: 'robot' }],
  ['muted', { muted: null }],
  ['sid', { sid: newSid('AN') }],
  ['endOffsetMs', { endOffsetMs: 999 }],
  ['endOffsetMs', { endOffsetMs: 0 }],
  ['endOffsetMs', { startOffsetMs: 2001 }],
])(
  'PUT names %s of the body %j with 400: an end is compared with the stored start',
  async (path, members) => {
    expect(badPaths(await put(members))).toEqual([path])
  },
)

test('an end of 0 before the start is 400 at creation too', async () => {
  const made = await world.admin('POST', world.at('/annotations'), { body: { ...body, endOffsetMs: 0 } })
  expect(badPaths(made)).toEqual(['endOffsetMs'])
})

test('DELETE deletes the annotation, 200 with a text, in at most 2 round trips; the next is 404', async () => {
  const deleted = await world.admin('DELETE', world.at(`/annotations/${sid}`))
  expect(deleted).toMatchObject({ status: 200, raw: '"Annotation deleted"' })
  expect(deleted.roundTrips).toBeLessThanOrEqual(2)
  expect(await listed()).toEqual([])
  problemOf(await world.admin('DELETE', world.at(`/annotations/${sid}`)), 404)
  problemOf(await put({ muted: true }), 404)
})

test('an annotation of another session or install is 404, and stays', async () => {
  const other = await makeSession()
  const theirs = (await other.admin('POST', other.at('/annotations'), { body })).text('sid')
  for (const at of [world.at(`/annotations/${theirs}`), other.at(`/annotations/${theirs}`)]) {
    problemOf(await put({ muted: true }, at), 404)
    problemOf(await world.admin('DELETE', at), 404)
  }
  expect((await other.admin('GET', other.at('/annotations'))).count('total')).toBe(1)
})
