// The sealing key is rotated while the system runs.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { CompactEncrypt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { examConfiguration } from '../../../db/schema/exam.ts'
import { totp } from '../../../db/schema/operator.ts'
import { suppressionKey } from '../../../db/schema/suppression.ts'
import { event, webhookEndpoint } from '../../../db/schema/webhook.ts'
import { newSid } from '../../../db/sid.ts'
import { reseal } from '../../../src/platform/retention/reseal.ts'
import { type Seal, SealingKeys, sealWith } from '../../../src/shared/crypto/seal.ts'
import { makeSealingKey, rotateSealing } from '../../../tools/stack/local-keys.ts'
import { type Stack, startStack } from '../../../tools/stack/stack.ts'
import { callerOf } from '../../support/client.ts'
import { type ExamWorld, makeExam } from '../../support/configurations.ts'
import { temporaryDirectory } from '../../support/directory.ts'
import { addMfa, makeOperator, signIn, signInByCode } from '../../support/platform.ts'
import { makeWorld } from '../../support/world.ts'

const old = makeSealingKey()
const [, steps, next] = rotateSealing(old)
const sealOf = (keys: string): Seal => sealWith(SealingKeys.parse(keys))
const both = sealOf(steps)

/** The second step of a rotation: the new key seals, and the old one opens. */
let stack: Stack
beforeAll(async () => {
  const stateDir = temporaryDirectory()
  writeFileSync(join(stateDir, 'sealing-key'), steps)
  stack = await startStack({
    port: 0,
    stateDir,
    database: { kind: 'memory' },
    passwordCostLog2: 10,
    isScheduled: false,
  })
}, 180_000)
afterAll(() => stack?.close())

const passwordsOf = (exam: ExamWorld) =>
  stack.db
    .select({ sid: examConfiguration.sid, password: examConfiguration.password })
    .from(examConfiguration)
    .where(
      and(
        isNotNull(examConfiguration.password),
        eq(examConfiguration.examSid, exam.examSid as `EX${string}`),
      ),
    )
    .orderBy(examConfiguration.sid)

const shown = async (exam: ExamWorld, sid: string) => (await exam.read(sid))['password']
const unnamed = (clear: string) =>
  new CompactEncrypt(new TextEncoder().encode(clear))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(new Uint8Array(Buffer.from(old, 'base64url')))

/** An exam whose passwords the old key has sealed: one in the current form, one in the earlier form without row names. */
async function makeOld() {
  const exam = await makeExam({ password: 'of everyone' }, { world: await makeWorld(stack) })
  await exam.accommodate({ password: 'of one' })
  const [primary, accommodation] = await passwordsOf(exam)
  if (!(primary && accommodation)) throw new Error('There are no passwords.')
  const write = (sid: typeof primary.sid, password: string) =>
    stack.db.update(examConfiguration).set({ password }).where(eq(examConfiguration.sid, sid))
  const of = { purpose: 'exam-password', sid: primary.sid } as const
  await write(primary.sid, await sealOf(old).seal(of, 'of everyone'))
  await write(accommodation.sid, await unnamed('of one'))
  return { exam, primary, accommodation, write }
}

test('texts under the old key open and are sealed again by sweeps; afterwards the old key can be removed', async () => {
  const { exam, primary, accommodation } = await makeOld()
  const admin = callerOf(
    stack,
    JSON.parse(readFileSync(join(stack.stateDir, 'demo.json'), 'utf8')).apiCredential,
  )
  const made = await admin('POST', '/api/webhooks', {
    body: {
      url: 'https://hooks.example/',
      secret: 'correct horse battery staple',
      events: ['database.event'],
    },
  })
  expect(made.status, made.raw).toBe(201)
  const [endpoint] = await stack.db.select().from(webhookEndpoint)
  if (!endpoint) throw new Error('There is no endpoint.')
  const ofEndpoint = { purpose: 'webhook-secret', sid: endpoint.sid } as const
  await stack.db.update(webhookEndpoint).set({
    secret: await unnamed('current secret'),
    previousSecret: await sealOf(old).seal(ofEndpoint, 'before'),
  })
  const person = await makeOperator(exam.world)
  const factor = await addMfa((await signIn(person)).call)
  const apps = await stack.db.select().from(totp)
  for (const { sid, secret } of apps) {
    const clear = await both.open({ purpose: 'totp-secret', sid }, secret)
    await stack.db
      .update(totp)
      .set({ secret: await unnamed(clear) })
      .where(eq(totp.sid, sid))
  }

  expect(await shown(exam, primary.sid)).toBe('of everyone')
  expect(await shown(exam, accommodation.sid)).toBe('of one')
  await signInByCode(person, factor)

  const before = await stack.db.select().from(examConfiguration)
  const events = await stack.db.$count(event)
  expect(await reseal({ db: stack.db, sealed: both })).toEqual({ resealed: 4 + apps.length, failed: 0 })
  expect(await reseal({ db: stack.db, sealed: both })).toEqual({ resealed: 0, failed: 0 })
  expect(await stack.db.$count(event), 'a sweep is no change that anybody hears of').toBe(events)
  const dates = (rows: typeof before) =>
    rows.map(({ sid, editDate }) => `${sid} ${editDate.toISOString()}`).toSorted()
  expect(dates(await stack.db.select().from(examConfiguration))).toEqual(dates(before))

  const alone = sealOf(next)
  for (const { sid, password } of await passwordsOf(exam))
    expect(await alone.open({ purpose: 'exam-password', sid }, password ?? '')).toMatch(/^of (everyone|one)$/)
  const [swept] = await stack.db.select().from(webhookEndpoint)
  expect(await alone.open(ofEndpoint, swept?.secret ?? '')).toBe('current secret')
  expect(await alone.open(ofEndpoint, swept?.previousSecret ?? '')).toBe('before')
  for (const { sid, secret } of await stack.db.select().from(totp))
    expect(await alone.open({ purpose: 'totp-secret', sid }, secret)).toMatch(/^[A-Z2-7]+$/)
  expect(await shown(exam, primary.sid)).toBe('of everyone')
})

test('a password that is changed during a sweep keeps its new value', async () => {
  const { exam, primary, write } = await makeOld()
  const changed = await both.seal({ purpose: 'exam-password', sid: primary.sid }, 'changed meanwhile')
  const racing: Seal = {
    ...both,
    open: async (of, sealed) => {
      if (of.sid === primary.sid) await write(primary.sid, changed)
      return both.open(of, sealed)
    },
  }
  await reseal({ db: stack.db, sealed: racing })
  expect(await shown(exam, primary.sid)).toBe('changed meanwhile')
})

test('a suppression outlives the rotation: its key is sealed again, and the erased person is still refused', async () => {
  const world = await makeWorld(stack)
  const email = 'gone@school.example'
  await world.admin('DELETE', world.path(`/users/${await world.user({ email })}`))
  const own = eq(suppressionKey.installSid, world.installSid)
  const [stored] = await stack.db.select().from(suppressionKey).where(own)
  const of = { purpose: 'suppression-key', sid: world.installSid } as const
  const key = await sealOf(old).seal(of, await both.open(of, stored?.key ?? ''))
  await stack.db.update(suppressionKey).set({ key }).where(own)
  await reseal({ db: stack.db, sealed: both })
  const [resealed] = await stack.db.select().from(suppressionKey).where(own)
  expect(await sealOf(next).open(of, resealed?.key ?? '')).toBe(await both.open(of, key))
  const body = { firstName: 'Ada', lastName: 'Byron', email }
  expect((await world.admin('POST', world.path('/users'), { body })).text('code')).toBe('person_suppressed')
})

test('a text that does not open is counted and kept, and other texts are sealed again', async () => {
  const { exam, primary, accommodation, write } = await makeOld()
  const elsewhere = await sealOf(old).seal({ purpose: 'exam-password', sid: accommodation.sid }, 'moved')
  await write(primary.sid, elsewhere)
  expect(await reseal({ db: stack.db, sealed: both })).toEqual({ resealed: 1, failed: 1 })
  const [first] = await passwordsOf(exam)
  expect(first?.password).toBe(elsewhere)
  await write(primary.sid, await both.seal({ purpose: 'exam-password', sid: primary.sid }, 'mended'))
})

test('a batch of texts that do not open does not block later ones from being sealed again', async () => {
  const [one] = await stack.db.select().from(webhookEndpoint)
  if (!one) throw new Error('There is no endpoint.')
  const { sid: _, previousSecret: __, ...members } = one
  const damaged = await sealOf(old).seal({ purpose: 'webhook-secret', sid: newSid('WH') }, 'of another row')
  const rows = Array.from({ length: 250 }, () => ({ ...members, sid: newSid('WH'), secret: damaged }))
  const last = { ...members, sid: newSid('WH'), secret: await unnamed('of the last row') }
  await stack.db.insert(webhookEndpoint).values([...rows, last])
  const sids = [...rows, last].map(({ sid }) => sid)
  expect(sids.toSorted().at(-1)).toBe(last.sid)

  expect(await reseal({ db: stack.db, sealed: both })).toEqual({ resealed: 1, failed: 250 })
  const [after] = await stack.db.select().from(webhookEndpoint).where(eq(webhookEndpoint.sid, last.sid))
  expect(await sealOf(next).open({ purpose: 'webhook-secret', sid: last.sid }, after?.secret ?? '')).toBe(
    'of the last row',
  )
  await stack.db.delete(webhookEndpoint).where(inArray(webhookEndpoint.sid, sids))
})

test('one sweep seals at most 100 texts of a column again, however many could not be opened', async () => {
  const [one] = await stack.db.select().from(webhookEndpoint)
  if (!one) throw new Error('There is no endpoint.')
  const { sid: _, previousSecret: __, ...members } = one
  const damaged = await sealOf(old).seal({ purpose: 'webhook-secret', sid: newSid('WH') }, 'of another row')
  const rows = []
  for (let n = 0; n < 200; n += 1)
    rows.push({ ...members, sid: newSid('WH'), secret: n < 50 ? damaged : await unnamed(`secret ${n}`) })
  await stack.db.insert(webhookEndpoint).values(rows)
  expect(await reseal({ db: stack.db, sealed: both })).toEqual({ resealed: 100, failed: 50 })
  expect(await reseal({ db: stack.db, sealed: both })).toEqual({ resealed: 50, failed: 50 })
  const sids = rows.map(({ sid }) => sid)
  await stack.db.delete(webhookEndpoint).where(inArray(webhookEndpoint.sid, sids))
})

test('texts under an old key are found by an index', async () => {
  const { rows } = await stack.db.execute<{ indexname: string }>(
    sql`select indexname from pg_indexes where indexname like '%\\_sealed' order by indexname`,
  )
  expect(rows.map(({ indexname }) => indexname)).toEqual([
    'exam_configuration_sealed',
    'suppression_key_sealed',
    'totp_sealed',
    'webhook_endpoint_previous_sealed',
    'webhook_endpoint_sealed',
  ])
})

test('a rotation starts with one key and has three steps', () => {
  const [first, second, third] = rotateSealing(old)
  expect(first.split(',')[0]).toBe(old)
  expect(second.split(',')).toEqual(first.split(',').toReversed())
  expect(second.split(',')[0]).toBe(third)
  for (const wrong of [undefined, '', 'short', first])
    expect(() => rotateSealing(wrong)).toThrow('SEALING_KEY')
})
