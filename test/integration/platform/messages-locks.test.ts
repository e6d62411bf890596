// The record of a sender that waits for the claim of another one, on a real Postgres.
import { expect, test } from 'vitest'
import { batch } from '../../../db/client.ts'
import { uuidFromSid } from '../../../db/sid.ts'
import { recordResults } from '../../../src/platform/messages/sql.ts'
import { heldStack } from '../../support/held.ts'
import { messagesOf, notify, tried, unreachable } from '../../support/messages.ts'
import { run } from '../../support/session-steps.ts'
import { makeSession } from '../../support/sessions.ts'

const held = heldStack({ mail: unreachable })

test.each([
  ['final', true],
  ['temporary', false],
])(
  'a %s fault of a sender whose message another one claims meanwhile changes nothing',
  async (_, isFinal) => {
    const { stack, whileHeld } = held()
    const world = await makeSession({}, stack)
    await notify(world, { reminders: false })
    await run(world, 'schedule', 120)
    await tried(world)
    const [stored] = await messagesOf(world)
    if (!stored) throw new Error('There is no message.')
    const sid = uuidFromSid(stored.sid)
    const fault = { sid, attempts: stored.attempts, fault: 'late', is_final: isFinal, is_readdressed: true }
    const [recorded] = await whileHeld(
      `update message set attempts = attempts + 1, due_date = now() + interval '1 hour' where sid = '${sid}'`,
      () => batch(stack.db, { finished: recordResults({ at: null, results: { messages: [fault] } }) }),
    )
    expect(recorded).toEqual({ finished: [] })
    const { attempts, address } = stored
    expect(await messagesOf(world)).toMatchObject([
      { status: 'pending', fault: stored.fault, attempts: attempts + 1, address },
    ])
  },
)
