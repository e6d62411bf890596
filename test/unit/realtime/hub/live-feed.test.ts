import { expect, test } from 'vitest'
import { LiveFeed } from '../../../../src/realtime/hub/live-feed.ts'
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
