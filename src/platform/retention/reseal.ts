// Seals again, under the current key and in the current form, what was sealed under an old one: a part each minute, so
// that an old key can be dropped some time after a new one is in use (docs/guides/rotate-keys.md).

import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { batch, type Database, type Statement, sendAll } from '../../../db/client.ts'
import { noTable } from '../../../db/guard.ts'
import { examConfiguration } from '../../../db/schema/exam.ts'
import { totp } from '../../../db/schema/operator.ts'
import { sealedHead } from '../../../db/schema/sealed.ts'
import { webhookEndpoint } from '../../../db/schema/webhook.ts'
import type { Seal, SealedFor } from '../../shared/crypto/seal.ts'

/** At most so many texts of each column in a minute. */
const mostAtOnce = 100

/** What is in the column under one of these heads; there is an index of them. */
const isStale = (column: PgColumn, heads: readonly string[]) =>
  and(ne(column, ''), inArray(sealedHead(column), [...heads]))

const { password } = examConfiguration
const { secret, previousSecret } = webhookEndpoint

const find = (db: Database, heads: readonly string[]) => ({
  passwords: db
    .select({ sid: examConfiguration.sid, sealed: password })
    .from(examConfiguration)
    .where(isStale(password, heads))
    .limit(mostAtOnce),
  secrets: db
    .select({ sid: webhookEndpoint.sid, sealed: secret })
    .from(webhookEndpoint)
    .where(isStale(secret, heads))
    .limit(mostAtOnce),
  previousSecrets: db
    .select({ sid: webhookEndpoint.sid, sealed: previousSecret })
    .from(webhookEndpoint)
    .where(isStale(previousSecret, heads))
    .limit(mostAtOnce),
  apps: db
    .select({ sid: totp.sid, sealed: totp.secret })
    .from(totp)
    .where(isStale(totp.secret, heads))
    .limit(mostAtOnce),
})

type Stale = { of: SealedFor; sealed: string | null; write(db: Database, text: string): Statement }

/**
 * What is stale, with the unsent statement that writes its new text where the old one still is: a change meanwhile wins.
 * The dates of the rows stay, because the records have not changed.
 */
const staleOf = ({
  passwords,
  secrets,
  previousSecrets,
  apps,
}: Awaited<ReturnType<typeof read>>): Stale[] => [
  ...passwords.map(({ sid, sealed }) => ({
    ...{ of: { purpose: 'exam-password', sid } as const, sealed },
    write: (db: Database, text: string) =>
      db
        .update(examConfiguration)
        .set({ password: text })
        .where(and(eq(examConfiguration.sid, sid), eq(password, sealed ?? ''))),
  })),
  ...secrets.map(({ sid, sealed }) => ({
    ...{ of: { purpose: 'webhook-secret', sid } as const, sealed },
    write: (db: Database, text: string) =>
      db
        .update(webhookEndpoint)
        .set({ secret: text })
        .where(and(eq(webhookEndpoint.sid, sid), eq(secret, sealed))),
  })),
  ...previousSecrets.map(({ sid, sealed }) => ({
    ...{ of: { purpose: 'webhook-secret', sid } as const, sealed },
    write: (db: Database, text: string) =>
      db
        .update(webhookEndpoint)
        .set({ previousSecret: text })
        .where(and(eq(webhookEndpoint.sid, sid), eq(previousSecret, sealed ?? ''))),
  })),
  ...apps.map(({ sid, sealed }) => ({
    ...{ of: { purpose: 'totp-secret', sid } as const, sealed },
    write: (db: Database, text: string) =>
      db
        .update(totp)
        .set({ secret: text })
        .where(and(eq(totp.sid, sid), eq(totp.secret, sealed))),
  })),
]

/** Unsent, first in a batch that changes no record for anybody: `audit_changes` leaves it alone. */
const unaudited = (db: Database): Statement =>
  db.select({ set: sql<string>`set_config('invigil.unaudited', 'on', true)` }).from(noTable)

const read = (db: Database, heads: readonly string[]) => batch(db, find(db, heads))

/**
 * Seals a part again.
 * @returns how many texts were sealed again, and how many could not be opened: they stay as they are
 */
export async function reseal(env: {
  db: Database
  sealed: Seal
}): Promise<{ resealed: number; failed: number }> {
  const { db, sealed: keys } = env
  const results = await Promise.allSettled(
    staleOf(await read(db, keys.staleHeads)).map(async ({ of, sealed, write }) => {
      const text = await keys.seal(of, await keys.open(of, sealed ?? ''))
      // A statement that a promise resolves with would be sent: it is a thenable.
      return () => write(db, text)
    }),
  )
  const written = results.flatMap(result => (result.status === 'fulfilled' ? [result.value()] : []))
  if (written.length > 0) await sendAll(db, [unaudited(db), ...written])
  return { resealed: written.length, failed: results.length - written.length }
}
