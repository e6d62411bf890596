// Writes that rely on a verified password.

import { batch, type Database } from '../../../../db/client.ts'
import { toProblem } from '../../../shared/problems/failure.ts'
import type { Subject } from '../../identity/sign-in-subject.ts'
import { findPasswordHash } from './queries.ts'

/** The hash that a password matches, and the function that compares the password with a hash. */
type Verified = { seenHash: string; isPassword(hash: string): Promise<boolean> }

/**
 * Executes a write that requires that the hash is unchanged. If it has changed, a sign-in may have renewed the hash of the
 * same password: then verifies the password again, and repeats the write.
 * @throws Problem `invalid_credentials` if the person has another password meanwhile
 */
export async function withPassword(
  db: Database,
  subject: Subject,
  { seenHash, isPassword }: Verified,
  write: (hash: string) => Promise<unknown>,
): Promise<void> {
  try {
    await write(seenHash)
  } catch (error) {
    if (toProblem(error).code !== 'invalid_credentials') throw error
    const { people } = await batch(db, { people: findPasswordHash(db, subject) })
    const hash = people[0]?.passwordHash
    if (!hash || hash === seenHash || !(await isPassword(hash))) throw error
    await write(hash)
  }
}
