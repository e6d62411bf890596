// The history of a topic with large events: a call between objects has at most 32 MiB, two bytes for a character.
import { expect, test, vi } from 'vitest'
import { namespaceOf, objectState } from '../../support/objects.ts'
import { rounds } from '../../support/rounds.ts'

vi.mock('cloudflare:workers', async () => (await import('../../support/objects.ts')).workersModule())
vi.mock('../../../src/realtime/env.ts', () => ({ readObjectEnv: (env: unknown) => env }))
/** Two pages in `npm test`. */
const count = rounds({ quick: 50, all: 100 })

const { Topic } = await import('../../../src/realtime/topic/topic.ts')

test('a page of large events ends before its limit, and the next page continues after it, in both directions', () => {
  const topic = new Topic(objectState().state, {
    ...{ shards: namespaceOf({}), hubs: namespaceOf({}), topics: namespaceOf({}) },
    ...{ monitors: namespaceOf({}), environment: 'test', log: () => {} },
  })
  const key = { applicationSid: 'AP1', topic: 'room' }
  const payload = JSON.stringify({ text: '€'.repeat(250_000) })
  const { epoch } = topic.publish({ key, type: 'socket.message', payloads: Array(count).fill(payload) })
  const page = (offset: number, reverse: boolean) => {
    const found = topic.history(key, { limit: -1, since: { epoch, offset }, reverse })?.publications ?? []
    expect(found.reduce((sum, { json }) => sum + json.length, 0)).toBeLessThan(10_000_000)
    return found.map(each => each.offset)
  }
  for (const reverse of [false, true]) {
    const offsets: number[] = []
    let next = page(reverse ? count + 1 : 0, reverse)
    while (next.length > 0) {
      offsets.push(...next)
      next = page(offsets.at(-1) as number, reverse)
    }
    expect(offsets.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, at) => at + 1))
  }
})
