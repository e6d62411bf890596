import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sessionEvent } from '../../../../db/schema/event.ts'
import { addMfa, askedForCode, makeInstallUser, resetLink, signIn } from '../../../support/platform.ts'
import { needsReview, run } from '../../../support/session-steps.ts'
import { makeSession, soon } from '../../../support/sessions.ts'
import { changingNoRow } from '../../../support/tables.ts'
import { sidOf } from '../../../support/tokens.ts'
import { makeWorld } from '../../../support/world.ts'

// No data can be written about an erased person, and no sign-in data remains.

test('erasure finds the person among contacts, in any case and by either address', async () => {
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

test('erasure deletes the sign-in data of a user: sessions, challenges, the app, its recovery codes, links and addresses', async () => {
  const world = await makeWorld()
  const person = await makeInstallUser(world)
  const { call } = await signIn(person)
  await addMfa(call)
  await askedForCode(person)
  await resetLink(person)
  const uuid = person.id.slice(2)
  const stored = async () => {
    const tables = ['sign_in_session', 'mfa_challenge', 'totp', 'recovery_code', 'password_reset']
    const counts = tables.map(
      table =>
        sql`(select count(*)::int from ${sql.identifier(table)} where user_sid = ${uuid}::uuid) as ${sql.identifier(table)}`,
    )
    const addresses = sql`(select count(*)::int from sign_in_event
      where user_sid = ${uuid}::uuid and coalesce(address, user_agent) is not null) as addresses`
    return (await world.stack.db.execute(sql`select ${sql.join([...counts, addresses], sql`, `)}`)).rows[0]
  }
  const before = Object.entries((await stored()) ?? {})
  expect(before).toHaveLength(6)
  for (const [name, count] of before) expect(count, name).toBeGreaterThan(0)
  expect((await world.admin('DELETE', world.path(`/users/${person.id}`))).status).toBe(200)
  expect(await stored()).toEqual(Object.fromEntries(before.map(([name]) => [name, 0])))
})

test('an accommodation keeps its enrollment, so that erasure finds it, and takes no texts afterwards', async () => {
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
  const again = await world.admin('PUT', `${path}/${sid}`, { body: { studentNotes: 'Ada needs breaks' } })
  expect([again.status, again.text('code')]).toEqual([409, 'user_erased'])
})

test('an erased user cannot be enrolled, accommodated or renamed: 409 user_erased', async () => {
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

test('to the sessions of an erased user nothing is written that can contain personal data: 409; their review and incidents can end', async () => {
  const world = await makeSession(needsReview)
  const ahead = await makeSession({}, world.stack)
  for (const step of ['schedule', 'start', 'end'] as const) await run(world, step)
  const annotation = { type: 'note', startOffsetMs: 1, text: 'Ada looks away' }
  const annotated = await world.admin('POST', world.at('/annotations'), { body: annotation })
  expect(annotated.status, annotated.raw).toBe(201)
  const kind = { name: 'Phone', opensIncident: true }
  const type = await world.admin('POST', world.path('/eventTypes'), { body: kind })
  const title = { eventTypeSid: type.text('sid'), title: 'Ada' }
  const event = await world.admin('POST', world.at('/events'), { body: title })
  for (const { admin, path, userSid } of [world, ahead])
    expect((await admin('DELETE', path(`/users/${userSid}`))).status).toBe(200)
  const recording = { startedAt: soon(-1), url: 'https://recordings.example/ada' }
  await changingNoRow(world, async () => {
    for (const [method, rest, body] of [
      ['PUT', '/recording', recording],
      ['POST', '/annotations', annotation],
      ['PUT', `/annotations/${annotated.text('sid')}`, { text: 'Ada' }],
      ['POST', '/events', title],
      [
        'PUT',
        `/events/${event.text('sid')}`,
        { status: 'Resolved', correctiveActionDetails: 'Ada was warned' },
      ],
      ['POST', '/review', { outcome: 'passed', notes: 'Ada' }],
    ] as const) {
      const refused = await world.admin(method, world.at(rest), { body })
      expect([refused.status, refused.text('code')], rest).toEqual([409, 'user_erased'])
    }
    for (const [method, rest, body] of [
      ['POST', '/systemCheck', { passed: true, platformVersion: "Ada's phone" }],
      ['PUT', '/partner', { url: 'https://exams.example/ada' }],
      ['PUT', '/externalAppointment', { id: 'ada' }],
    ] as const)
      expect((await ahead.admin(method, ahead.at(rest), { body })).status, rest).toBe(409)
  })
  const resolved = await world.admin('PUT', world.at(`/events/${event.text('sid')}`), {
    body: { status: 'Resolved' },
  })
  expect(resolved.status, resolved.raw).toBe(200)
  const passed = await world.admin('POST', world.at('/review'), { body: { outcome: 'passed' } })
  expect(passed.text('status'), passed.raw).toBe('Closed')
})
