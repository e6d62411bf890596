import type { Caller } from '../../../shared/auth/caller.ts'
import { policyInForce } from '../policy-in-force.ts'
import { allowedActions, isCancelled, isRunning } from '../transitions.ts'
import type { SessionRow } from './find-session.ts'

/**
 * Returns the full record of a session. Learners do not see the address that is notified of their review: its receiver
 * would accept their requests.
 */
export function presentSession(
  {
    session,
    policy,
    configuration,
    entry,
    muted,
    proctorGroup,
    examFile,
    returnedFile,
    photos,
    ...row
  }: SessionRow,
  { role }: Pick<Caller, 'role'>,
) {
  return {
    ...session,
    URL: session.url,
    cancellationPolicySid: policy?.policySid ?? null,
    reviewCompleteNotificationUrl: role === 'learner' ? null : session.reviewCompleteNotificationUrl,
    proctorGroups: proctorGroup && [proctorGroup],
    messagingConfirmations: row.sentMessages,
    running: isRunning(session),
    series: session.series ?? session.sid,
    account: row.account,
    install: row.install,
    deployment: row.install,
    exam: row.exam,
    examFile,
    returnedFile,
    photos,
    enrollment: row.enrollment,
    course: row.course,
    modalityOptions: configuration?.modalityOptions ?? null,
    examConfiguration: configuration,
    sessionInfo: {
      running: isRunning(session),
      cancelled: isCancelled(session),
      allowedActions: allowedActions(session),
      systemCheck:
        session.systemCheckPassed === null
          ? null
          : { passed: session.systemCheckPassed, details: session.systemCheckDetails },
      recordingUrl: session.recordingUrl,
      reschedules: session.rescheduleCount,
      cancellationPolicy: policy && policyInForce({ session, policy }),
    },
    proctor: entry,
    location: entry?.location ? { name: entry.location } : null,
    appointment: session.appointmentDate && {
      startDateTime: session.appointmentDate,
      endDateTime: session.appointmentEndDate,
      timeZone: row.install.defaultTimezone,
    },
    mutedAnnotations: muted,
  }
}
