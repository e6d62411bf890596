// The tags of the OpenAPI document: the groups of operations.

const descriptions: Record<string, string> = {
  'App Install': 'Installs of an application, their settings and their API credentials.',
  'Cancellation Policy': 'What learners may change of their appointments.',
  'Proctor account': 'Companies or teams that proctor for several installs.',
  'Proctor Type': 'Ways to proctor appointments.',
  'Proctor Group': 'Groups of people who proctor appointments.',
  'Review Process': 'How attempts are reviewed after their end.',
  'Time Zones': 'The IANA time zones that users and installs can have.',
  User: 'The learners, instructors, proctors and administrators of an install.',
  'Course Offering': 'Terms, or other groups of courses.',
  Course: 'Courses with their sections and enrollments.',
  Exam: 'Exams of a course, and their assignment to enrollments and sections.',
  Provision: 'Creates or updates users, courses, enrollments and exams by the ids of other systems.',
  'Exam Configuration':
    'The windows, duration, attempts, permitted items and slots of an exam, and accommodations of single learners.',
  'Exam Session': 'Attempts of learners at exams, from the appointment to the review.',
  File: 'Photos and returned work of sessions, and the files of exam configurations.',
  Onboarding: 'Links of single use that open a session for its learner.',
  'Exam Session Event': 'Reports of what happened in a session, and their types.',
  'Exam Session Annotation': 'Marks in the recording of a session.',
  Reports: 'Lists and counts across the courses of an install, as JSON or CSV.',
  'Token service': 'Short-lived, revocable tokens for embeds and for programs with few rights.',
  Health: 'Checks for load balancers and monitoring.',
  Setup: 'Creates the first operator of a new system.',
  'Sign-in': 'Sign-in of operators and users, with an optional second factor.',
  Operators: 'The people who administer an account, and the settings of the account.',
  Credentials: 'The API credentials of an account.',
  Audit: 'Changes of the records of an account.',
  JWT: 'Signed tokens of at most one hour, for topics, documents and your own services.',
  Webhooks:
    'Endpoints that receive events, and the deliveries to them. A session of an account with several applications selects one with the header `X-Application-Id`.',
  Events: 'Publishes events of your own to the webhook endpoints.',
  Documents: 'The synchronised documents of an application. Clients change them over a WebSocket.',
}

/** The tags of the operations in the order of their first use. @throws Error when one has no description */
export const tagsOf = (names: readonly string[]) =>
  [...new Set(names)].map(name => {
    const description = descriptions[name]
    if (description === undefined) throw new Error(`The tag ${name} has no description.`)
    return { name, description }
  })
