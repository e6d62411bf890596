// A learner's embed adds photos and returned work to its own session, and does nothing else with files.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { examSession } from '../../../../db/schema/session.ts'
import { attach, createFile, fileOf, png, put } from '../../../support/files.ts'
import { another } from '../../../support/session-steps.ts'
import { makeSession, type SessionWorld } from '../../../support/sessions.ts'
import { issueToken } from '../../../support/tokens.ts'
import { allow } from '../../../support/world.ts'

let own: SessionWorld
let other: SessionWorld
let configurationSid: string
beforeAll(async () => {
  own = await makeSession()
  other = await another(own)
  const path = own.path(`/courses/${own.courseSid}/exams/${own.examSid}/configurations`)
  configurationSid = String((await own.admin('GET', path)).list('results')[0]?.['sid'])
})

const embed = async (resource = '*') => (await issueToken(own, { targetUserSid: own.userSid, resource })).call

const parent = () => ({ sessionSid: own.sessionSid })
const create = async (members: object, resource?: string) =>
  (await embed(resource))('POST', own.path('/files'), { body: fileOf(members) })

test.each(['photo', 'returnedFile'])(
  'it adds a %s to its own session, in two round trips each',
  async purpose => {
    const { answer, completed } = await attach(own, { ...parent(), purpose }, { by: await embed() })
    expect([answer.roundTrips, completed.roundTrips]).toEqual([2, 2])
    expect(completed.body).toMatchObject({ purpose, sessionSid: own.sessionSid })
  },
)

test('it adds a photo if it is bound to the session or to the exam, and not if it is bound to another one', async () => {
  for (const resource of [own.sessionSid, own.examSid])
    expect((await create(parent(), resource)).status).toBe(201)
  const elsewhere = [other.sessionSid, `EX${'0'.repeat(32)}`]
  for (const resource of elsewhere) expect((await create(parent(), resource)).status).toBe(404)
})

test('the session of another learner and a configuration are 404', async () => {
  expect((await create({ sessionSid: other.sessionSid })).status).toBe(404)
  expect((await create({ examConfigurationSid: configurationSid })).status).toBe(404)
})

test('it completes no file of another learner or of a configuration', async () => {
  const call = await embed()
  for (const members of [{ sessionSid: other.sessionSid }, { examConfigurationSid: configurationSid }]) {
    const { sid, uploadUrl } = await createFile(own, members)
    await put(uploadUrl, png)
    expect((await call('POST', own.path(`/files/${sid}/complete`))).status).toBe(404)
  }
})

test('it can neither list, read nor delete files, not even its own', async () => {
  const { sid } = await createFile(own, parent())
  const call = await embed()
  const requests = [
    call('GET', own.path(`/files?sessionSid=${own.sessionSid}`)),
    call('GET', own.path(`/files/${sid}`)),
    call('DELETE', own.path(`/files/${sid}`)),
  ]
  for (const answer of await Promise.all(requests)) expect(answer.text('code')).toBe('action_not_allowed')
})

test('it adds files until an hour after the end of the attempt; staff can add them later', async () => {
  const world = await makeSession()
  const { call } = await issueToken(world, { targetUserSid: world.userSid })
  const endedAgo = (minutes: number) =>
    world.stack.db
      .update(examSession)
      .set({ status: 'Closed', endedDate: new Date(Date.now() - minutes * 60_000) })
      .where(eq(examSession.sid, world.sessionSid))
  const body = fileOf({ sessionSid: world.sessionSid, purpose: 'returnedFile' })
  const send = async (by = call) => (await by('POST', world.path('/files'), { body })).status
  await endedAgo(59)
  expect(await send()).toBe(201)
  await endedAgo(61)
  expect(await send()).toBe(409)
  expect(await send(world.admin)).toBe(201)
})

describe('a learner with other credentials', () => {
  const reading = allow(['sp:ListFiles', 'sp:ReadFile', 'sp:DeleteFile'], ['*'])

  test('reads with a token only the files of its own sessions', async () => {
    const policy = { version: '1', statements: reading }
    const { call } = await issueToken(
      own,
      { tokenType: 'api', policy, targetUserSid: own.userSid },
      (await own.credential(allow(['sp:*'], ['*']), 'learner')).call,
    )
    const mine = await attach(own, parent())
    const others = await attach(own, { sessionSid: other.sessionSid })
    const ofExam = await attach(own, { examConfigurationSid: configurationSid })
    expect((await call('GET', own.path(`/files/${mine.sid}`))).status).toBe(200)
    const listed = await call('GET', own.path(`/files?sessionSid=${own.sessionSid}`))
    expect(listed.list('results').map(({ sid }) => sid)).toContain(mine.sid)
    for (const { sid } of [others, ofExam])
      expect((await call('GET', own.path(`/files/${sid}`))).status).toBe(404)
    expect((await call('GET', own.path(`/files?sessionSid=${other.sessionSid}`))).status).toBe(404)
    expect((await call('GET', own.path('/files'))).text('code')).toBe('not_found')
    expect((await call('DELETE', own.path(`/files/${mine.sid}`))).text('code')).toBe('action_not_allowed')
  })

  test('reads nothing without a user', async () => {
    const { call } = await own.credential(reading, 'learner')
    const { sid } = await attach(own, parent())
    expect((await call('GET', own.path(`/files/${sid}`))).status).toBe(403)
    expect((await call('GET', own.path(`/files?sessionSid=${own.sessionSid}`))).status).toBe(403)
  })
})
