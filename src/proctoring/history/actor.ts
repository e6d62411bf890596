// The actors of histories: who changed a session or a configuration.

import * as z from 'zod'
import type { SidOf } from '../../../db/sid.ts'
import { described } from '../../shared/values/described.ts'
import { NullableSid } from '../../shared/values/sid.ts'
import { NullableText } from '../../shared/values/text.ts'

export const actorKinds = ['user', 'credential', 'operator', 'token', 'time'] as const

export const Actor = z
  .object(
    described(
      { kind: z.enum(actorKinds), sid: NullableText, onBehalfOf: NullableSid('US') },
      {
        kind: { description: 'What requested the transition; `time` for what is due without a request.' },
        sid: {
          description: 'Sid of the user, credential, operator or token; null for `time`.',
          example: 'AK0199d0b8a4c27d3e9f1a2b3c4d5e6f70',
        },
        onBehalfOf: { description: 'Sid of the user of a token; null for others, and if it has none.' },
      },
    ),
  )
  .meta({ id: 'SessionActor' })

type Entry = { actor: string | null; tokenSid: SidOf<'TA'> | null; onBehalfOf: SidOf<'US'> | null }

/** The kinds of actors by the prefix of their sid. */
const kinds: Record<string, (typeof actorKinds)[number]> = { US: 'user', AK: 'credential', OP: 'operator' }

/** Returns the actor of an entry. Earlier builds did not record the token, but the user or credential it acted for. */
export function actorOfEntry({ actor, tokenSid, onBehalfOf }: Entry): z.output<typeof Actor> | null {
  if (tokenSid) return { kind: 'token', sid: tokenSid, onBehalfOf }
  if (actor === null) return null
  const kind = kinds[actor.slice(0, 2)]
  return kind ? { kind, sid: actor, onBehalfOf: null } : { kind: 'time', sid: null, onBehalfOf: null }
}
