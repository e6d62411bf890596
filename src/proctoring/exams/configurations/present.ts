import type { Caller } from '../../../shared/auth/caller.ts'
import type { Seal } from '../../../shared/crypto/seal.ts'
import { openPassword } from './password.ts'
import type { ConfigurationRow, EffectiveRow } from './queries.ts'
import { synchronizationOf } from './synchronization.ts'

type SealEnv = { sealed: Seal }

/** Returns the number of attempts left; null means unlimited. */
const remaining = (attempts: number | null, used: number) =>
  attempts === null ? null : Math.max(0, attempts - used)

/** Returns the record of a configuration. Lists omit the password; only operations on one configuration return it. */
export const presentConfiguration = (
  {
    configuration,
    entries,
    exam,
    course,
    enrollment,
    instructor,
    primaryAttempts,
    attemptsUsed,
    examFiles,
  }: ConfigurationRow,
  password: string | null = null,
) => ({
  ...configuration,
  password,
  attemptsRemaining: remaining(configuration.attempts ?? primaryAttempts, attemptsUsed),
  instructorAsProctor: entries,
  apiExamId: exam.apiId,
  ...synchronizationOf(exam, course),
  examFiles,
  exam,
  course,
  enrollment,
  instructor,
})

type Reader = Pick<Caller, 'role' | 'learner'>

/** Returns the decrypted password, or null for learners. */
const visiblePassword = async (
  env: SealEnv,
  { role }: Reader,
  stored: Parameters<typeof openPassword>[1],
): Promise<string | null> => (role === 'learner' ? null : openPassword(env, stored))

/**
 * Removes from the record of a configuration what the caller does not see: learners do not see the proctor notes, and a
 * credential of a learner sees no personal data, such as the instructor.
 */
export const visibleTo = <C extends { proctorNotes: string | null; instructor: unknown }>(
  { role, learner }: Reader,
  record: C,
) => ({
  ...record,
  proctorNotes: role === 'learner' ? null : record.proctorNotes,
  instructor: learner?.userSid === null ? null : record.instructor,
})

/** Returns the record. It contains the password, unless the caller is a learner. */
export const presentWithPassword = async (env: SealEnv, caller: Reader, row: ConfigurationRow) =>
  visibleTo(caller, presentConfiguration(row, await visiblePassword(env, caller, row.configuration)))

/** Returns the effective configuration. Learners get neither the password nor the proctor notes. */
export const presentEffective = async (
  env: SealEnv,
  caller: Reader,
  { configuration, entries, attemptsUsed }: EffectiveRow,
) => ({
  ...configuration,
  password: await visiblePassword(env, caller, {
    sid: configuration.passwordOfSid,
    password: configuration.password,
  }),
  proctorNotes: caller.role === 'learner' ? null : configuration.proctorNotes,
  attemptsRemaining: remaining(configuration.attempts, attemptsUsed),
  instructorAsProctor: entries,
})
