// Which provisions wait for each other, on a real Postgres: those that share an id, and imports.
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../../support/client.ts'
import { itemOf, provision, send, sendBatch } from '../../../support/provision.ts'
import { rounds } from '../../../support/rounds.ts'
import { sharedStack } from '../../../support/stack.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld(await sharedStack('postgres'))
}, 180_000)

/** Holds the locks of an item for a time. `isHeld` returns whether it still does. */
async function hold(ids: Record<'course' | 'user' | 'exam', object>, seconds: number) {
  const { db } = world.stack
  const item = JSON.stringify(
    Object.fromEntries(Object.entries(ids).map(([kind, idsOfKind]) => [kind, { ids: idsOfKind }])),
  )
  let isHeld = true
  const held = db
    .execute(sql`select provision_lock_ids(hashtextextended(${world.installSid}, 0), ${item}::jsonb),
      pg_sleep(${seconds})`)
    .finally(() => (isHeld = false))
  const locks = async () =>
    (await db.execute(sql`select 1 from pg_locks where locktype = 'advisory' and granted`)).rows.length
  await expect.poll(locks, { interval: 20, timeout: 10_000 }).toBeGreaterThan(3)
  return { held, isHeld: () => isHeld }
}

const idsOf = ({ course, user, exam }: ReturnType<typeof itemOf>) => ({
  course: course.ids,
  user: user.ids,
  exam: exam.ids,
})

test('items without a common id do not wait for each other', async () => {
  const { held, isHeld } = await hold(idsOf(itemOf('held')), 4)
  const answers = await Promise.all(['a', 'b', 'c'].map(name => send(world, itemOf(name))))
  expect(isHeld()).toBe(true)
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  await held
})

test('an item with the same id of a course, a user or an exam waits, and so does a batch', async () => {
  const item = itemOf('held too')
  const { held, isHeld } = await hold(idsOf(item), 1)
  const waited = (sent: Promise<Answer>) => sent.then(({ status }) => ({ status, isHeld: isHeld() }))
  const all = await Promise.all([
    ...(['course', 'user', 'exam'] as const).map(kind => {
      const other = itemOf(`with the same ${kind}`)
      return waited(send(world, { ...other, [kind]: { ...other[kind], ids: item[kind].ids } }))
    }),
    waited(sendBatch(world, [itemOf('of a batch')])),
  ])
  expect(all).toEqual(Array(4).fill({ status: 200, isHeld: false }))
  await held
})

test('an item does not write to a record that lost the id meanwhile: a record keeps the ids of the last change', async () => {
  for (let round = 0; round < rounds({ quick: 2, all: 50 }); round += 1) {
    const ids = { lms: `lms ${round}`, api: `api ${round}` }
    const { sids } = await provision(world, { course: { title: 'Biology', ids } })
    const [byLms, byApi] = await Promise.all([
      send(world, { course: { title: 'By LMS', ids: { lms: ids.lms } } }),
      send(world, { course: { title: 'By API', ids: { api: ids.api, lms: `new ${round}` }, rekey: true } }),
    ])
    expect([byLms.status, byApi.status]).toEqual([200, 200])
    const { body } = await world.admin('GET', world.path(`/courses/${sids.course}`))
    expect(body).toMatchObject({ title: 'By API', lmsId: `new ${round}`, apiId: ids.api })
  }
})
