// Writes that rely on a verified password.

import { batch, type Database } from '../../../../db/client.ts'
import { isPassword } from '../../../shared/crypto/password.ts'
import { toProblem } from '../../../shared/problems/failure.ts'
import type { RateLimitAttempt } from '../../../shared/rate-limit.ts'
import type { Subject } from '../../identity/sign-in-subject.ts'
import { undoUndecidedAttempts } from '../../throttle/queries.ts'
import { findPasswordHash } from './queries.ts'

/** A password, the hash that it matches, and the counted attempt that has verified it. */
type Verified = { password: string; seenHash: string; attempt: RateLimitAttempt }

/**
 * Executes a write that requires that the hash is unchanged. If it has changed, a sign-in may have renewed the hash of the
 * same password: then verifies the password again, and repeats the write.
 * @throws Problem `invalid_credentials` if the person has another password meanwhile
 */
export async function withPassword(
  db: Database,
  subject: Subject,
  { password, seenHash, attempt }: Verified,
  write: (hash: string) => Promise<unknown>,
): Promise<void> {
  try {
    await write(seenHash)
  } catch (error) {
    if (toProblem(error).code !== 'invalid_credentials') throw error
    const { people } = await batch(db, { people: findPasswordHash(db, subject) })
    const hash = people[0]?.passwordHash
    if (!hash || hash === seenHash) throw error
    if (!(await undoUndecidedAttempts(db, [attempt], () => isPassword(password, hash)))) throw error
    await write(hash)
  }
}
