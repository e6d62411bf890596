import type * as z from 'zod'
import { newSid } from '../../../../db/sid.ts'
import type { Seal } from '../../../shared/crypto/seal.ts'
import { sealPassword } from './password.ts'
import { type ApprovalRule, completeSettings, isInitiallyApproved } from './rules.ts'
import type { PrimaryConfiguration } from './schema.ts'

/** Returns the row of the primary configuration of a new exam, and the instructors who proctor. */
export async function primaryConfiguration(
  env: { sealed: Seal },
  rule: ApprovalRule,
  { instructorAsProctor: entries = [], password = null, ...settings }: z.output<typeof PrimaryConfiguration>,
) {
  const sid = newSid('EC')
  const values = {
    sid,
    ...completeSettings('primary', settings),
    password: await sealPassword(env, sid, password),
    type: 'primary',
    approved: isInitiallyApproved(rule),
  } as const
  return { values, entries }
}
