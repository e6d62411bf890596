// Deleted files are gone from the bucket: by request, by age, and with an erased person.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { batch } from '../../../../db/client.ts'
import { file, objectDeletion } from '../../../../db/schema/file.ts'
import { examSession } from '../../../../db/schema/session.ts'
import { keyOf } from '../../../../src/proctoring/bucket.ts'
import { attach, createFile, fileOf, gone, isStored, pdf, png, put } from '../../../support/files.ts'
import { makeSession, type SessionWorld } from '../../../support/sessions.ts'
import { sidOf } from '../../../support/tokens.ts'
import { makeWorld } from '../../../support/world.ts'

const day = 24 * 60 * 60_000

const rowsOf = ({ stack, installSid }: SessionWorld) => stack.db.$count(file, eq(file.installSid, installSid))

const isQueued = async ({ stack, installSid }: SessionWorld, sid: string) =>
  (await stack.db.$count(
    objectDeletion,
    eq(objectDeletion.key, keyOf({ installSid, sid: sidOf('FI', sid) })),
  )) === 1

test('a deleted file is 404, and its content and its download URL are gone', async () => {
  const world = await makeSession()
  const { sid, completed } = await attach(world, { sessionSid: world.sessionSid })
  expect(await isStored(world, sid)).toBe(true)
  const path = world.path(`/files/${sid}`)
  expect((await world.admin('DELETE', path)).status).toBe(200)
  expect((await world.admin('GET', path)).status).toBe(404)
  expect((await world.admin('DELETE', path)).status).toBe(404)
  expect((await fetch(completed.text('downloadUrl'))).status).toBe(404)
  await gone(world, sid)
  expect((await world.read()).body['photos']).toEqual([])
})

test('erasing a user deletes the files of its sessions and accommodations, and no others', async () => {
  const world = await makeSession()
  const { admin, path, courseSid, examSid, enrollmentSid, sessionSid } = world
  const configurations = path(`/courses/${courseSid}/exams/${examSid}/configurations`)
  const primary = String((await admin('GET', configurations)).list('results')[0]?.['sid'])
  const accommodation = await admin('POST', configurations, { body: { enrollmentSid } })
  const copied = { referenceExamConfigurationSid: primary }
  const copy = (await admin('POST', configurations, { body: copied })).text('sid')
  const ofCopy = await attach(world, { examConfigurationSid: copy })
  // The copy becomes an accommodation after it got its file.
  const assigned = await admin('PUT', `${configurations}/${copy}`, { body: { enrollmentSid } })
  expect(assigned.body, assigned.raw).toMatchObject({ enrollmentSid, examFiles: [{ sid: ofCopy.sid }] })
  const own = [
    ofCopy,
    await attach(world, { sessionSid }),
    await attach(world, { sessionSid, purpose: 'returnedFile' }),
    await attach(world, { examConfigurationSid: accommodation.text('sid') }),
    await attach(world, { examConfigurationSid: accommodation.text('sid'), purpose: 'attachment' }),
  ]
  const incomplete = await createFile(world, { sessionSid })
  await put(incomplete.uploadUrl, png)
  const ofExam = await attach(world, { examConfigurationSid: primary })

  expect((await admin('DELETE', path(`/users/${world.userSid}`))).status).toBe(200)
  for (const { sid } of [...own, incomplete]) {
    expect((await admin('GET', path(`/files/${sid}`))).status).toBe(404)
    await gone(world, sid)
  }
  expect(await rowsOf(world)).toBe(1)
  expect(await isStored(world, ofExam.sid)).toBe(true)
  const refused = await admin('POST', path('/files'), { body: fileOf({ sessionSid }) })
  expect([refused.status, refused.text('code')]).toEqual([409, 'session_state_conflict'])
})

test('an upload that races an erasure leaves no content', async () => {
  for (let round = 0; round < 5; round += 1) {
    const world = await makeSession()
    const created = await createFile(world, { sessionSid: world.sessionSid })
    const [, erased] = await Promise.all([
      put(created.uploadUrl, png),
      world.admin('DELETE', world.path(`/users/${world.userSid}`)),
      world.admin('POST', world.path('/files'), { body: fileOf({ sessionSid: world.sessionSid }) }),
    ])
    expect(erased.status).toBe(200)
    expect(await rowsOf(world)).toBe(0)
    await gone(world, created.sid)
  }
})

test('a deletion that no request completes is completed by the scheduled work, again after the last possible upload', async () => {
  const world = await makeSession()
  const { sid } = await attach(world, { sessionSid: world.sessionSid })
  const { db, runScheduled, bucket } = world.stack
  const key = keyOf({ installSid: world.installSid, sid })
  const minutes = (count: number) => new Date(Date.now() + count * 60_000)
  await batch(db, {
    deleted: db.delete(file).where(eq(file.sid, sid)), // as a process that is killed after the transaction
    // Only the scheduled work of the test: requests of other tests may delete objects just now.
    delayed: db
      .update(objectDeletion)
      .set({ dueDate: minutes(5) })
      .where(eq(objectDeletion.key, key)),
  })
  expect(await isStored(world, sid)).toBe(true)
  await runScheduled('proctoring', minutes(5))
  expect(await isStored(world, sid)).toBe(false)
  expect(await isQueued(world, sid)).toBe(true)

  await (await bucket()).put(key, new Blob([png]) as unknown as ReadableStream)
  await runScheduled('proctoring', minutes(10))
  expect(await isStored(world, sid), 'not due').toBe(true)
  await runScheduled('proctoring', minutes(26))
  expect([await isStored(world, sid), await isQueued(world, sid)]).toEqual([false, false])
})

test('an upload that was not completed is deleted after a day', async () => {
  const world = await makeSession()
  const { sid, uploadUrl } = await createFile(world, { sessionSid: world.sessionSid })
  await put(uploadUrl, png)
  const kept = await attach(world, { sessionSid: world.sessionSid })
  await world.stack.sweep(new Date(Date.now() + day - 60_000))
  expect(await rowsOf(world)).toBe(2)
  await world.stack.sweep(new Date(Date.now() + day + 60_000))
  await world.stack.runScheduled('proctoring')
  expect([await isStored(world, sid), await isStored(world, kept.sid)]).toEqual([false, true])
})

test('files of a closed session are deleted after the retention period; those of an open one and of an exam are not', async () => {
  const world = await makeSession()
  const open = await makeSession()
  const configurations = world.path(`/courses/${world.courseSid}/exams/${world.examSid}/configurations`)
  const primary = String((await world.admin('GET', configurations)).list('results')[0]?.['sid'])
  const { sid } = await attach(world, { sessionSid: world.sessionSid })
  const others = [
    await attach(open, { sessionSid: open.sessionSid }),
    await attach(world, { examConfigurationSid: primary }, { content: pdf }),
  ]
  const { db, sweep, runScheduled } = world.stack
  await db.update(examSession).set({ status: 'Closed' }).where(eq(examSession.sid, world.sessionSid))
  await sweep(new Date(Date.now() + 399 * day))
  expect(await isStored(world, sid)).toBe(true)
  await sweep(new Date(Date.now() + 401 * day))
  await runScheduled('proctoring')
  expect(await isStored(world, sid)).toBe(false)
  expect([await isStored(open, others[0]?.sid ?? sid), await isStored(world, others[1]?.sid ?? sid)]).toEqual(
    [true, true],
  )
})

test("another tenant's file is 404 for every operation, and a foreign session or configuration of a new file 400", async () => {
  const world = await makeSession()
  const { admin, path } = await makeWorld()
  const { sid } = await attach(world, { sessionSid: world.sessionSid })
  for (const [method, rest] of [
    ['GET', ''],
    ['POST', '/complete'],
    ['DELETE', ''],
  ] as const)
    expect((await admin(method, path(`/files/${sid}${rest}`))).status).toBe(404)
  expect((await admin('GET', path(`/files?sessionSid=${world.sessionSid}`))).list('results')).toEqual([])
  const created = await admin('POST', path('/files'), { body: fileOf({ sessionSid: world.sessionSid }) })
  expect(created.list('errors')).toMatchObject([{ path: 'sessionSid', code: 'unknown_sid' }])
})
