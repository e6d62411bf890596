import * as z from 'zod'
import { batch } from '../../../../db/client.ts'
import { newSid } from '../../../../db/sid.ts'
import { notAllowed, resourceOf } from '../../../shared/auth/authorize.ts'
import { asPage } from '../../../shared/http/page.ts'
import { invalid, throwIfAny, unknownSid } from '../../../shared/problems/field-errors.ts'
import { firstOr404, Problem } from '../../../shared/problems/problem.ts'
import { setActor } from '../../actor.ts'
import { findEnrollments } from '../../catalog/enrollments/queries.ts'
import { route } from '../../env.ts'
import { copiesOf, findCompleteFiles, insertCopies, withCopies } from '../../files/copies.ts'
import { deleteObjects } from '../../files/deletion/objects.ts'
import { findInstall } from '../../installs/queries.ts'
import { applyChange, changeBy, requireUnlocked } from '../../locks.ts'
import { guardLearnerNotErased } from '../../not-erased.ts'
import { lockCourse, reconcileConfiguration, reconcileSessions } from '../../reconcile/sessions.ts'
import { findExam } from '../lookup.ts'
import { findNewest, sameNewest } from './newest.ts'
import { guardPasswords, openPassword, sealPassword } from './password.ts'
import { all, one, writerRoles } from './paths.ts'
import { presentConfiguration, presentWithPassword, visibleTo } from './present.ts'
import {
  deleteConfigurationRow,
  findConfiguration,
  findReferenced,
  insertConfiguration,
  listConfigurationRows,
  unchangedSince,
} from './queries.ts'
import { loadReplacement, replacement } from './replace.ts'
import { completeSettings, enrollmentErrors, isInitiallyApproved } from './rules.ts'
import {
  Configuration,
  ConfigurationCreate,
  ConfigurationPage,
  ConfigurationQuery,
  ConfigurationReplace,
} from './schema.ts'
import { withEndTimes } from './slot-times.ts'

export const createConfiguration = route({
  ...all,
  ...writerRoles,
  method: 'post',
  action: 'sp:CreateExamConfiguration',
  summary: 'Create exam configuration',
  description:
    'With `enrollmentSid`, creates an accommodation, whose values override those of the primary configuration. With `referenceExamConfigurationSid`, copies that configuration with its files; a copy of the primary configuration applies to nobody until it has an enrollment.',
  body: ConfigurationCreate,
  returns: Configuration,
  status: 201,
  problems: ['user_erased', 'edited_meanwhile', 'sealing_key_mismatch'],
  load: ({ db, params, body }) => ({
    installs: findInstall(db, params),
    exams: findExam(db, params),
    enrollments: findEnrollments(db, params, body.enrollmentSid ? [body.enrollmentSid] : []),
    referenced: findReferenced(db, params, body.referenceExamConfigurationSid),
    files: findCompleteFiles(db, params, body.referenceExamConfigurationSid),
    newest: findNewest(db, params.examSid, body),
  }),
  handle: async ({ db, env, caller, params, loaded, body, url }) => {
    const { isLocked: locked } = firstOr404(loaded.exams)
    // The new one would replace the newest accommodation of its learner.
    requireUnlocked(caller, [{ locked }, ...loaded.newest], 'sp:CreateExamConfiguration', url)
    const { instructorAsProctor, password, enrollmentSid, referenceExamConfigurationSid, ...settings } = body
    const [source] = loaded.referenced
    throwIfAny(enrollmentErrors(enrollmentSid, loaded.enrollments))
    if (referenceExamConfigurationSid && !source)
      throw invalid(
        unknownSid('referenceExamConfigurationSid', 'exam configuration', referenceExamConfigurationSid),
      )

    const install = firstOr404(loaded.installs)
    const sid = newSid('EC')
    const files = copiesOf(source ? loaded.files : [])
    const values = {
      ...(source ? { ...source.configuration, ...settings } : completeSettings('accommodation', settings)),
      ...(password !== undefined && { password: await sealPassword(env, sid, password) }),
      // The encryption binds a password to its row, so the copy encrypts it again.
      ...(password === undefined &&
        source && { password: await sealPassword(env, sid, await openPassword(env, source.configuration)) }),
      ...(source && { attachments: withCopies(env, params, source.configuration.attachments, files) }),
      enrollmentSid: source ? source.configuration.enrollmentSid : enrollmentSid,
      referenceExamConfigurationSid,
      type: 'accommodation',
      locked: false,
      approved: isInitiallyApproved(install),
      approvedBy: null,
      updatedAutomatedSessions: undefined,
      createdDate: undefined,
      editDate: undefined,
    } as const
    const entries = instructorAsProctor
      ? withEndTimes(instructorAsProctor, install.defaultTimezone)
      : (source?.entries.map(entry => ({ ...entry, sid: undefined })) ?? [])
    const { record } = await batch(db, {
      sealingKey: guardPasswords(db, env, [values.password]),
      actor: setActor(db, caller),
      locked: lockCourse(db, params.installSid, params.courseSid),
      sameNewest: sameNewest(db, params.examSid, values.enrollmentSid, loaded.newest),
      ...(source && {
        original: unchangedSince(
          db,
          { ...params, examConfigurationSid: source.configuration.sid },
          source.version,
        ),
      }),
      change: applyChange(db, params.installSid, { examSids: [params.examSid] }, changeBy(caller, install)),
      ...insertConfiguration(db, params, sid, values, entries),
      ...(files.length > 0 && { files: insertCopies(db, files, sid) }),
      // After the lock, which waits for the erasure of the learner.
      notErased: guardLearnerNotErased(db, sid),
      reconciled: reconcileConfiguration(db, params, sid),
      record: findConfiguration(db, { ...params, examConfigurationSid: sid }),
    })
    return presentWithPassword(env, caller, firstOr404(record))
  },
})

export const listConfigurations = route({
  ...all,
  method: 'get',
  action: 'sp:ListExamConfigurations',
  learners: 'impersonal',
  summary: 'List the configurations of an exam',
  description: 'A learner must send `type=primary`: accommodations are data of other learners.',
  query: ConfigurationQuery,
  returns: ConfigurationPage,
  load: ({ db, params, query }) => ({
    exams: findExam(db, params),
    ...listConfigurationRows(db, params, query),
  }),
  handle: ({ loaded: { exams, rows, counted }, ...request }) => {
    firstOr404(exams)
    const { caller, query, url } = request
    if (caller.learner && query.type !== 'primary')
      throw notAllowed(
        'sp:ListExamConfigurations',
        resourceOf(url.pathname),
        'A learner lists only the primary configuration (type=primary).',
      )
    return asPage({
      ...request,
      loaded: { rows: rows.map(row => visibleTo(caller, presentConfiguration(row))), counted },
    })
  },
})

export const readConfiguration = route({
  ...one,
  method: 'get',
  action: 'sp:ReadExamConfiguration',
  learners: 'impersonal',
  summary: 'Get exam configuration',
  description:
    'A learner reads neither the password nor the proctor notes, and no accommodation of another learner.',
  returns: Configuration,
  problems: ['sealing_key_mismatch'],
  load: ({ db, params }) => ({ configurations: findConfiguration(db, params) }),
  handle: ({ env, caller, loaded }) => {
    const row = firstOr404(loaded.configurations)
    const isOwn = row.enrollment?.userSid === caller.learner?.userSid
    if (caller.learner && row.configuration.type !== 'primary' && !isOwn) throw new Problem('not_found')
    return presentWithPassword(env, caller, row)
  },
})

export const updateConfiguration = route({
  ...one,
  ...writerRoles,
  method: 'put',
  action: 'sp:UpdateExamConfiguration',
  summary: 'Replace exam configuration',
  description:
    "Members that are not sent become null, false or empty; an accommodation keeps its enrollment. An instructor cannot change a locked configuration, and no accommodation of an exam whose primary configuration is locked. Where the install requires approval, an instructor's change of anything but notes revokes that of the configuration and of the primary one. Appointments are adjusted, or unscheduled if they no longer fit.",
  body: ConfigurationReplace,
  returns: Configuration,
  problems: ['edited_meanwhile', 'user_erased', 'sealing_key_mismatch'],
  // An exam can have thousands of appointments.
  statementTimeoutMs: () => 60_000,
  load: loadReplacement,
  handle: async request => {
    const { db, env, caller, params } = request
    const { record } = await batch(db, {
      ...(await replacement(request, 'sp:UpdateExamConfiguration')),
      reconciled: reconcileConfiguration(db, params, params.examConfigurationSid),
      record: findConfiguration(db, params),
    })
    return presentWithPassword(env, caller, firstOr404(record))
  },
})

export const deleteConfiguration = route({
  ...one,
  ...writerRoles,
  method: 'delete',
  action: 'sp:DeleteExamConfiguration',
  summary: 'Delete an accommodation',
  description: 'The primary configuration cannot be deleted.',
  returns: z.string(),
  problems: ['primary_configuration', 'edited_meanwhile'],
  load: ({ db, params }) => ({
    installs: findInstall(db, params),
    configurations: findConfiguration(db, params),
  }),
  handle: async ({ db, env, caller, params, loaded, url, waitUntil }) => {
    const { configuration, version, primaryLocked } = firstOr404(loaded.configurations)
    requireUnlocked(caller, [configuration, { locked: primaryLocked }], 'sp:DeleteExamConfiguration', url)
    if (configuration.type === 'primary') throw new Problem('primary_configuration')
    await batch(db, {
      actor: setActor(db, caller),
      locked: lockCourse(db, params.installSid, params.courseSid),
      unchanged: unchangedSince(db, params, version),
      change: applyChange(
        db,
        params.installSid,
        { configurationSids: [params.examConfigurationSid] },
        changeBy(caller, firstOr404(loaded.installs)),
      ),
      configuration: deleteConfigurationRow(db, params),
      reconciled: reconcileSessions(db, params, 'other-reason'),
    })
    // Those of its files, and of the attachments that it had.
    waitUntil(() => deleteObjects(env))
    return 'Exam configuration deleted'
  },
})
