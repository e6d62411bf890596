// Writes with one `If-Match` at the same time, on a real Postgres.
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { heldStack } from '../../support/held.ts'
import { rounds } from '../../support/rounds.ts'
import { makeWorld, type World } from '../../support/world.ts'

const held = heldStack()
let world: World
beforeAll(async () => {
  world = await makeWorld(held().stack)
})

test.each(Array.from({ length: rounds({ quick: 1, all: 30 }) }, (_, round) => round + 1))(
  'of 12 writes with one entity tag at the same time, one is executed and the others are refused (round %d)',
  async () => {
    const made = await world.admin('POST', world.path('/courses'), { body: { title: 'Botany' } })
    const path = world.path(`/courses/${made.text('sid')}`)
    const headers = { 'If-Match': (await world.admin('GET', path)).headers.get('etag') ?? '' }
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        world.admin('PUT', path, { headers, body: { title: `Botany ${at}` } }),
      ),
    )
    const granted = answers.filter(({ status }) => status === 200)
    expect(granted).toHaveLength(1)
    for (const answer of answers)
      if (answer !== granted[0])
        expect([answer.status, answer.text('code')]).toEqual([412, 'precondition_failed'])
    expect((await world.admin('GET', path)).text('title')).toBe(granted[0]?.text('title'))
  },
)

test('a repeated request with a key and an entity tag returns the first response', async () => {
  const made = await world.admin('POST', world.path('/courses'), { body: { title: 'Botany' } })
  const path = world.path(`/courses/${made.text('sid')}`)
  const etag = (await world.admin('GET', path)).headers.get('etag') ?? ''
  const request = {
    headers: { 'If-Match': etag, 'Idempotency-Key': randomUUID() },
    body: { title: 'Zoology' },
  }
  const first = await world.admin('PUT', path, request)
  const second = await world.admin('PUT', path, request)
  expect([first.status, second.raw]).toEqual([200, first.raw])
  expect(second.headers.get('idempotency-replayed')).toBe('true')
})

test('a change that is committed after the comparison, and before the write, refuses the write', async () => {
  const made = await world.admin('POST', world.path('/courses'), { body: { title: 'Botany' } })
  const sid = made.text('sid')
  const path = world.path(`/courses/${sid}`)
  const headers = { 'If-Match': (await world.admin('GET', path)).headers.get('etag') ?? '' }
  // Holds the row while the write compares it, and waits for it.
  const [refused] = await held().whileHeld(
    `update course set title = 'Zoology' where sid = '${sid.slice(2)}'`,
    () => world.admin('PUT', path, { headers, body: { title: 'Botany I' } }),
  )
  expect(refused).toMatchObject({ status: 412, body: { code: 'precondition_failed' } })
  expect((await world.admin('GET', path)).text('title')).toBe('Zoology')
})
