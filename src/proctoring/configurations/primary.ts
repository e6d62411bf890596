import type * as z from 'zod'
import type { Install } from '../../shared/authority/caller.ts'
import type { Seal } from '../../shared/seal.ts'
import { approvedFromTheStart, wholeSettings } from './rules.ts'
import type { PrimaryConfiguration } from './schema.ts'

/** The configuration with which an exam begins: its row, and the instructors who proctor. */
export async function primaryConfiguration(
  { sealed }: { sealed: Seal },
  install: Install,
  { instructorAsProctor: entries = [], password = null, ...settings }: z.output<typeof PrimaryConfiguration>,
) {
  const values = {
    ...wholeSettings('primary', settings),
    password: password && (await sealed.seal(password)),
    type: 'primary',
    approved: approvedFromTheStart(install),
  } as const
  return { values, entries }
}
