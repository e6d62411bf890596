// Detects a SEALING_KEY that is not the key of the database. The table `sealing_probe` has one sealed text, which every
// key of the database opens. While it cannot be opened, `/readyz` is not ready and webhook deliveries stay in the outbox.

import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { examConfiguration } from '../../../db/schema/exam.ts'
import { totp } from '../../../db/schema/operator.ts'
import { sealedHead, sealingProbe } from '../../../db/schema/sealed.ts'
import { suppressionKey } from '../../../db/schema/suppression.ts'
import { webhookEndpoint } from '../../../db/schema/webhook.ts'
import type { Seal } from '../../shared/crypto/seal.ts'

const sealedFor = { purpose: 'probe', sid: 'database' } as const

/** The sealed text of the probe; null until `keepProbe` has stored it. */
export const probeText: SQL = sql`(select sealed from sealing_probe)`

/** Opens the probe, and returns the id of the database. @throws Error if SEALING_KEY is not the key of the database */
export const openProbe = (keys: Seal, probe: string): Promise<string> => keys.open(sealedFor, probe)

/** Whether SEALING_KEY has the key of the probe. Decides by the key id in the text, and does not open it. */
export const hasKeyOf = (keys: Seal, probe: string | null): boolean =>
  probe === null || keys.knownHeads.some(head => probe.startsWith(head))

const headsOf = (keys: Seal) =>
  sql`(${sql.join(
    [...keys.knownHeads].map(head => sql`${head}`),
    sql`, `,
  )})`

/**
 * Whether one of the keys sealed some of the stored texts, or there are none. An earlier version stored texts without a
 * probe, and a wrong key must not seal the probe of them.
 */
const mayBeKeyOf = (keys: Seal): SQL => sql`coalesce((select bool_or(head in ${headsOf(keys)}) from (
    select ${sealedHead(webhookEndpoint.secret)} head from ${webhookEndpoint} where ${webhookEndpoint.secret} <> ''
    union select ${sealedHead(examConfiguration.password)} from ${examConfiguration} where ${examConfiguration.password} <> ''
    union select ${sealedHead(totp.secret)} from ${totp}
    union select ${sealedHead(suppressionKey.key)} from ${suppressionKey}) heads), true)`

/** Stores the probe if there is none, and seals it again if another key than the first one has sealed it. */
export async function keepProbe({ db, sealed: keys }: { db: Database; sealed: Seal }): Promise<void> {
  const [stored] = await db.select({ text: sealingProbe.sealed }).from(sealingProbe)
  if (!stored) {
    const text = await keys.seal(sealedFor, randomUUID())
    await db.execute(
      sql`insert into sealing_probe (sealed) select ${text} where ${mayBeKeyOf(keys)} on conflict do nothing`,
    )
  } else if (keys.staleHeads.some(head => stored.text.startsWith(head))) {
    const text = await keys.seal(sealedFor, await openProbe(keys, stored.text))
    await db.update(sealingProbe).set({ sealed: text }).where(sql`${sealingProbe.sealed} = ${stored.text}`)
  }
}

/**
 * Stores the probe if there is none, and returns the id of the database.
 * @throws Error if SEALING_KEY is not the key of the database
 */
export async function databaseId(env: { db: Database; sealed: Seal }): Promise<string> {
  await keepProbe(env)
  const [stored] = await env.db.select({ text: sealingProbe.sealed }).from(sealingProbe)
  if (!stored) throw new Error('SEALING_KEY has sealed none of the texts in the database.')
  return openProbe(env.sealed, stored.text)
}
