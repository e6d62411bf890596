// Changes of files while their configuration changes, on a real Postgres.
import { expect, test } from 'vitest'
import { uuidFromSid } from '../../../../db/sid.ts'
import type { Answer } from '../../../support/client.ts'
import { createFile, fileOf, pdf, put } from '../../../support/files.ts'
import { heldStack } from '../../../support/held.ts'
import { addLearners } from '../../../support/session-crowd.ts'
import { makeSession, type SessionWorld } from '../../../support/sessions.ts'
import { sidOf } from '../../../support/tokens.ts'
import { allow } from '../../../support/world.ts'

const held = heldStack()

const configurationsOf = ({ path, courseSid, examSid }: SessionWorld) =>
  path(`/courses/${courseSid}/exams/${examSid}/configurations`)

const lockOf = (sid: string) =>
  `select from exam_configuration where sid = '${uuidFromSid(sidOf('EC', sid))}' for update`

const upload = (url: string) => put(url, pdf, { contentType: 'application/pdf' })

const answerOf = (result: Answer | Error | undefined): Answer => {
  if (result === undefined || result instanceof Error) throw result
  return result
}

test('a file that is created while its accommodation moves belongs to the learner to whom it moves', async () => {
  const { stack, whileHeld } = held()
  const world = await makeSession({}, stack)
  const [second] = await addLearners(world, 1)
  if (!second) throw new Error('Nobody was enrolled.')
  const path = configurationsOf(world)
  const made = await world.admin('POST', path, { body: { enrollmentSid: world.enrollmentSid } })
  const accommodation = made.text('sid')
  const [moved, created] = (
    await whileHeld(
      lockOf(accommodation),
      () => world.admin('PUT', `${path}/${accommodation}`, { body: { enrollmentSid: second.enrollmentSid } }),
      () =>
        world.admin('POST', world.path('/files'), { body: fileOf({ examConfigurationSid: accommodation }) }),
    )
  ).map(answerOf)
  expect([moved?.status, created?.status]).toEqual([200, 201])
  const sid = created?.text('sid')
  await upload(created?.text('uploadUrl') ?? '')
  await world.admin('POST', world.path(`/files/${sid}/complete`))
  expect((await world.admin('DELETE', world.path(`/users/${world.userSid}`))).status).toBe(200)
  expect((await second.read()).body['examFile']).toMatchObject({ sid })
})

test('the deletion of a file by an instructor revokes the approval if the file is completed meanwhile', async () => {
  const { stack, whileHeld } = held()
  const world = await makeSession({}, stack)
  await world.admin('PUT', world.path('/settings'), { body: { requireManagerExamApproval: true } })
  const { call } = await world.credential(allow(['sp:*'], ['*']), 'instructor')
  const [primary] = (await world.admin('GET', configurationsOf(world))).list('results')
  const examConfigurationSid = String(primary?.['sid'])
  const path = `${configurationsOf(world)}/${examConfigurationSid}`
  const { sid, uploadUrl } = await createFile(world, { examConfigurationSid })
  await upload(uploadUrl)
  await world.admin('POST', `${path}/approve`)
  const answers = await whileHeld(
    lockOf(examConfigurationSid),
    () => world.admin('POST', world.path(`/files/${sid}/complete`)),
    () => call('DELETE', world.path(`/files/${sid}`)),
  )
  expect(answers.map(answer => answerOf(answer).status)).toEqual([200, 200])
  expect((await world.admin('GET', path)).body).toMatchObject({ approved: false, examFiles: [] })
})
