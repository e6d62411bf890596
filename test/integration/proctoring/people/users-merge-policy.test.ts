// A merge changes two users, and its response shows one of them.
import { beforeAll, expect, test } from 'vitest'
import { changingNoRow } from '../../../support/tables.ts'
import { allow, makeWorld, type World } from '../../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

test('a merge requires a policy that allows it for both users', async () => {
  const { installSid, path, user } = world
  const [own, other, unknown] = [await user(), await user(), `US${'0'.repeat(32)}`]
  const of = (sid: string) => [`installs/${installSid}/users/${sid}`, `installs/${installSid}/users/${sid}/*`]
  const narrow = await world.credential(allow(['sp:*'], of(own)))
  const into = (intoUserSid: string) => ({ body: { intoUserSid } })
  await changingNoRow(world, async () => {
    for (const target of [other, unknown]) {
      const answer = await narrow.call('POST', path(`/users/${own}/merge`), into(target))
      expect(answer.status, answer.raw).toBe(403)
      expect(answer.body).toMatchObject({
        code: 'action_not_allowed',
        resource: `installs/${installSid}/users/${target}/merge`,
      })
    }
  })
  const wide = await world.credential(allow(['sp:*'], [...of(own), ...of(other)]))
  expect((await wide.call('POST', path(`/users/${own}/merge`), into(other))).status).toBe(200)
})
