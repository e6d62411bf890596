// SEALING_KEY is not the key of the database: writes and reads of sealed texts are refused with their own problem, and all
// other requests are served.
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { examConfiguration } from '../../../db/schema/exam.ts'
import { totp } from '../../../db/schema/operator.ts'
import { SealingKeys, sealWith } from '../../../src/shared/crypto/seal.ts'
import { makeSealingKey } from '../../../tools/stack/local-keys.ts'
import type { Stack } from '../../../tools/stack/stack.ts'
import type { Answer } from '../../support/client.ts'
import { makeExam } from '../../support/configurations.ts'
import {
  addMfa,
  askedForCode,
  codeOf,
  forgetCodes,
  makeOperator,
  signedInAs,
  signIn,
  verifyCode,
} from '../../support/platform.ts'
import { problemOf } from '../../support/problem.ts'
import { itemOf, send, sendBatch } from '../../support/provision.ts'
import { changeSealingKey } from '../../support/sealing-probe.ts'
import { stackOfFork, usualDatabase } from '../../support/stack.ts'
import { sidOf } from '../../support/tokens.ts'
import { makeEndpoint } from '../../support/webhooks.ts'
import { makeWorld } from '../../support/world.ts'

// The stack of the other file with a wrong key, which is not ready during the test.
const options = { database: usualDatabase, webhookRetryBaseMs: 999, webhookEndpointLimit: 51 } as const
let stack: Stack
beforeAll(async () => {
  stack = await stackOfFork(options)
})

let restore: (() => Promise<void>) | undefined
afterEach(() => restore?.())
const useWrongKey = async () => {
  restore = await changeSealingKey(stack)
}

/** Expects that the request was refused because of the key, in at most this number of round trips. */
function isRefused(answer: Answer, trips = 2): void {
  problemOf(answer, 503)
  expect(answer.text('code')).toBe('sealing_key_mismatch')
  expect(answer.roundTrips).toBeLessThanOrEqual(trips)
}

const tables = ['exam_configuration', 'exam', 'course', 'users', 'webhook_endpoint', 'totp', 'audit_event']

/** A digest of the rows of each table. */
async function contents(): Promise<string> {
  const digests = tables.map(
    name =>
      sql`(select md5(coalesce(string_agg(t::text, '' order by t::text), '')) from ${sql.identifier(name)} t)`,
  )
  const { rows } = await stack.db.execute(sql`select ${sql.join(digests, sql` || `)} as all_of_them`)
  return JSON.stringify(rows)
}

async function writesNothing(work: () => Promise<Answer>): Promise<void> {
  const before = await contents()
  isRefused(await work())
  expect(await contents()).toBe(before)
}

/** A text for the row that another key has sealed. */
const sealedElsewhere = sealWith(SealingKeys.parse(makeSealingKey()))

test('a password of an exam is not stored, and an exam without a password is', async () => {
  const exam = await makeExam({}, { world: await makeWorld(stack) })
  const exams = exam.path(`/courses/${exam.courseSid}/exams`)
  await useWrongKey()
  const password = 'of everyone'
  const create = (configuration: object) =>
    exam.admin('POST', exams, { body: { title: 'Final', configuration } })
  await writesNothing(() => create({ password }))
  await writesNothing(() =>
    exam.admin('POST', exam.at(), { body: { enrollmentSid: exam.enrollmentSid, password } }),
  )
  await writesNothing(() => exam.admin('PUT', exam.at(exam.primarySid), { body: { password } }))
  const item = itemOf('sealed', { exam: { configuration: { password } } })
  await writesNothing(() => send(exam.world, item))
  await writesNothing(() => sendBatch(exam.world, [itemOf('other'), item]))
  expect((await create({ duration: 30 })).status).toBe(201)
  expect((await send(exam.world, itemOf('unsealed'))).status).toBe(200)
})

test('a new secret of a webhook endpoint is not stored, and changes of its other members are', async () => {
  const world = await makeWorld(stack)
  const receiver = { url: 'http://127.0.0.1:9/hook', received: [], replies: [] }
  const { at } = await makeEndpoint(world, receiver)
  await useWrongKey()
  const secret = 'another secret of mine'
  const body = { url: receiver.url, secret, events: ['document.updated'] }
  await writesNothing(() => world.admin('POST', '/api/webhooks', { body }))
  await writesNothing(() => world.admin('PUT', at, { body: { secret } }))
  await writesNothing(() => world.admin('POST', `${at}/rotate-secret`, { body: { secret } }))
  const changed = await world.admin('PUT', at, { body: { events: ['document.deleted'] } })
  expect(changed.status, changed.raw).toBe(200)
})

test('a secret of an authenticator app is not stored', async () => {
  const { call } = await signedInAs(await makeWorld(stack), 'owner')
  await useWrongKey()
  await writesNothing(() => call('POST', '/api/auth/mfa/enroll', { body: {} }))
})

test('a password that another key has sealed is refused in one round trip', async () => {
  const exam = await makeExam({ password: 'of everyone' }, { world: await makeWorld(stack) })
  const sid = sidOf('EC', exam.primarySid)
  const password = await sealedElsewhere.seal({ purpose: 'exam-password', sid }, 'unreadable')
  await stack.db.update(examConfiguration).set({ password }).where(eq(examConfiguration.sid, sid))
  isRefused(await exam.admin('GET', exam.at(exam.primarySid)), 1)
  isRefused(await exam.effective(), 1)
  isRefused(await exam.admin('PUT', exam.at(exam.primarySid), { body: { duration: 30 } }))
  expect((await exam.admin('GET', exam.at())).status).toBe(200)
})

test('a code cannot be verified with a secret that another key has sealed, and does not count as wrong', async () => {
  const person = await makeOperator(await makeWorld(stack))
  const session = await signIn(person)
  const { secret, recoveryCodes } = await addMfa(session.call)
  await forgetCodes(person)
  const [app] = await stack.db
    .select()
    .from(totp)
    .where(eq(totp.operatorSid, sidOf('OP', person.id)))
  if (!app) expect.fail('There is no app.')
  const sealed = await sealedElsewhere.seal({ purpose: 'totp-secret', sid: app.sid }, secret)
  await stack.db.update(totp).set({ secret: sealed }).where(eq(totp.sid, app.sid))
  const mfaToken = await askedForCode(person)
  // Five wrong codes end the mfaToken.
  for (let attempts = 0; attempts < 6; attempts += 1)
    isRefused(await verifyCode(person, mfaToken, codeOf(secret)))
  // Ten wrong codes lock the account.
  for (let attempts = 0; attempts < 11; attempts += 1)
    isRefused(await session.call('DELETE', '/api/auth/mfa', { body: { code: codeOf(secret) } }))
  const recovered = await verifyCode(person, mfaToken, String(recoveryCodes[0]))
  expect(recovered.status, recovered.raw).toBe(200)
})
