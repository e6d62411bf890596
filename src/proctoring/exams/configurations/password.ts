// Encrypts the password of an exam, and binds it to the row of its configuration.

import type { Database } from '../../../../db/client.ts'
import type { SidOf } from '../../../../db/sid.ts'
import type { Seal } from '../../../shared/crypto/seal.ts'
import { guardSealingKey } from '../../../shared/crypto/sealing-key-guard.ts'

type SealEnv = { sealed: Seal }

export const sealPassword = async ({ sealed }: SealEnv, sid: SidOf<'EC'>, password: string | null) =>
  password && (await sealed.seal({ purpose: 'exam-password', sid }, password))

export const openPassword = async (
  { sealed }: SealEnv,
  { sid, password }: { sid: SidOf<'EC'>; password: string | null },
) => password && (await sealed.open({ purpose: 'exam-password', sid }, password))

/** Builds the guards of a batch that stores these passwords. */
export const guardPasswords = (
  db: Database,
  { sealed }: SealEnv,
  passwords: readonly (string | null | undefined)[],
) => (passwords.some(Boolean) ? [guardSealingKey(db, sealed)] : [])
