// Which provisions wait for each other, on a real Postgres: those that share an id, and imports.
import { beforeAll, expect, test } from 'vitest'
import { heldStack } from '../../../support/held.ts'
import { lockClient } from '../../../support/lock-client.ts'
import { itemOf, provision, send, sendBatch } from '../../../support/provision.ts'
import { rounds } from '../../../support/rounds.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const held = heldStack()
let world: World
beforeAll(async () => {
  world = await makeWorld(held().stack)
}, 180_000)

const other = lockClient(() => world.stack)

/** The statement that takes the locks of an item. */
function lockIds({ course, user, exam }: ReturnType<typeof itemOf>): string {
  const ids = Object.entries({ course, user, exam }).map(([kind, part]) => [kind, { ids: part.ids }])
  return `select provision_lock_ids(hashtextextended('${world.installSid}', 0), '${JSON.stringify(Object.fromEntries(ids))}')`
}

test('items without a common id do not wait for each other', async () => {
  await other.query(`begin; ${lockIds(itemOf('held'))}`)
  const answers = await Promise.all(['a', 'b', 'c'].map(name => send(world, itemOf(name))))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  await other.query('commit')
})

test('an item with the same id of a course, a user or an exam waits, and so does a batch', async () => {
  const item = itemOf('held too')
  const answers = await held().whileHeld(
    lockIds(item),
    ...(['course', 'user', 'exam'] as const).map(kind => () => {
      const same = itemOf(`with the same ${kind}`)
      return send(world, { ...same, [kind]: { ...same[kind], ids: item[kind].ids } })
    }),
    () => sendBatch(world, [itemOf('of a batch')]),
  )
  expect(answers).toMatchObject(Array(4).fill({ status: 200 }))
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
