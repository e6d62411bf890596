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
  proctorTypeSid: {
    description: 'Sid of the proctor type of the appointment; null if the exam offers none, and before.',
    example: 'TS0199d0b8a4c27d3e9f1a2b3c4d5e6f70',
  },
  schedulingModule: { description: 'The code of the proctor type; null without a type.', example: 'live' },
  workflowModule: { description: 'The code of the proctor type; null without a type.', example: 'live' },
  proctorGroupSid: { description: 'Sid of the group that proctors; null without a group.' },
  proctorGroups: { description: 'The group that proctors; null without a group.' },
  proctorReviewProcessSid: {
    description:
      'Sid of the process by which the attempt is reviewed: that of the exam when the appointment was made, and again when the attempt ended; null if there is none.',
  },
  reviewCompleteNotificationUrl: {
    description:
      'The address that is called when the review is complete, from the exam like the process; null if there is none, and for learners.',
    example: 'https://lms.example.com/reviews',
  },
  sessionType: {
    description:
      'The code of the proctor type when the appointment was made; null without a type, and before.',
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
  recordingStartDate: { description: 'When the recording started; null before.' },
  series: {
    description:
      'Sid of the first session of the series: a session that replaces a cancelled one continues its series.',
  },
  reviewByDate: {
    description:
      'When the review must be complete: the hours of its review process after the end, or 48; null if no review is due.',
  },
  reviewByUserSid: { description: 'Sid of the user who reviewed; null if none did, or if a credential did.' },
  reviewCompletedDate: { description: 'When the review was first complete; null before.' },
  URL: {
    description:
      'The address of the exam: that of the configuration when the appointment was made, or of the partner.',
    example: 'https://exams.example/take/42',
  },
  partnerProvisionedExamUrl: {
    description: 'The address at which a partner has provisioned the exam; null if none has.',
    example: 'https://partner.example/exams/42',
  },
  examLocale: { description: 'The language of the learner at the last system check.', example: 'en-GB' },
  platformVersion: {
    description: 'The browser or the program of the learner at the last system check.',
    example: 'Chrome 154 on Windows 11',
  },
  cancellationPolicySid: {
    description: 'The cancellation policy in force when the appointment was made; null if there was none.',
  },
  cancellationPolicyVersionSid: { description: 'The version of this policy.' },
  externalAppointmentId: {
    description: 'The id of the appointment in another system; null if it has none.',
    example: 'appointment-42',
  },
  externalReservedAppointmentId: {
    description: 'The id of a reservation in another system; null without one.',
    example: 'reservation-42',
  },
  externalReservedAppointmentExpires: {
    description: 'When the reservation runs out; null without one, or if it does not run out.',
  },
  externalAppointmentSyncDate: {
    description: 'When another system last set its appointment or reservation; null before.',
  },
  systemCheck: { description: 'The result of the last system check; null before.' },
  passed: { description: 'Whether the device can be used for the exam.' },
  details: { description: 'The findings; null if none were sent.', example: { camera: true } },
  recordingUrl: {
    description: 'Where reviewers find the recording; null if it has no address.',
    example: 'https://recordings.example/7d1f',
  },
  cancellationPolicy: {
    description:
      'What the cancellation policy of the appointment allows its learner; null without a policy or an appointment.',
  },
  reschedules: {
    description: 'How often the learner has moved or cancelled appointments of this series.',
    example: 1,
  },
  automated: { description: 'What an automated check of the recording concluded; null if there was none.' },
  score: { description: 'How suspicious it found the attempt, from 0 to 100.', example: 12.5 },
  flags: { description: 'What it found.', example: ['second-person'] },
  systemCheckStartDate: {
    description:
      'When the learner first redeemed an onboarding link or recorded a system check; null before.',
  },
  systemCheckEndDate: { description: 'When the last system check ended; null before.' },
  auditStatus: {
    description:
      '`Open` during an incident; afterwards the status of its last event, `Resolved` or `Dismissed`. `Second Review` after the first of two reviews, `Overdue` after `reviewByDate` without a complete review, then `Passed`. Otherwise null.',
    example: 'Open',
  },
  duration: { description: 'The time to take the exam, in minutes; null if no time is set.', example: 90 },
  sessionReportCount: { description: 'How many incidents were reported.', example: 0 },
  reviewRequired: { description: 'Whether the attempt is reviewed after its end.' },
  reviewed: { description: 'Whether its review is complete.' },
  mandatoryRoomScanVideo: {
    description: 'Whether the learner must record the room before the start, by the proctor type.',
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
  examFile: {
    description:
      'The newest exam file of the configuration that applies to the learner: of the accommodation if it has one, else of the primary configuration. Null if there is none.',
  },
  returnedFile: { description: 'The newest work that was returned; null if there is none.' },
  photos: { description: 'The photos of the session, the oldest first; at most 20.' },
  mutedAnnotations: {
    description:
      'The annotations with `muted`, in the order of their start, at most 100; `GET …/annotations?muted=true` lists all.',
  },
}

export const policyDescriptions = {
  leadTimeMinutes: {
    description:
      'How long before its start the learner can still move or cancel the appointment. In minutes.',
    example: 1440,
  },
  maxReschedules: {
    description: 'How often the learner can move an appointment; null without a limit.',
    example: 2,
  },
  reschedulesLeft: {
    description: 'How often the learner can still move the appointment; null without a limit.',
    example: 1,
  },
  changeableUntil: {
    description: 'Until when the learner can move or cancel the appointment; null without an appointment.',
  },
}
