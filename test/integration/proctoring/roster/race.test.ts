// Imports of rosters beside other writers.
import { expect, test } from 'vitest'
import { type SidOf, uuidFromSid } from '../../../../db/sid.ts'
import { heldStack } from '../../../support/held.ts'
import { bundle, type Tables } from '../../../support/one-roster.ts'
import { makeWorld } from '../../../support/world.ts'

const held = heldStack()

const insertUser = (installSid: SidOf<'AI'>, column: string) =>
  `insert into users (sid, install_sid, first_name, last_name, email, ${column})
  values (uuid_v7(), '${uuidFromSid(installSid)}', 'Ada', 'Other', 'other@school.example', 'user-1')`

const school: Tables = { users: [{}, {}] }

test.each([
  ['username', { created: 1, updated: 0, unchanged: 0, deleted: 0 }, ['username_taken']],
  ['sis_id', { created: 1, updated: 1, unchanged: 0, deleted: 0 }, []],
])(
  'a user with a %s of the roster who is inserted during an import does not refuse the other rows',
  async (column, users, codes) => {
    const { stack, whileHeld } = held()
    const world = await makeWorld(stack)
    const headers = { 'content-type': 'application/zip' }
    const [answer] = await whileHeld(insertUser(world.installSid, column), () =>
      world.admin('POST', world.path('/provision/oneroster'), { body: new Blob([bundle(school)]), headers }),
    )
    if (answer === undefined || answer instanceof Error) throw answer
    expect(answer.status, answer.raw).toBe(200)
    expect(answer.body).toMatchObject({ counts: { users } })
    expect(answer.list('errors').map(({ code }) => code)).toEqual(codes)
  },
)
