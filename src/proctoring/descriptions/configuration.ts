/** The windows and limits of an exam, in its configurations, assignments, sessions and reports. */
export const windowDescriptions = {
  examOpenDate: { description: 'From when the exam can be taken; null if it is not limited.' },
  examCloseDate: { description: 'Until when the exam can be taken; null if it is not limited.' },
  scheduleOpenDate: { description: 'From when appointments can be made; null if it is not limited.' },
  scheduleCloseDate: { description: 'Until when appointments can be made; null if it is not limited.' },
  duration: { description: 'The time to take the exam, in minutes; null if no time is set.', example: 90 },
  attempts: { description: 'How many attempts a learner has; null means unlimited.', example: 2 },
}

/** The descriptions of the members of a configuration, which records and request bodies share. */
export const configurationDescriptions = {
  updatedAutomatedSessions: {
    description: 'How many sessions the last change of this configuration has adjusted or unscheduled.',
    example: 12,
  },
  ...windowDescriptions,
  attemptsRemaining: { description: 'The attempts that are not used yet; null means unlimited.', example: 1 },
  requiredSoftware: { description: 'The software that the learner needs.', example: 'Chrome 120 or later' },
  studentNotes: { description: 'Instructions for the learner.', example: 'Have your student card ready.' },
  proctorNotes: {
    description: 'Instructions for the proctor; null for learners.',
    example: 'Check the desk.',
  },
  url: {
    description: 'The address at which the learner takes the exam.',
    example: 'https://lms.example/quizzes/42',
  },
  password: { description: 'The password of the exam, which the proctor enters.', example: 'open-sesame' },
  virtualCalculatorType: {
    description: 'The calculator on the screen; null if there is none.',
    example: 'scientific',
  },
  proctorTypes: {
    description:
      'The ways of proctoring that are offered, by the codes of proctor types: an appointment has one of them, by default the first. Other texts mean nothing.',
    example: ['live'],
  },
  modalityOptions: {
    description:
      'Settings of the delivery, stored and returned unchanged; at most 16,384 characters of JSON.',
    example: { browserLock: true },
  },
  instructorAsProctor: { description: 'The slots that instructors of the course proctor; at most 500.' },
  attachments: {
    description:
      'Files for the learner; at most 100. An uploaded attachment has the address of its file in this API, and is deleted when its entry is removed.',
  },
  attachmentUrl: {
    description: 'The address of the file, of the web or `s3:`; null if only its title is known.',
    example: 'https://files.example/formulas.pdf',
  },
  attachmentAwsTitle: { description: 'The title of the file; null if it has none.', example: 'Formulas' },
  type: { description: 'Whether it applies to all learners (primary) or to one enrollment (accommodation).' },
  enrollmentSid: {
    description: 'Sid of the enrollment of an accommodation; null for a primary configuration.',
  },
  referenceExamConfigurationSid: {
    description: 'Sid of the exam configuration that was copied; null if none was.',
  },
  apiExamId: { description: 'The `apiId` of the exam.', example: 'lms-10482' },
  locked: { description: 'Whether instructors may not change it.' },
  approved: { description: 'Whether it is approved; from the start where the install requires no approval.' },
  approvedBy: {
    description: 'The sid of the operator, credential or user that approved; null if none did.',
    example: 'US0199d0b8a4c27d3e9f1a2b3c4d5e6f70',
  },
  examFiles: { description: 'The files of the exam, the oldest first; at most 20.' },
  exam: { description: 'The exam of the configuration.' },
  course: { description: 'The course of the exam.' },
  enrollment: { description: 'The enrollment of an accommodation; null for a primary configuration.' },
  instructor: { description: 'The first instructor of the course; null if it has none.' },
}

/** A slot: an instructor who proctors at a place and a time. */
export const slotDescriptions = {
  location: { description: 'The place, such as a room; null if there is none.', example: 'Room 12' },
  startTime: { description: 'When the slot starts; null if it is not limited.' },
  endTime: { description: 'When the slot ends; null if it is not limited.' },
  capacity: { description: 'The number of seats; null means unlimited.', example: 20 },
}
