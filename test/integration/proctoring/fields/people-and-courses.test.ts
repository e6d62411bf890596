// The fields of users and of the catalogue.
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { timeZone } from '../../../../db/schema/user.ts'
import { newSid } from '../../../../db/sid.ts'
import { make, makeCourse } from '../../../support/catalog.ts'
import { bodyOf, createAndChange, type Note, prove, type Row } from '../../../support/fields.ts'
import { bundle } from '../../../support/one-roster.ts'
import { itemOf, provision } from '../../../support/provision.ts'
import { soon } from '../../../support/sessions.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const ids = { lmsId: 'L1', sisId: 'S1', apiId: 'A1', externalId: 'X1' }
const otherIds = { lmsId: 'L2', sisId: 'S2', apiId: 'A2', externalId: 'X2' }

async function zone(world: World, name: string) {
  const [row] = await world.stack.db.select().from(timeZone).where(eq(timeZone.name, name))
  if (!row) throw new Error(`There is no zone ${name}.`)
  return { timeZoneSid: row.sid, timezone: { sid: row.sid, name } }
}

/** The contact of a user, which three operations set. */
const contact = (n: number) => ({
  ...{ preferredEmail: `p${n}@school.example`, mobilePhone: `+1 555 ${n}`, homePhone: `+1 556 ${n}` },
  ...{ latitude: n, longitude: n + 1, currencyCode: ['EUR', 'USD', 'GBP'][n] ?? '' },
})

const userSteps = async (world: World, note: Note, sidOf: (sid: string) => void) => {
  const { admin, path } = world
  let sid = ''
  const read = async () => (sid ? bodyOf(await admin('GET', path(`/users/${sid}/profile`))) : undefined)
  const put = (setter: string, rest: string, body: Row, also: Row) =>
    note(setter, {
      ...{ read, expected: { ...body, ...also } },
      act: async () => {
        const answer = await admin('PUT', path(`/users/${sid}${rest}`), { body })
        expect(answer.status, answer.raw).toBe(200)
      },
    })
  const [berlin, paris, rome] = [
    await zone(world, 'Europe/Berlin'),
    await zone(world, 'Europe/Paris'),
    await zone(world, 'Europe/Rome'),
  ]
  const { apiId: _, ...given } = ids
  const created = {
    ...{ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@school.example', username: 'ada' },
    ...{ enabled: true, ...given, ...contact(0), timeZoneSid: berlin.timeZoneSid },
  }
  await note('createUser', {
    ...{
      read,
      expected: {
        ...created,
        ...berlin,
        role: 'learner',
        authentication: { username: 'ada', passwordSet: true },
      },
    },
    act: async () => {
      const body = { ...created, password: 'Correct4horse!' }
      sid = String(bodyOf(await admin('POST', path('/users'), { body }))['sid'])
      sidOf(sid)
    },
  })
  const changed = {
    ...{ firstName: 'Grace', lastName: 'Hopper', email: 'grace@school.example', username: 'grace' },
    ...{ enabled: false, role: 'proctor', address: 'A street', locale: 'de-AT', ...otherIds, ...contact(1) },
    timeZoneSid: paris.timeZoneSid,
  }
  const named = { ...paris, authentication: { username: 'grace', passwordSet: true } }
  const identity = { sid: null, enrollmentSid: null, locale: 'de-AT' }
  await put('updateUser', '', changed, { ...named, identity })
  await put('updateUser', '', { helpdeskUserId: 'H-1' }, {})
  const [svcId, svcIdEnrollmentSid] = [newSid('IU'), newSid('IE')]
  const profile = {
    ...{ address: 'Another street', ...contact(2), timeZoneSid: rome.timeZoneSid },
    ...{ maxTravelDistance: 12, maxTravelDistanceUnits: 'miles', svcId, svcIdEnrollmentSid },
  }
  const linked = { sid: svcId, enrollmentSid: svcIdEnrollmentSid, locale: 'de-AT' }
  await put('updateUserProfile', '/profile', profile, { ...rome, svcId: { sid: svcId }, identity: linked })
  return read
}

prove('User', async note => {
  const world = await makeWorld()
  const { admin, path } = world
  let userSid = ''
  const read = await userSteps(world, note, sid => {
    userSid = sid
  })
  const course = await makeCourse(world, { title: 'Algebra' })
  await note('createEnrollment', {
    ...{ read, expected: { course: { sid: course.sid, title: 'Algebra' } } },
    act: () => course.enroll({ userSid }),
  })
  const examSid = await course.exam({ title: 'Final', configuration: { duration: 60 } })
  const sessions = (await admin('GET', path(`/exams/${examSid}/sessions`))).list('results')
  await note('scheduleSession', {
    ...{ read, expected: { exam: { sid: examSid, title: 'Final' } } },
    act: async () => {
      const body = { appointmentDate: soon(60) }
      bodyOf(await admin('POST', path(`/exams/${examSid}/sessions/${sessions[0]?.['sid']}`), { body }))
    },
  })
  const synced = { lastEnrollmentSync: expect.any(String) }
  const user = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@school.example', ids: { lms: 'L2' } }
  await note('provisionRecords', {
    ...{ read, expected: synced },
    act: () => provision(world, itemOf('sync', { user })),
  })
  const tables = { users: [{ sourcedId: 'S2', givenName: 'Grace' }], enrollments: [{ userSourcedId: 'S2' }] }
  await note('importRoster', {
    ...{ read, expected: synced },
    act: async () => {
      const body = new Blob([
        bundle({ ...tables, ...{ academicSessions: [{}], courses: [{}], classes: [{}] } }),
      ])
      bodyOf(
        await admin('POST', path('/provision/oneroster'), {
          body,
          headers: { 'content-type': 'application/zip' },
        }),
      )
    },
  })
})

prove('Suppression', async note => {
  const { admin, path, user } = await makeWorld()
  const userSid = await user({ lmsId: 'L1' })
  await note('eraseUser', {
    read: async () => (await admin('GET', path('/suppressions'))).list('results')[0],
    act: async () => bodyOf(await admin('DELETE', path(`/users/${userSid}`))),
    expected: {},
  })
})

prove('CourseOffering', async note => {
  const world = await makeWorld()
  const dates = (year: number) => ({
    startDate: `${year}-09-01T00:00:00.000Z`,
    endDate: `${year}-12-31T00:00:00.000Z`,
  })
  await createAndChange(world, note, {
    place: '/courseOfferings',
    create: [
      ...(['createCourseOffering', { title: 'Fall', matchStrings: ['F'], ...dates(2026), ...ids }] as const),
      { installSid: world.installSid },
    ],
    update: ['updateCourseOffering', { title: 'Spring', matchStrings: ['S'], ...dates(2027), ...otherIds }],
  })
})

prove('Course', async note => {
  const world = await makeWorld()
  const offering = async () => (await make(world, '/courseOfferings', { title: 'Fall' })).text('sid')
  const members = { title: 'Algebra', code: 'A 1', courseOfferingSid: await offering(), ...ids }
  const changes = { title: 'Analysis', code: 'A 2', courseOfferingSid: await offering(), ...otherIds }
  await createAndChange(world, note, {
    place: '/courses',
    create: ['createCourse', members, { installSid: world.installSid }],
    update: ['updateCourse', changes],
  })
})

prove('Section', async note => {
  const world = await makeWorld()
  const { sid: courseSid } = await makeCourse(world)
  await createAndChange(world, note, {
    place: `/courses/${courseSid}/sections`,
    create: ['createSection', { title: 'A', ...ids }, { courseSid, installSid: world.installSid }],
    update: ['updateSection', { title: 'B', ...otherIds }],
  })
})

prove('Enrollment', async note => {
  const world = await makeWorld()
  const course = await makeCourse(world)
  const { sid: courseSid } = course
  const userSid = await world.user()
  const place = `/courses/${courseSid}/enrollments`
  const members = { userSid, role: 'learner', sectionSids: [await course.section()], ...ids }
  const changes = { role: 'instructor', sectionSids: [await course.section()], ...otherIds }
  const { sid, read } = await createAndChange(world, note, {
    place,
    create: ['createEnrollment', members, { courseSid, installSid: world.installSid, status: 'active' }],
    update: ['updateEnrollment', changes],
  })
  await note('deleteEnrollment', {
    ...{ read, expected: { status: 'withdrawn' } },
    act: () => world.admin('DELETE', world.path(`${place}/${sid}`)),
  })
})
