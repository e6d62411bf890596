import type * as z from 'zod'
import { newSid } from '../../../../db/sid.ts'
import type { Seal } from '../../../shared/crypto/seal.ts'
import { sealPassword } from './password.ts'
import { type ApprovalRule, approvedFromTheStart, wholeSettings } from './rules.ts'
import type { PrimaryConfiguration } from './schema.ts'

/** The configuration with which an exam begins: its row, and the instructors who proctor. */
export async function primaryConfiguration(
  env: { sealed: Seal },
  rule: ApprovalRule,
  { instructorAsProctor: entries = [], password = null, ...settings }: z.output<typeof PrimaryConfiguration>,
) {
  const sid = newSid('EC')
  const values = {
    sid,
    ...wholeSettings('primary', settings),
    password: await sealPassword(env, sid, password),
    type: 'primary',
    approved: approvedFromTheStart(rule),
  } as const
  return { values, entries }
}
