import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sessionEvent } from '../../../../db/schema/event.ts'
import { makeSession, soon } from '../../../support/sessions.ts'
import { sidOf } from '../../../support/tokens.ts'

// What may be written about a person who was erased: nothing.

test('the erased are found as contacts in any case and by either address', async () => {
  const world = await makeSession()
  const addresses = { email: 'Pam@School.example', preferredEmail: 'pam@home.example' }
  const pam = await world.user(addresses)
  const type = await world.admin('POST', world.path('/eventTypes'), { body: { name: 'Noise' } })
  const sids = await Promise.all(
    ['pam@SCHOOL.example', 'PAM@home.example'].map(async contactEmail => {
      const body = { eventTypeSid: type.text('sid'), title: 'Noise', contactEmail, contactPerson: 'Pam' }
      return (await world.admin('POST', world.at('/events'), { body })).text('sid')
    }),
  )
  await world.admin('DELETE', world.path(`/users/${pam}`))
  for (const sid of sids) {
    const rows = await world.stack.db
      .select()
      .from(sessionEvent)
      .where(eq(sessionEvent.sid, sidOf('ER', sid)))
    expect(rows).toMatchObject([{ contactEmail: null, contactPerson: null }])
  }
})

test('an accommodation stays somebody’s, so that erasure finds it', async () => {
  const world = await makeSession()
  const { courseSid, examSid, enrollmentSid } = world
  const path = world.path(`/courses/${courseSid}/exams/${examSid}/configurations`)
  const body = { enrollmentSid, studentNotes: 'Needs breaks', url: 'https://ada.example/', password: 'ada' }
  const sid = (await world.admin('POST', path, { body })).text('sid')
  const detached = await world.admin('PUT', `${path}/${sid}`, { body: { ...body, enrollmentSid: null } })
  expect(detached.body).toMatchObject({ enrollmentSid, studentNotes: 'Needs breaks' })
  await world.admin('DELETE', world.path(`/users/${world.userSid}`))
  const { body: read } = await world.admin('GET', `${path}/${sid}`)
  expect(read).toMatchObject({ studentNotes: null, url: null, password: null })
})

test('nobody enrolls, accommodates or renames the erased: 409 user_erased', async () => {
  const world = await makeSession()
  const { courseSid, examSid, enrollmentSid, userSid } = world
  await world.act('POST', '', { appointmentDate: soon(60) })
  await world.admin('DELETE', world.path(`/users/${userSid}`))
  const enrollment = world.path(`/courses/${courseSid}/enrollments/${enrollmentSid}`)
  const configurations = world.path(`/courses/${courseSid}/exams/${examSid}/configurations`)
  const answers = [
    await world.admin('PUT', enrollment, { body: { externalId: 'ada@school.example' } }),
    await world.admin('POST', configurations, { body: { enrollmentSid, studentNotes: 'Ada' } }),
  ]
  expect(answers.map(answer => [answer.status, answer.text('code')])).toEqual([
    [409, 'user_erased'],
    [409, 'user_erased'],
  ])
})
