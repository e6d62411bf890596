import { expect, test, vi } from 'vitest'
import { LiveFeed } from '../../../../src/realtime/hub/live-feed.ts'
import { microtasks, moments } from '../../../support/microtasks.ts'
import { sqlStorage } from '../../../support/sql-storage.ts'

/** A feed whose platform knows the changes of users only. */
function scene() {
  const { sql } = sqlStorage()
  const platform = {
    fetch: async (_url: string, init: { body: string }) =>
      Response.json({ isRegistered: JSON.parse(init.body).topic === 'proctoring.user' }),
  }
  const feed = new LiveFeed(sql, { platform } as never)
  return { feed, names: () => sql.exec<{ name: string }>('select name from topic').toArray() }
}

test('a topic of captured changes is kept, and a name without changes is not', async () => {
  const { feed, names } = scene()
  await feed.register('AP1', 'proctoring.user')
  for (let n = 0; n < 100; n++) await feed.register('AP1', `proctoring.unknown${n}`)
  expect(names()).toEqual([{ name: 'proctoring.user' }])
})

test.each(moments)(
  'events that wait %i microtasks after the last answer are taken before the end',
  async count => {
    const takes: PromiseWithResolvers<Response>[] = []
    const fetch = () => {
      const take = Promise.withResolvers<Response>()
      takes.push(take)
      return take.promise
    }
    const feed = new LiveFeed(sqlStorage().sql, { platform: { fetch } } as never)
    const first = feed.run('AP1')
    takes[0]?.resolve(Response.json([]))
    await microtasks(count)
    const ended = vi.fn()
    const second = feed.run('AP1').then(ended)
    await new Promise(setImmediate)
    expect([takes.length, ended.mock.calls.length]).toEqual([2, 0])
    takes[1]?.resolve(Response.json([]))
    await Promise.all([first, second])
    expect(takes).toHaveLength(2)
  },
)
