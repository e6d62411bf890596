import { allowedActions, isCancelled, isRunning } from '../transitions.ts'
import type { SessionRow } from './queries.ts'

/** The members of the record that are always null or empty. */
const unused = {
  cancellationPolicySid: null,
  cancellationPolicyVersionSid: null,
  schedulingModule: null,
  proctorReviewProcessSid: null,
  workflowModule: null,
  externalAppointmentId: null,
  externalReservedAppointmentId: null,
  externalReservedAppointmentExpires: null,
  externalAppointmentSyncDate: null,
  reviewCompleteNotificationUrl: null,
  examLocale: null,
  platformVersion: null,
  partnerProvisionedExamUrl: null,
  proctorGroupSid: null,
  proctorGroups: null,
  examFile: null,
  returnedFile: null,
  photos: null,
  automated: null,
}

/** Returns the full record of a session. */
export function presentSession({ session, configuration, entry, muted, ...row }: SessionRow) {
  return {
    ...unused,
    ...session,
    URL: null,
    messagingConfirmations: row.sentMessages,
    running: isRunning(session),
    series: session.series ?? session.sid,
    account: row.account,
    install: row.install,
    deployment: row.install,
    exam: row.exam,
    enrollment: row.enrollment,
    course: row.course,
    modalityOptions: configuration?.modalityOptions ?? null,
    examConfiguration: configuration,
    sessionInfo: {
      running: isRunning(session),
      cancelled: isCancelled(session),
      allowedActions: allowedActions(session),
    },
    proctor: entry,
    location: entry?.location ? { name: entry.location } : null,
    appointment: session.appointmentDate && {
      startDateTime: session.appointmentDate,
      endDateTime: session.appointmentEndDate,
      timeZone: row.install.defaultTimezone,
    },
    mutedAnnotations: muted === 0 ? null : { count: muted },
  }
}
