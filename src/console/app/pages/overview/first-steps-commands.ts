// The commands of the first steps, with the values of this system and install.

/** The page of `npm run example`. */
export const exampleOrigin = 'http://127.0.0.1:8788'

/** What a backend may do that imports people and exams, and issues tokens. */
export const backendPolicy = JSON.stringify({
  version: '1',
  statements: [{ effect: 'Allow', actions: ['sp:*'], resources: ['*'] }],
})

export const storeSecret = "export INVIGIL_CREDENTIAL='<the secret>'"

const firstExam = JSON.stringify({
  course: { ids: { lms: 'first-course' }, title: 'First course' },
  user: {
    ids: { lms: 'first-learner' },
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@school.example',
  },
  enrollment: {},
  exam: { ids: { lms: 'first-exam' }, title: 'First exam', configuration: { duration: 60 } },
})

/** Imports a learner with an exam. */
export const importCommand = (origin: string, install: string): string =>
  [
    `curl --fail-with-body '${origin}/v1/installs/${install}/provision'`,
    '-H "token: $INVIGIL_CREDENTIAL"',
    "-H 'content-type: application/json'",
    `-d '${firstExam}'`,
  ].join(' \\\n  ')

/** Serves a page of a customer with the embed of the learner, from a clone of the project. */
export const embedCommand = (origin: string, install: string, learner: string): string =>
  [
    `INVIGIL_URL='${origin}'`,
    `INVIGIL_INSTALL=${install}`,
    `INVIGIL_LEARNER=${learner}`,
    'npm run example',
  ].join(' \\\n  ')
