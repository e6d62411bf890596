// The keyed hashes by which an erased person is recognized. The key of an install is sealed in the database, so neither the database
// nor SEALING_KEY alone suffices to try addresses, and the hashes outlive the rotation of SEALING_KEY.

import { createHmac, randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Database, Statement } from '../../../../db/client.ts'
import { guard } from '../../../../db/guard.ts'
import { prepared } from '../../../../db/prepared.ts'
import { suppressionKey } from '../../../../db/schema/suppression.ts'
import type { SidOf } from '../../../../db/sid.ts'
import type { Seal } from '../../../shared/crypto/seal.ts'
import { guardSealingKey } from '../../../shared/crypto/sealing-key-guard.ts'

type Text = string | null | undefined

/** What identifies a person: the ids in other systems, and the email addresses. */
export type Identity = { lms?: Text; sis?: Text; api?: Text; external?: Text; emails?: readonly Text[] }

type UserIds = { [K in 'email' | 'preferredEmail' | 'lmsId' | 'sisId' | 'apiId' | 'externalId']?: Text }

/** Returns what identifies the person of a user. */
export const identityOf = ({
  lmsId,
  sisId,
  apiId,
  externalId,
  email,
  preferredEmail,
}: UserIds): Identity => ({
  ...{ lms: lmsId, sis: sisId, api: apiId, external: externalId },
  emails: [email, preferredEmail],
})

/** Returns what identifies the person of a user, and of the users that were merged into it. */
export const identitiesOf = (row: UserIds & { formerIdentities: readonly Identity[] | null }): Identity[] => [
  identityOf(row),
  ...(row.formerIdentities ?? []),
]

/** Returns a hash for each id and each address of a person. */
export type Hasher = (person: Identity) => string[]

/** Builds the statement that selects the sealed key of an install; no row before the first erasure. */
export const findSuppressionKey = prepared({ installSid: suppressionKey.installSid }, (db, { installSid }) =>
  db
    .select({ key: suppressionKey.key })
    .from(suppressionKey)
    .where(eq(suppressionKey.installSid, installSid)),
)

type SealEnv = { sealed: Seal }
type KeyRows = readonly { key: string }[]

const keyOf = (installSid: SidOf<'AI'>) => ({ purpose: 'suppression-key', sid: installSid }) as const

/** Returns the hasher of an install, or null if nobody was erased, so that no hash can match. */
export async function hasherOf(
  { sealed }: SealEnv,
  installSid: SidOf<'AI'>,
  [row]: KeyRows,
): Promise<Hasher | null> {
  return row ? hashWith(await sealed.open(keyOf(installSid), row.key)) : null
}

/** Returns the hasher of an install, and the statements that store its key if it has none yet. */
export async function hasherForErasure(
  db: Database,
  { sealed }: SealEnv,
  installSid: SidOf<'AI'>,
  rows: KeyRows,
) {
  const existing = await hasherOf({ sealed }, installSid, rows)
  if (existing) return { hasher: existing, stored: [] }
  const key = randomBytes(32).toString('base64url')
  const text = await sealed.seal(keyOf(installSid), key)
  const stored: Statement[] = [
    guardSealingKey(db, sealed),
    db.insert(suppressionKey).values({ installSid, key: text }).onConflictDoNothing(),
    // Another erasure has stored its key.
    guard(
      db,
      sql`(select ${suppressionKey.key} = ${text} from ${suppressionKey} where ${eq(suppressionKey.installSid, installSid)})`,
      'edited_meanwhile',
    ),
  ]
  return { hasher: hashWith(key), stored }
}

/**
 * Builds the guard of a batch that creates a person: that the person was not erased.
 * @param hashes null without a hasher
 * @throws Problem `person_suppressed`; `edited_meanwhile` if there are no hashes, and the install has a key by now
 */
export const guardNotSuppressed = (db: Database, installSid: SidOf<'AI'>, hashes: string[] | null) =>
  guard(
    db,
    sql`not is_suppressed(${sql.param(installSid, suppressionKey.installSid)}, ${hashes && JSON.stringify(hashes)}::jsonb)`,
    'person_suppressed',
  )

function hashWith(key: string): Hasher {
  const hash = (kind: string, value: string) =>
    createHmac('sha256', key).update(`${kind}:${value}`).digest('base64url')
  return ({ emails = [], lms, sis, api, external }) => {
    const ids = Object.entries({ lms, sis, api, external }).flatMap(([kind, id]) =>
      id ? hash(kind, id) : [],
    )
    return [...new Set([...ids, ...emails.flatMap(email => (email ? hash('email', addressKey(email)) : []))])]
  }
}

/** The form by which addresses are compared: mail servers accept them in any case. */
const addressKey = (email: string) => email.trim().normalize('NFKC').toLowerCase()
