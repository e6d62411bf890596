// Facts that the descriptions of the OpenAPI document state about sessions, annotations, configurations and batches.

import { expect, test } from 'vitest'
import { makeSession, soon } from '../../support/sessions.ts'
import { makeWorld } from '../../support/world.ts'

test('no operation sets the reserved members of a session, from the appointment to its end', async () => {
  const { act, read } = await makeSession()
  await act('POST', '', { appointmentDate: soon(10) })
  await act('POST', '/start')
  await act('POST', '/end')
  expect((await read()).body).toMatchObject({
    ...{ recordingStartDate: null, systemCheckEndDate: null, mandatoryRoomScanVideo: false },
  })
})

test('redeeming an onboarding link, not reading it, sets the start of the system check', async () => {
  const { act, admin, at, read } = await makeSession()
  await act('POST', '', { appointmentDate: soon(10) })
  const link = (await admin('GET', at('/onboard'))).text('url')
  expect((await read()).body['systemCheckStartDate']).toBeNull()
  expect((await admin('POST', new URL(link).pathname)).status).toBe(200)
  expect((await read()).body['systemCheckStartDate']).toMatch(/Z$/)
})

test('a muted annotation stays in the list, and is in the record of the session', async () => {
  const { act, admin, at, read } = await makeSession()
  await act('POST', '', { appointmentDate: soon(10) })
  await act('POST', '/start')
  for (const muted of [true, undefined])
    await admin('POST', at('/annotations'), { body: { type: 'gaze-away', startOffsetMs: 1000, muted } })
  const listed = (await admin('GET', at('/annotations'))).list('results')
  expect(listed.map(annotation => annotation['muted']).toSorted()).toEqual([false, true])
  const { sid, ...muted } = listed.find(annotation => annotation['muted']) ?? {}
  expect((await read()).list('mutedAnnotations')).toMatchObject([
    { sid, type: muted['type'], startOffsetMs: 1000, text: null },
  ])
})

test('an unset permitted item is false in a primary configuration, and null in an accommodation, where that of the primary applies', async () => {
  const { admin, path, courseSid, examSid, enrollmentSid } = await makeSession({
    configuration: { permittedNotes: true },
  })
  const configurations = path(`/courses/${courseSid}/exams/${examSid}/configurations`)
  const [primary] = (await admin('GET', `${configurations}?type=primary`)).list('results')
  expect(primary).toMatchObject({ permittedNotes: true, permittedTextbook: false })
  const accommodation = await admin('POST', configurations, { body: { enrollmentSid, duration: 90 } })
  expect(accommodation.body).toMatchObject({ permittedNotes: null, permittedTextbook: null })
  const effective = path(`/enrollments/${enrollmentSid}/exams/${examSid}/configuration`)
  expect((await admin('GET', effective)).body).toMatchObject({
    ...{ permittedNotes: true, permittedTextbook: false, duration: 90 },
  })
})

test('a batch applies the items around one that conflicts or is malformed', async () => {
  const { admin, path } = await makeWorld()
  const course = (api: string) => ({ course: { ids: { api }, title: api } })
  const user = (api: string) => ({
    ...course('one'),
    user: {
      ...{ ids: { api }, firstName: 'Ada', lastName: api, email: `${api}@school.example` },
      username: 'ada',
    },
  })
  const titles = async () =>
    (await admin('GET', path('/courses?sortKeys=title'))).list('results').map(each => each['title'])
  const items = [user('first'), { ...user('second'), ...course('two') }, { course: {} }, course('three')]
  const applied = await admin('POST', path('/provision/batch'), { body: { items } })
  expect(applied.list('results').map(({ result }) => result === 'Refused')).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(await titles()).toEqual(['one', 'three'])
})
