import type * as z from 'zod'
import type { Seal } from '../../shared/seal.ts'
import { type ApprovalRule, approvedFromTheStart, wholeSettings } from './rules.ts'
import type { PrimaryConfiguration } from './schema.ts'

/** The configuration with which an exam begins: its row, and the instructors who proctor. */
export async function primaryConfiguration(
  { sealed }: { sealed: Seal },
  rule: ApprovalRule,
  { instructorAsProctor: entries = [], password = null, ...settings }: z.output<typeof PrimaryConfiguration>,
) {
  const values = {
    ...wholeSettings('primary', settings),
    password: password && (await sealed.seal(password)),
    type: 'primary',
    approved: approvedFromTheStart(rule),
  } as const
  return { values, entries }
}
