import type * as z from 'zod'
import { newSid } from '../../../../db/sid.ts'
import type { Seal } from '../../../shared/crypto/seal.ts'
import { sealPassword } from './password.ts'
import { type ConfigurationRules, completeSettings, isInitiallyApproved } from './rules.ts'
import type { PrimaryConfiguration } from './schema.ts'
import { withEndTimes } from './slot-times.ts'

/**
 * Returns the row of the primary configuration of a new exam, and the instructors who proctor.
 * @param path the path of the configuration in the body
 * @throws Problem `invalid_request` as `withEndTimes`
 */
export async function primaryConfiguration(
  env: { sealed: Seal },
  rules: ConfigurationRules,
  { instructorAsProctor: entries = [], password = null, ...settings }: z.output<typeof PrimaryConfiguration>,
  path: string,
) {
  const sid = newSid('EC')
  const values = {
    sid,
    ...completeSettings('primary', settings),
    password: await sealPassword(env, sid, password),
    type: 'primary',
    approved: isInitiallyApproved(rules),
  } as const
  return { values, entries: withEndTimes(entries, rules.defaultTimezone, `${path}.instructorAsProctor`) }
}
