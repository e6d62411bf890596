// The operations whose statements have another timeout than 30 seconds.
import { expect, test } from 'vitest'
import { everyRoute, nameOf } from '../support/routes.ts'

/** Each with the reason, and its timeout in ms. docs/security.md lists them too. */
const longer: Record<string, { body: object; timeoutMs: number; because: string }> = {
  'POST /v1/installs/{installSid}/provision/oneroster': {
    ...{ body: {}, timeoutMs: 60_000 },
    because: 'A roster of 20 MiB is applied in one transaction.',
  },
  'POST /v1/installs/{installSid}/provision/batch': {
    ...{ body: {}, timeoutMs: 60_000 },
    because: 'Its 500 items are applied in one transaction.',
  },
  'POST /v1/installs/{installSid}/accommodations/batch': {
    ...{ body: {}, timeoutMs: 60_000 },
    because: 'Its 500 items change up to 2,000 accommodations in one transaction.',
  },
  'PUT /v1/installs/{installSid}/exams/{examSid}/assignments': {
    ...{ body: {}, timeoutMs: 60_000 },
    because: 'Its windows reconcile all appointments of the exam.',
  },
  'POST /v1/installs/{installSid}/exams/{examSid}/assignments/impact': {
    ...{ body: {}, timeoutMs: 60_000 },
    because: 'It does what the change of the assignments does, and rolls it back.',
  },
  'PUT /v1/installs/{installSid}/courses/{courseSid}/exams/{examSid}': {
    ...{ body: {}, timeoutMs: 60_000 },
    because: 'A draft unschedules all appointments of the exam.',
  },
  'PUT /v1/installs/{installSid}/courses/{courseSid}/exams/{examSid}/configurations/{examConfigurationSid}': {
    ...{ body: {}, timeoutMs: 60_000 },
    because: 'The primary configuration reconciles all appointments of the exam.',
  },
  'POST /v1/installs/{installSid}/courses/{courseSid}/exams/{examSid}/configurations/{examConfigurationSid}/impact':
    {
      ...{ body: {}, timeoutMs: 60_000 },
      because: 'It does what the change of the configuration does, and rolls it back.',
    },
  'GET /healthz': {
    ...{ body: {}, timeoutMs: 9_000 },
    because: 'A probe reports a database that does not respond sooner than a request.',
  },
  'GET /readyz': {
    ...{ body: {}, timeoutMs: 9_000 },
    because: 'A probe reports a database that does not respond sooner than a request.',
  },
}

test('only the listed operations have another timeout', () => {
  const found = everyRoute.filter(({ statementTimeoutMs }) => statementTimeoutMs).map(nameOf)
  expect(found.toSorted(), 'List the operation here and in docs/security.md, with a reason.').toEqual(
    Object.keys(longer).toSorted(),
  )
})

test.each(Object.entries(longer))('%s waits as long as it is listed here', (name, { body, timeoutMs }) => {
  const route = everyRoute.find(each => nameOf(each) === name)
  expect(route?.statementTimeoutMs?.({ body })).toBe(timeoutMs)
})
