import { eventDescriptions } from '../descriptions/event.ts'
import { sessionDescriptions } from '../descriptions/session.ts'
import { userDescriptions } from '../descriptions/user.ts'

/** The descriptions of the columns of the reports. */
export const rowDescriptions = {
  ...userDescriptions,
  ...eventDescriptions,
  appointmentDate: sessionDescriptions.appointmentDate,
  sessionType: sessionDescriptions.sessionType,
  status: { description: 'The status of the event.', example: 'Open' },
  sessionStatus: { description: 'The current status of the session.', example: 'Incident' },
  courseTitle: {
    description: 'The title of the course that the exam belongs to.',
    example: 'Linear Algebra',
  },
  courseCode: {
    description: 'The course code of the institution; null if there is none.',
    example: 'MATH-221',
  },
  examTitle: { description: 'The title of the exam that learners read.', example: 'Midterm' },
  examType: { description: 'Whether the exam is taken online or on paper.', example: 'Online' },
  examOpenDate: { description: 'From when the exam can be taken; null if it is not limited.' },
  examCloseDate: { description: 'Until when the exam can be taken; null if it is not limited.' },
  configurationType: {
    description: 'Whether the row is a primary configuration or an accommodation.',
    example: 'primary',
  },
  instructorFirstName: {
    description: 'The first name of the first instructor of the course; null without one.',
    example: 'Alan',
  },
  instructorLastName: {
    description: 'The last name of the first instructor of the course; null without one.',
    example: 'Turing',
  },
  instructorEmail: {
    description: 'The email address of the first instructor of the course; null without one.',
    example: 'alan@university.example',
  },
  currentStatus: { description: 'The status of the current session of the learner.', example: 'Closed' },
  cancelled: { description: 'Whether the learner has a cancelled session of the exam.' },
  closed: { description: 'Whether the learner has a closed session of the exam that was not cancelled.' },
  sid: { description: 'Sid of the exam.', example: 'EX0199d0b8a4c27d3e9f1a2b3c4d5e6f70' },
  courseSid: {
    description: 'Sid of the course that the exam belongs to.',
    example: 'CU0199d0b8a4c27d3e9f1a2b3c4d5e6f70',
  },
  installSid: {
    description: 'Sid of the install that the exam belongs to.',
    example: 'AI0199d0b8a4c27d3e9f1a2b3c4d5e6f70',
  },
  examConfigurationSid: {
    description: 'Sid of the primary configuration; null if there is none.',
    example: 'EC0199d0b8a4c27d3e9f1a2b3c4d5e6f70',
  },
  primaryInstructorSid: {
    description: 'Sid of the first instructor of the course; null without one.',
    example: 'US0199d0b8a4c27d3e9f1a2b3c4d5e6f70',
  },
  accountName: { description: 'The name of the account of the install.', example: 'Example University' },
  hasAttachments: { description: 'Whether the primary configuration has attachments.' },
  configuration: { description: 'The primary configuration; null if there is none.' },
  primaryInstructor: { description: 'The first instructor of the course; null without one.' },
}

const part = (of: string, example: string) => ({ description: `A part of ${of}, in any case.`, example })

/** The descriptions of the filters of the reports. */
export const filterDescriptions = {
  courseTitle: part('the title of the course', 'algebra'),
  courseCode: part('the course code', 'math'),
  examTitle: part('the title of the exam', 'mid'),
  firstName: part('the first name of the learner', 'ad'),
  lastName: part('the last name of the learner', 'love'),
  email: part('the email address of the learner', 'university.example'),
  studentFirstName: part('the first name of the learner', 'ad'),
  studentLastName: part('the last name of the learner', 'love'),
  studentEmail: part('the email address of the learner', 'university.example'),
  instructorFirstName: part('the first name of an instructor of the course', 'al'),
  instructorLastName: part('the last name of an instructor of the course', 'turing'),
  eventStatus: { description: 'The status of the event.' },
  currentStatus: { description: 'The status of the current session of the learner.' },
}
