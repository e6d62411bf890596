// Every operation that writes either creates audit rows with its name and caller, or changes no audited record.
import { expect, test } from 'vitest'
import { everyRoute, nameOf } from '../support/routes.ts'

/** Catalogue, exams and sessions have their own histories and events, policies their versions; sign-ins have the log of sign-in events. */
const otherRecords = [
  'Cancellation Policy',
  'Course',
  'Course Offering',
  'Exam',
  'Exam Configuration',
  'Exam Session',
  'Exam Session Annotation',
  'Exam Session Event',
  'File',
  'Onboarding',
  'Proctor account',
  'Proctor Group',
  'Proctor Type',
  'Review Process',
  'Sign-in',
]

/** Operations that are in the audit of tokens or the delivery log, or write nothing. */
const others = [
  'POST /v1/installs/{installSid}/sts/tokens',
  'POST /v1/installs/{installSid}/sts/tokens/{tokenSid}/refresh',
  'POST /v1/installs/{installSid}/sts/introspect',
  'POST /v1/installs/{installSid}/sts/simulate',
  'POST /v1/installs/{installSid}/suppressions/lookup',
  'POST /v1/embeds/verify',
  'POST /auth/token',
  'POST /auth/verify',
  'POST /api/webhooks/deliveries/retry',
  'POST /api/webhooks/deliveries/{deliverySid}/retry',
  'POST /api/webhooks/{webhookSid}/test',
  'POST /api/webhooks/{webhookSid}/recover',
  'POST /api/events',
  'DELETE /api/documents/{documentName}',
]

test('each operation that writes is audited, or is listed here as changing no audited record', () => {
  const silent = everyRoute
    .filter(route => route.method !== 'get' && !route.audited && !otherRecords.includes(route.tag))
    .map(nameOf)
  expect(silent.toSorted()).toEqual(others.toSorted())
})
