// Random token families and their tokens, and the records of them that the API shows: a naive reference of the list.
import fc from 'fast-check'
import { batch } from '../../db/client.ts'
import { stsFamily, stsToken } from '../../db/schema/sts.ts'
import { newSid, type SidOf } from '../../db/sid.ts'
import { hashSecret, makeSecret } from '../../src/shared/auth/secret.ts'
import type { Line } from './report-facts.ts'
import type { World } from './world.ts'

const minuteMs = 60_000

/** Which epochs of a family are those of the rows that it refers to. */
const epochs = fc.record(
  Object.fromEntries(
    ['install', 'user', 'credential', 'holder'].map(name => [name, fc.constantFrom(0, 0, 0, 0, 1)]),
  ),
)

/** A family as it may be after some refreshes. Few creation times, so that the order falls back to the sids. */
const family = fc.record({
  user: fc.constantFrom(0, 1, 2),
  createdMinute: fc.nat(4),
  tokens: fc.integer({ min: 1, max: 3 }),
  hasEnded: fc.boolean(),
  lastHasExpired: fc.constantFrom(false, false, true),
  isRevoked: fc.constantFrom(false, false, true),
  epochs,
})
export type FamilyChoice = typeof family extends fc.Arbitrary<infer T> ? T : never

export const families = fc.array(family, { minLength: 1, maxLength: 12 })

type Of = { installSid: SidOf<'AI'>; credentialSid: SidOf<'AK'>; users: (SidOf<'US'> | null)[]; now: number }

/** The rows of the families, oldest generation first. */
export function tokenRowsOf(choices: FamilyChoice[], { installSid, credentialSid, users, now }: Of) {
  const at = (minutes: number) => new Date(now + minutes * minuteMs)
  return choices.map(({ user, createdMinute, tokens, hasEnded, lastHasExpired, isRevoked, epochs }) => {
    const root = newSid('TA')
    const targetUserSid = users[user] ?? null
    const createdDate = at(createdMinute - 600)
    return {
      family: {
        ...{ sid: root, installSid, credentialSid, holderSid: credentialSid, targetUserSid, createdDate },
        tokenType: 'element' as const,
        elementType: 'exam-session' as const,
        ...{ resource: '*', policy: { version: '1' as const, statements: [] }, generation: tokens - 1 },
        installEpoch: epochs['install'] ?? 0,
        userEpoch: targetUserSid === null ? null : (epochs['user'] ?? 0),
        credentialEpoch: epochs['credential'] ?? 0,
        holderEpoch: epochs['holder'] ?? 0,
        absoluteExpiresAt: at(hasEnded ? -30 : 60),
        revokedAt: isRevoked ? at(-60) : null,
      },
      tokens: Array.from({ length: tokens }, (_, generation) => ({
        sid: generation === 0 ? root : newSid('TA'),
        ...{ familySid: root, installSid, generation, secretHash: hashSecret(makeSecret('token')) },
        expiresAt: at(generation === tokens - 1 && !lastHasExpired ? 30 : -30),
        createdDate: at(createdMinute + generation - 600),
      })),
    }
  })
}

export type TokenRows = ReturnType<typeof tokenRowsOf>

/** Inserts the rows in one transaction. */
export const insertTokens = ({ stack: { db } }: World, rows: TokenRows) =>
  batch(db, {
    families: db.insert(stsFamily).values(rows.map(({ family }) => family)),
    tokens: db.insert(stsToken).values(rows.flatMap(({ tokens }) => tokens)),
  })

type Family = TokenRows[number]['family']
type Token = TokenRows[number]['tokens'][number]

/** Why the token is inactive. The rows that a family refers to have the epoch 0. */
function reasonOf(family: Family, token: Token, now: number): string | null {
  if (token.generation < family.generation) return 'replaced'
  if (family.revokedAt) return 'revoked'
  if (token.expiresAt.getTime() <= now || family.absoluteExpiresAt.getTime() <= now) return 'expired'
  if (family.installEpoch !== 0) return 'install_revoked'
  if (family.userEpoch) return 'user_revoked'
  return family.credentialEpoch !== 0 || family.holderEpoch !== 0 ? 'credential_revoked' : null
}

type Filter = { targetUserSid?: string; active?: string }

/** The tokens that match the filter, as the API shows them, in no order. */
export const tokenLines = (rows: TokenRows, now: number, filter: Filter): Line[] =>
  rows
    .flatMap(({ family, tokens }) =>
      tokens.map((token): Line => {
        const reason = reasonOf(family, token, now)
        return {
          id: token.sid,
          keys: { createdDate: token.createdDate.toISOString() },
          row: {
            ...{ sid: token.sid, rootSid: family.sid, tokenType: family.tokenType },
            ...{ elementType: family.elementType, targetUserSid: family.targetUserSid },
            ...{ resource: family.resource, credentialSid: family.credentialSid },
            ...{ active: reason === null, reason, replacedBySid: tokens[token.generation + 1]?.sid ?? null },
            ...{ expiresAt: token.expiresAt, absoluteExpiresAt: family.absoluteExpiresAt },
            createdDate: token.createdDate,
          },
        }
      }),
    )
    .filter(
      ({ row }) =>
        (filter.targetUserSid === undefined || row['targetUserSid'] === filter.targetUserSid) &&
        (filter.active === undefined || String(row['active']) === filter.active),
    )
