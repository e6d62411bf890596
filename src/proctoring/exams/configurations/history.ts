// The history of a configuration: its changes, with the actor of each and the values before and after.

import { eq } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../../../../db/client.ts'
import { configurationChange } from '../../../../db/schema/configuration-history.ts'
import type { SidOf } from '../../../../db/sid.ts'
import { asPageBelow, listQuery, orderOf, paged, pageOf } from '../../../shared/http/page.ts'
import { described } from '../../../shared/values/described.ts'
import { Instant } from '../../../shared/values/instant.ts'
import { NullableOpaqueObject } from '../../../shared/values/opaque.ts'
import { NullableText } from '../../../shared/values/text.ts'
import { route } from '../../env.ts'
import { Actor, actorOfEntry } from '../../history/actor.ts'
import { one } from './paths.ts'
import { findConfiguration } from './queries.ts'

export const configurationTriggers = [
  'create',
  'update',
  'lock',
  'unlock',
  'approve',
  'revoke',
  'reconcile',
] as const

const Change = z
  .object(
    described(
      {
        at: Instant,
        from: NullableOpaqueObject,
        to: NullableOpaqueObject,
        trigger: z.enum(configurationTriggers),
        actor: Actor.nullable(),
        reason: NullableText,
        changes: z.array(z.string()),
      },
      {
        at: { description: 'When it happened.' },
        from: {
          description: 'The changed members before, without the password; null for the creation.',
          example: { duration: 60 },
        },
        to: {
          description:
            'The changed members after, without the password; of the creation, those that are set.',
          example: { duration: 90 },
        },
        trigger: {
          description:
            'What happened. `revoke`: the approval was lost by a change of accommodations, assignments or files. `reconcile`: appointments were adjusted or unscheduled.',
          example: 'update',
        },
        actor: { description: 'The actor; null for a change without a caller.' },
        reason: { description: 'The reason; null if none applies.', example: null },
        changes: {
          description: 'The names of the members of the record that it changed; empty for the creation.',
          example: ['duration'],
        },
      },
    ),
  )
  .meta({ id: 'ExamConfigurationChange' })

const HistoryQuery = listQuery({}, ['at'])

export const readConfigurationHistory = route({
  ...one,
  method: 'get',
  path: `${one.path}/history`,
  action: 'sp:ReadExamConfigurationHistory',
  roles: ['admin', 'instructor', 'proctor'],
  summary: 'History of an exam configuration',
  description:
    'Lists the changes of the configuration, oldest first: who created, changed, locked or approved it, and which appointments its changes reconciled. It contains no passwords. The history of an accommodation is deleted with it.',
  query: HistoryQuery,
  returns: pageOf(Change, 'ExamConfigurationHistoryPage'),
  load: ({ db, params, query }) => ({
    configurations: findConfiguration(db, params),
    ...listChanges(db, params.examConfigurationSid, query),
  }),
  handle: ({ loaded, ...request }) =>
    asPageBelow('configurations')({
      ...request,
      loaded: { ...loaded, rows: loaded.rows.map(presentChange) },
    }),
})

/** Builds the statements of a page. The route checks that the configuration belongs to the install. */
const listChanges = (db: Database, configurationSid: SidOf<'EC'>, query: z.output<typeof HistoryQuery>) =>
  paged(
    db,
    () =>
      db
        .select()
        .from(configurationChange)
        .where(eq(configurationChange.configurationSid, configurationSid))
        .$dynamic(),
    // In each configuration, the ids have the order of the changes.
    orderOf(query, { at: configurationChange.createdDate }, ['at'], configurationChange.id),
    query,
  )

const presentChange = (row: typeof configurationChange.$inferSelect) => ({
  at: row.createdDate,
  from: row.before,
  to: row.after,
  trigger: z.enum(configurationTriggers).parse(row.trigger),
  actor: actorOfEntry(row),
  reason: row.reason,
  changes: row.changes,
})
