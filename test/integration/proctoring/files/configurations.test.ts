// Exam files and attachments of configurations.
import { beforeAll, expect, test } from 'vitest'
import type { Call } from '../../../support/client.ts'
import { attach, createFile, fileOf, gone, isStored, pdf, put } from '../../../support/files.ts'
import { addLearners } from '../../../support/session-crowd.ts'
import { makeSession, type SessionWorld } from '../../../support/sessions.ts'
import { allow } from '../../../support/world.ts'

type Configured = SessionWorld & { configurationSid: string; configurations: string }

async function makeConfigured(): Promise<Configured> {
  const world = await makeSession()
  const configurations = world.path(`/courses/${world.courseSid}/exams/${world.examSid}/configurations`)
  const [primary] = (await world.admin('GET', configurations)).list('results')
  return { ...world, configurations, configurationSid: String(primary?.['sid']) }
}

let world: Configured
beforeAll(async () => {
  world = await makeConfigured()
})

const read = ({ admin, configurations, configurationSid }: Configured) =>
  admin('GET', `${configurations}/${configurationSid}`)

const attachmentOf = ({ configurationSid }: Configured, members: object = {}) => ({
  examConfigurationSid: configurationSid,
  purpose: 'attachment',
  ...members,
})

test('exam files are listed in the configuration; the newest one is that of the sessions', async () => {
  const own = await makeConfigured()
  const parent = { examConfigurationSid: own.configurationSid }
  const first = await attach(own, { ...parent, name: 'first.pdf' })
  const { sid } = await attach(own, { ...parent, name: 'second.pdf' })
  const second = { sid, name: 'second.pdf', contentType: 'application/pdf', size: pdf.length }
  expect((await read(own)).body['examFiles']).toEqual([
    { ...second, sid: first.sid, name: 'first.pdf' },
    second,
  ])
  expect((await own.read()).body['examFile']).toEqual(second)
})

test('the exam file of an accommodation is that of its learner', async () => {
  const own = await makeConfigured()
  await attach(own, { examConfigurationSid: own.configurationSid })
  const accommodation = await own.admin('POST', own.configurations, {
    body: { enrollmentSid: own.enrollmentSid },
  })
  const { sid } = await attach(own, {
    examConfigurationSid: accommodation.text('sid'),
    name: 'large-print.pdf',
  })
  expect((await own.read()).body['examFile']).toMatchObject({ sid, name: 'large-print.pdf' })
  expect((await own.admin('DELETE', `${own.configurations}/${accommodation.text('sid')}`)).status).toBe(200)
  await gone(own, sid)
  expect((await own.read()).body['examFile']).toMatchObject({ name: 'exam.pdf' })
})

test('the files of an accommodation that moves to another learner outlive the erasure of the first one', async () => {
  const own = await makeConfigured()
  const [second] = await addLearners(own, 1)
  if (!second) throw new Error('Nobody was enrolled.')
  const accommodation = await own.admin('POST', own.configurations, {
    body: { enrollmentSid: own.enrollmentSid },
  })
  const examConfigurationSid = accommodation.text('sid')
  const { sid } = await attach(own, { examConfigurationSid })
  const moved = await own.admin('PUT', `${own.configurations}/${examConfigurationSid}`, {
    body: { enrollmentSid: second.enrollmentSid },
  })
  expect([moved.status, moved.roundTrips], moved.raw).toEqual([200, 2])
  expect((await own.admin('DELETE', own.path(`/users/${own.userSid}`))).status).toBe(200)
  expect((await second.read()).body['examFile']).toMatchObject({ sid })
  await own.admin('DELETE', own.path(`/users/${second.userSid}`))
  await gone(own, sid)
})

test('an uploaded attachment is an entry of the configuration, with the address of its file', async () => {
  const own = await makeConfigured()
  const { sid } = await attach(own, attachmentOf(own, { name: 'formulas.pdf' }))
  const attachmentUrl = new URL(own.path(`/files/${sid}`), own.stack.baseUrl).href
  const entry = { attachmentUrl, attachmentAwsTitle: 'formulas.pdf' }
  expect((await read(own)).body['attachments']).toEqual([entry])

  // Another configuration that is sent with the entry keeps the file; without the entry, it is deleted.
  const replace = (attachments: object[]) =>
    own.admin('PUT', `${own.configurations}/${own.configurationSid}`, { body: { duration: 60, attachments } })
  const web = { attachmentUrl: 's3://bucket/key', attachmentAwsTitle: null }
  expect((await replace([entry, web])).body['attachments']).toEqual([entry, web])
  expect(await isStored(own, sid)).toBe(true)
  expect((await replace([web])).body['attachments']).toEqual([web])
  expect((await own.admin('GET', own.path(`/files/${sid}`))).status).toBe(404)
  await own.stack.runScheduled('proctoring')
  expect(await isStored(own, sid)).toBe(false)
})

test('deleting an attachment removes its entry, and only that', async () => {
  const own = await makeConfigured()
  const first = await attach(own, attachmentOf(own, { name: 'first.pdf' }))
  await attach(own, attachmentOf(own, { name: 'second.pdf' }))
  const deleted = await own.admin('DELETE', own.path(`/files/${first.sid}`))
  expect([deleted.status, deleted.roundTrips]).toEqual([200, 2])
  expect((await read(own)).body['attachments']).toMatchObject([{ attachmentAwsTitle: 'second.pdf' }])
  await gone(own, first.sid)
})

const everything = allow(['sp:*'], ['*'])

test('an instructor cannot change the files of a locked configuration; an administrator can', async () => {
  const own = await makeConfigured()
  const { call } = await own.credential(everything, 'instructor')
  const parent = { examConfigurationSid: own.configurationSid }
  const { sid, uploadUrl } = await createFile(own, parent, call)
  await put(uploadUrl, pdf, { contentType: 'application/pdf' })
  await own.admin('POST', `${own.configurations}/${own.configurationSid}/lock`)
  const accommodation = await own.admin('POST', own.configurations, {
    body: { enrollmentSid: own.enrollmentSid },
  })
  const requests = (by: Call) => [
    by('POST', own.path('/files'), { body: fileOf(parent) }),
    by('POST', own.path('/files'), {
      body: fileOf({ examConfigurationSid: accommodation.text('sid') }),
    }),
    by('POST', own.path(`/files/${sid}/complete`)),
    by('DELETE', own.path(`/files/${sid}`)),
  ]
  for (const answer of await Promise.all(requests(call)))
    expect([answer.status, answer.text('code')]).toEqual([403, 'action_not_allowed'])
  expect((await own.admin('POST', own.path(`/files/${sid}/complete`))).status).toBe(200)
  expect((await own.admin('DELETE', own.path(`/files/${sid}`))).status).toBe(200)
})

test("an instructor's file revokes the approval where the install requires it; that of an administrator does not", async () => {
  const own = await makeConfigured()
  await own.admin('PUT', own.path('/settings'), { body: { requireManagerExamApproval: true } })
  const approved = async () => (await read(own)).body['approved']
  const parent = { examConfigurationSid: own.configurationSid }
  await own.admin('POST', `${own.configurations}/${own.configurationSid}/approve`)
  await attach(own, parent)
  expect(await approved()).toBe(true)
  const { call } = await own.credential(everything, 'instructor')
  const { sid } = await attach(own, parent, { by: call })
  expect(await approved()).toBe(false)
  await own.admin('POST', `${own.configurations}/${own.configurationSid}/approve`)
  await call('DELETE', own.path(`/files/${sid}`))
  expect(await approved()).toBe(false)
})

test("an instructor's file that was not completed keeps the approval when it is deleted", async () => {
  const own = await makeConfigured()
  await own.admin('PUT', own.path('/settings'), { body: { requireManagerExamApproval: true } })
  const { call } = await own.credential(everything, 'instructor')
  const { sid } = await createFile(own, { examConfigurationSid: own.configurationSid }, call)
  await own.admin('POST', `${own.configurations}/${own.configurationSid}/approve`)
  expect((await call('DELETE', own.path(`/files/${sid}`))).status).toBe(200)
  expect((await read(own)).body['approved']).toBe(true)
})

test.each(['proctor', 'learner'] as const)('a %s cannot add files to a configuration', async role => {
  const { call } = await world.credential(everything, role)
  const body = fileOf({ examConfigurationSid: world.configurationSid })
  expect((await call('POST', world.path('/files'), { body })).text('code')).toBe('action_not_allowed')
})

test('of simultaneous completions of one attachment one adds an entry', async () => {
  const own = await makeConfigured()
  const { sid, uploadUrl } = await createFile(own, attachmentOf(own))
  await put(uploadUrl, pdf, { contentType: 'application/pdf' })
  const complete = () => own.admin('POST', own.path(`/files/${sid}/complete`))
  const answers = await Promise.all([complete(), complete(), complete(), complete()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await read(own)).body['attachments']).toHaveLength(1)
})
