// An operator who creates a credential while the operator changes, on a real Postgres. PGlite has one connection.
import { expect, test } from 'vitest'
import { heldStack } from '../../../support/held.ts'
import { signedInAs } from '../../../support/platform.ts'
import { allow, makeWorld } from '../../../support/world.ts'

const held = heldStack()

const changes: Record<string, (uuid: string) => string> = {
  'is disabled': uuid => `update operator set disabled_date = now() where sid = '${uuid}'`,
  'gets another role': uuid => `update operator set role = 'viewer' where sid = '${uuid}'`,
  'signs out': uuid => `delete from sign_in_session where operator_sid = '${uuid}'`,
}

test.each(Object.entries(changes))(
  'an operator who %s before the transaction of the write creates no credential',
  async (_, change) => {
    const { stack, whileHeld } = held()
    const { world, call, id } = await signedInAs(await makeWorld(stack), 'admin')
    const policy = { version: '1', statements: allow(['sp:ListUsers'], [`installs/${world.installSid}/*`]) }
    const body = { name: 'Heir', role: 'admin', policy }
    // The operator was read before the change is committed, and the write waits for it.
    const [answer] = await whileHeld(change(id.slice(2)), () =>
      call('POST', world.path('/credentials'), { body }),
    )
    expect(answer).toMatchObject({ status: 401, roundTrips: 2 })
    expect((await world.admin('GET', world.path('/credentials'))).list('results')).toEqual([])
  },
)
