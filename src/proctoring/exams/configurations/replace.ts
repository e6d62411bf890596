// The replacement of a configuration: its checks, and the statements of its batch. Its impact tries the same statements.

import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod'
import type { Database, StatementResults } from '../../../../db/client.ts'
import { newSid } from '../../../../db/sid.ts'
import type { Caller } from '../../../shared/auth/caller.ts'
import type { Action } from '../../../shared/auth/policy/actions.ts'
import type { Seal } from '../../../shared/crypto/seal.ts'
import { throwIfAny, unknownSid, unknownSids } from '../../../shared/problems/field-errors.ts'
import { firstOr404 } from '../../../shared/problems/problem.ts'
import { setActor } from '../../actor.ts'
import { findEnrollments } from '../../catalog/enrollments/queries.ts'
import { moveFiles } from '../../files/changes.ts'
import { jsonOf, recordChange } from '../../history/record.ts'
import { findInstall } from '../../installs/queries.ts'
import { changeBy, requireUnlocked } from '../../locks.ts'
import { guardLearnerNotErased } from '../../not-erased.ts'
import { lockCourse } from '../../reconcile/sessions.ts'
import { unsetSlot } from './entries.ts'
import { findNewest, sameNewest } from './newest.ts'
import { guardPasswords, openPassword, sealPassword } from './password.ts'
import { findConfiguration, findReferenced, replaceConfiguration } from './queries.ts'
import { changesMoreThanNotes, completeSettings, enrollmentErrors, replacedEnrollment } from './rules.ts'
import type { ConfigurationParams, ConfigurationReplace } from './schema.ts'
import { withEndTimes } from './slot-times.ts'

type Params = z.output<typeof ConfigurationParams>
type Body = z.output<typeof ConfigurationReplace>

/** Builds the statements that select what a replacement depends on. */
export const loadReplacement = ({ db, params, body }: { db: Database; params: Params; body: Body }) => ({
  installs: findInstall(db, params),
  configurations: findConfiguration(db, params),
  enrollments: findEnrollments(db, params, body.enrollmentSid ? [body.enrollmentSid] : []),
  referenced: findReferenced(db, params, body.refConfigSid),
  newest: findNewest(db, params.examSid, body),
})

type Request = {
  db: Database
  env: { sealed: Seal }
  caller: Caller
  params: Params
  body: Body
  url: URL
  loaded: StatementResults<ReturnType<typeof loadReplacement>>
}

/**
 * Builds the first statements of the batch that replaces a configuration; its reconciliation follows.
 * @throws Problem `invalid_request`, `action_not_allowed`, `user_erased`; the statements: `edited_meanwhile`
 */
export async function replacement({ db, env, caller, params, body, url, loaded }: Request, action: Action) {
  const { configuration, entries, version, primaryLocked } = firstOr404(loaded.configurations)
  requireUnlocked(caller, [configuration, { locked: primaryLocked }], action, url)
  // One that moves can replace the newest accommodation of the other learner.
  if (body.enrollmentSid !== configuration.enrollmentSid) requireUnlocked(caller, loaded.newest, action, url)
  const { instructorAsProctor = [], password = null, enrollmentSid, refConfigSid = null, ...settings } = body
  const sids = instructorAsProctor.map(({ sid }) => sid ?? '')
  const existing = [...entries, { sid: '' }]
  throwIfAny([
    ...(enrollmentSid && configuration.type === 'primary' ? [primaryHasNoEnrollment] : []),
    ...enrollmentErrors(enrollmentSid, loaded.enrollments),
    ...(refConfigSid && (loaded.referenced.length === 0 || refConfigSid === configuration.sid)
      ? [unknownSid('refConfigSid', 'exam configuration', refConfigSid)]
      : []),
    ...unknownSids('instructorAsProctor', sids, existing, 'entry').map(({ path, ...error }) => ({
      ...error,
      path: `${path}.sid`,
    })),
  ])

  const install = firstOr404(loaded.installs)
  const slots = withEndTimes(instructorAsProctor, install.defaultTimezone)
  const after = {
    ...completeSettings(configuration.type, settings),
    enrollmentSid: replacedEnrollment(configuration, { enrollmentSid }),
    referenceExamConfigurationSid: refConfigSid,
  }
  const change = changeBy(caller, install)
  const stored = await openPassword(env, configuration)
  const slotsAfter = slots.map(({ sid = newSid('IP'), ...slot }) => ({ sid, ...unsetSlot, ...slot }))
  const slotsChange = !isDeepStrictEqual(entries, slotsAfter)
  const isChanged =
    slotsChange || changesMoreThanNotes({ ...configuration, password: stored }, { ...after, password })
  const values = {
    ...after,
    // Sealed again, the same password would be another text.
    password:
      password === stored ? configuration.password : await sealPassword(env, configuration.sid, password),
    updatedAutomatedSessions: 0,
  }
  return {
    sealingKey: guardPasswords(db, env, [password]),
    actor: setActor(db, caller),
    locked: lockCourse(db, params.installSid, params.courseSid),
    notErased: guardLearnerNotErased(db, configuration.sid),
    sameNewest: sameNewest(db, params.examSid, enrollmentSid, loaded.newest),
    ...replaceConfiguration(db, params, version, values, slotsAfter, {
      ...change,
      revokesApproval: change.revokesApproval && isChanged,
    }),
    ...(after.enrollmentSid !== configuration.enrollmentSid && {
      files: moveFiles(db, configuration.sid, after.enrollmentSid),
      newLearnerNotErased: guardLearnerNotErased(db, configuration.sid),
    }),
    ...(slotsChange && {
      history: recordChange(db, configuration.sid, {
        member: 'instructorAsProctor',
        before: jsonOf(entries),
        after: jsonOf(slotsAfter),
      }),
    }),
  }
}

const primaryHasNoEnrollment = {
  path: 'enrollmentSid',
  code: 'invalid_value',
  message: 'The primary configuration cannot have an enrollment.',
}
