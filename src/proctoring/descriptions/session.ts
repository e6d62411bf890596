/** The descriptions of the members of an exam session, which records, lists and reports share. */
export const sessionDescriptions = {
  status: {
    description:
      'The state of the attempt. A running session is `Scheduled` or `Incident` (see `running`); a cancelled session is `Closed`.',
  },
  statusReason: {
    description:
      'Why it was cancelled, denied, reported or ended by time (`time-over`); null if no reason applies.',
    example: 'no-show',
  },
  accessKey: {
    description: 'A random key of the session, for systems that identify it without its sid.',
    example: 'a4c46a340706b72bf8775d21536d2d40',
  },
  proctorTypeSid: { description: 'Reserved; always null.', example: null },
  sessionType: {
    description:
      'The first of the `proctorTypes` of the configuration when the appointment was made; null before.',
    example: 'live',
  },
  instructorProctorSid: {
    description: 'Sid of the slot in which the appointment takes a seat; null without a slot.',
  },
  appointmentDate: { description: 'When the appointment starts; null if there is none.' },
  appointmentEndDate: { description: 'When the appointment ends; null if it has no end.' },
  dateApproved: { description: 'When the appointment was approved; null if it is not.' },
  dateScheduled: { description: 'When the appointment was made; null if there is none.' },
  inProgressDate: { description: 'When the learner started; null before.' },
  endedDate: { description: 'When the attempt ended; null before, and while it runs.' },
  notes: {
    description: 'The notes of the review; null if there are none.',
    example: 'Second monitor was off.',
  },
  recordingStartDate: { description: 'When the recording started. Reserved: no operation sets it.' },
  series: {
    description:
      'Sid of the first session of the series: a session that replaces a cancelled one continues its series.',
  },
  reviewByDate: {
    description: 'When the review must be complete: 48 hours after the end; null if no review is due.',
  },
  reviewByUserSid: { description: 'Sid of the user who reviewed; null if none did, or if a credential did.' },
  reviewCompletedDate: { description: 'When the first review was completed; null before.' },
  URL: { description: 'Reserved; always null.', example: null },
  systemCheckStartDate: { description: 'When the learner first redeemed an onboarding link; null before.' },
  systemCheckEndDate: {
    description: 'When the system check of the learner ended. Reserved: no operation sets it.',
  },
  auditStatus: {
    description:
      '`Open` during an incident; afterwards the status of its last event, `Resolved` or `Dismissed`. `Overdue` after `reviewByDate` without a review, then `Passed`. Otherwise null.',
    example: 'Open',
  },
  duration: { description: 'The time to take the exam, in minutes; null if no time is set.', example: 90 },
  sessionReportCount: { description: 'How many incidents were reported.', example: 0 },
  reviewRequired: { description: 'Whether the attempt is reviewed after its end.' },
  reviewed: { description: 'Whether it was reviewed.' },
  mandatoryRoomScanVideo: {
    description: 'Whether the learner must record the room before the start. Reserved: no operation sets it.',
  },
  messagingConfirmations: {
    description: 'The mails that were sent to the learner, oldest first: the kind and the time of each.',
    example: ['confirmation:2026-03-02T09:30:00.000Z'],
  },
  account: { description: 'The account of the install.' },
  install: { description: 'The institution or deployment of the session.' },
  deployment: { description: 'The settings of the install that apply to the session.' },
  modalityOptions: {
    description: 'The `modalityOptions` of the effective configuration; null if there are none.',
    example: { browserLock: true },
  },
  exam: { description: 'The exam that the learner takes.' },
  enrollment: { description: 'The enrollment of the learner in the course.' },
  course: { description: 'The course of the exam.' },
  sessionInfo: { description: 'What is derived from the status.' },
  running: { description: 'Whether the learner is taking the exam.' },
  cancelled: { description: 'Whether the session was cancelled.' },
  allowedActions: {
    description: 'The transitions that the status allows.',
    example: ['reschedule', 'start', 'cancel'],
  },
  location: { description: 'The place of the slot; null without a slot or a place.' },
  appointment: { description: 'The appointment with its time zone; null if there is none.' },
  startDateTime: { description: 'When the appointment starts.' },
  endDateTime: { description: 'When the appointment ends; null if it has no end.' },
  timeZone: { description: 'The IANA time zone of the install.', example: 'America/New_York' },
  mutedAnnotations: { description: 'The number of annotations with `muted`; null if there are none.' },
  count: { description: 'The number of muted annotations.', example: 2 },
}
