import type { Caller } from '../../../shared/auth/caller.ts'
import type { Seal } from '../../../shared/crypto/seal.ts'
import { openPassword } from './password.ts'
import type { ConfigurationRow, EffectiveRow } from './queries.ts'

type Opening = { sealed: Seal }

/** What is left of the attempts; null when there is no limit. */
const remaining = (attempts: number | null, used: number) =>
  attempts === null ? null : Math.max(0, attempts - used)

/** The record as a list shows it: a password is shown to who asks for the one configuration only. */
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
  }: ConfigurationRow,
  password: string | null = null,
) => ({
  ...configuration,
  password,
  attemptsRemaining: remaining(configuration.attempts ?? primaryAttempts, attemptsUsed),
  instructorAsProctor: entries,
  apiExamId: exam.apiId,
  examSyncStatus: null,
  synchronization: null,
  updatedAutomatedSessions: null,
  examFiles: [],
  exam,
  course,
  enrollment,
  instructor,
})

/** A password in the clear, for whoever may know it: not for learners. */
const shownPassword = async (
  env: Opening,
  { role }: Pick<Caller, 'role'>,
  of: Parameters<typeof openPassword>[1],
): Promise<string | null> => (role === 'learner' ? null : openPassword(env, of))

/** The record with its password, for whoever may know it. */
export const presentOpened = async (env: Opening, caller: Pick<Caller, 'role'>, row: ConfigurationRow) =>
  presentConfiguration(row, await shownPassword(env, caller, row.configuration))

/** What holds, without what is said to proctors where a learner asks. */
export const presentEffective = async (
  env: Opening,
  caller: Pick<Caller, 'role'>,
  { configuration, entries, attemptsUsed }: EffectiveRow,
) => ({
  ...configuration,
  password: await shownPassword(env, caller, {
    sid: configuration.passwordOfSid,
    password: configuration.password,
  }),
  proctorNotes: caller.role === 'learner' ? null : configuration.proctorNotes,
  attemptsRemaining: remaining(configuration.attempts, attemptsUsed),
  instructorAsProctor: entries,
})
