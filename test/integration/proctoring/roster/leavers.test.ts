// Who leaves with a roster, and which files of a bundle are read.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { enrollment } from '../../../../db/schema/catalog.ts'
import { user } from '../../../../db/schema/user.ts'
import { change, make } from '../../../support/catalog.ts'
import { type BundleOptions, bundle, type Tables } from '../../../support/one-roster.ts'
import { itemOf, provision } from '../../../support/provision.ts'
import { classOfTwo, sendRoster } from '../../../support/roster-import.ts'
import { sidOf } from '../../../support/tokens.ts'
import { makeWorld, type World } from '../../../support/world.ts'

/** `sisId enabled enrollment`, sorted. */
async function people({ stack: { db }, installSid }: World): Promise<string[]> {
  const rows = await db
    .select({ sisId: user.sisId, enabled: user.enabled, status: enrollment.status })
    .from(user)
    .leftJoin(enrollment, eq(enrollment.userSid, user.sid))
    .where(eq(user.installSid, sidOf('AI', installSid)))
  return rows.map(({ sisId, enabled, status }) => `${sisId} ${enabled} ${status}`).toSorted()
}

const nothing = { created: 0, updated: 0, deleted: 0 }
const left = ['user-1 true active', 'user-2 false withdrawn']
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Imports the classOfTwo, then the change twice: who leaves is disabled and withdrawn, and the repetition changes nothing. */
async function leaves(change: Tables, query: string, options: BundleOptions = {}) {
  const world = await makeWorld()
  await sendRoster(world, classOfTwo, '', options)
  await sendRoster(world, change, query, options)
  expect(await people(world)).toEqual(left)
  const { counts } = await sendRoster(world, change, query, options)
  expect(counts).toMatchObject({ users: nothing, enrollments: nothing })
  expect(await people(world)).toEqual(left)
}

test('a user whom a full import does not list leaves, even if enrollments.csv still lists the membership', async () => {
  const { enrollments = [] } = classOfTwo
  await leaves({ ...classOfTwo, users: [{}], enrollments: [enrollments[0] ?? {}] }, '?mode=full')
})

test('a user who is tobedeleted leaves, even if the membership is listed', async () => {
  await leaves({ ...classOfTwo, users: [{}, { status: 'tobedeleted' }] }, '?mode=full')
})

test('a user who is tobedeleted leaves, even if the role of the row is not imported', async () => {
  const users = [{ sourcedId: 'user-2', status: 'tobedeleted', role: 'guardian' }]
  await leaves({ users }, '', { mode: 'delta' })
})

test('an enrollment that is tobedeleted is withdrawn, even if the role of the user is not imported any more', async () => {
  const world = await makeWorld()
  await sendRoster(world, classOfTwo)
  const change: Tables = {
    users: [{ sourcedId: 'user-2', role: 'guardian' }],
    enrollments: [{ sourcedId: 'enrollment-2', userSourcedId: 'user-2', status: 'tobedeleted' }],
  }
  const { counts, skipped } = await sendRoster(world, change, '', { mode: 'delta' })
  expect(counts).toMatchObject({ users: nothing, enrollments: { ...nothing, deleted: 1 } })
  expect(skipped).toEqual({ users: 1, enrollments: 0 })
  expect(await people(world)).toEqual(['user-1 true active', 'user-2 true withdrawn'])
})

test('a user whose roles are over leaves', async () => {
  const roles = (endDate: string) => [{}, { userSourcedId: 'user-2', endDate }]
  const world = await makeWorld()
  await sendRoster(world, { ...classOfTwo, roles: roles(day(5)) }, '', { version: '1.2' })
  expect(await people(world)).toEqual(['user-1 true active', 'user-2 true active'])
  await sendRoster(world, { ...classOfTwo, roles: roles(day(-3)) }, '', { version: '1.2' })
  expect(await people(world)).toEqual(left)
})

test('an enrollment that is over is withdrawn, and the user stays', async () => {
  const world = await makeWorld()
  const enrollments = (endDate: string) => [{}, { userSourcedId: 'user-2', endDate }]
  await sendRoster(world, { ...classOfTwo, enrollments: enrollments(day(5)) })
  expect(await people(world)).toEqual(['user-1 true active', 'user-2 true active'])
  for (const deleted of [1, 0]) {
    const { counts } = await sendRoster(world, { ...classOfTwo, enrollments: enrollments(day(-3)) })
    expect(counts).toMatchObject({ enrollments: { ...nothing, deleted } })
    expect(await people(world)).toEqual(['user-1 true active', 'user-2 true withdrawn'])
  }
})

test('the names of files have any case, and files that OneRoster does not define are named', async () => {
  const world = await makeWorld()
  const { strFromU8, strToU8, unzipSync, zipSync } = await import('fflate')
  const files = unzipSync(bundle(classOfTwo))
  const renamed = Object.fromEntries(Object.entries(files).map(([name, file]) => [name.toUpperCase(), file]))
  expect(strFromU8(renamed['USERS.CSV'] ?? new Uint8Array())).toContain('user-1')
  const zip = zipSync({ ...renamed, 'student.csv': strToU8('a'), '__MACOSX/._users.csv': strToU8('b') })
  const answer = await world.admin('POST', world.path('/provision/oneroster'), {
    ...{ body: new Blob([Uint8Array.from(zip)]), headers: { 'content-type': 'application/zip' } },
  })
  expect(answer.body).toMatchObject({ counts: { users: { created: 2 } }, unknownFiles: ['student.csv'] })
})

test('a course without an offering gets the one whose match string is in its title or code', async () => {
  const world = await makeWorld()
  const offering = (await make(world, '/courseOfferings', { title: 'Fall', matchStrings: ['-26FA'] })).text(
    'sid',
  )
  const none = (await make(world, '/courseOfferings', { title: 'None' })).text('sid')
  const read = async (sid: string) =>
    (await world.admin('GET', world.path(`/courses/${sid}`))).body['courseOfferingSid']
  const item = (name: string, course: object) =>
    itemOf(name, { course: { title: 'Biology', ids: { lms: name }, ...course } })
  const offeringOf = async (name: string, course: object) =>
    read((await provision(world, item(name, course))).sids.course)
  expect(await offeringOf('one', { code: 'BIO-26fa' })).toBe(offering)
  expect(await offeringOf('two', { title: 'Biology -26FA' })).toBe(offering)
  expect(await offeringOf('three', { code: 'BIO-26FA', courseOfferingSid: none })).toBe(none)
  expect(await offeringOf('four', { code: 'BIO-26FA', courseOfferingSid: null })).toBe(null)
  const later = await provision(world, item('five', { code: 'BIO-27SP' }))
  expect(await read(later.sids.course)).toBe(null)
  await change(world, 'PUT', `/courseOfferings/${none}`, { matchStrings: ['27sp'] })
  expect(await offeringOf('five', { code: 'BIO-27SP' })).toBe(none)
  await sendRoster(world, { courses: [{ sourcedId: 'c', courseCode: 'CHE-26FA' }] })
  const listed = await world.admin('GET', world.path('/courses?sisId=c'))
  expect(listed.list('results')).toMatchObject([{ courseOfferingSid: offering }])
})

test('a membership in a class of a deleted course is reported, since nothing can be enrolled there', async () => {
  const world = await makeWorld()
  await sendRoster(world, classOfTwo)
  const [course] = (await world.admin('GET', world.path('/courses'))).list('results')
  expect((await world.admin('DELETE', world.path(`/courses/${course?.['sid']}`))).status).toBe(200)
  const answer = await sendRoster(world, { enrollments: [{ sourcedId: 'enrollment-9' }] }, '', {
    mode: 'delta',
  })
  expect(answer).toMatchObject({
    errorCount: 1,
    errors: [{ file: 'enrollments.csv', line: 2, column: 'classSourcedId', code: 'unresolved_reference' }],
  })
})

test('a row that adds a class to an enrollment and changes its role is counted once', async () => {
  const world = await makeWorld()
  await sendRoster(world, { ...classOfTwo, classes: [{}, {}] })
  const enrollments = [{ sourcedId: 'enrollment-9', classSourcedId: 'class-2', role: 'teacher' }]
  const { counts } = await sendRoster(world, { enrollments }, '', { mode: 'delta' })
  expect(counts).toMatchObject({ enrollments: { created: 1, updated: 0, unchanged: 0, deleted: 0 } })
})

test('a class that is deleted does not decide the term of its course', async () => {
  const world = await makeWorld()
  const classes = [
    { status: 'tobedeleted', termSourcedIds: 'session-1' },
    { status: 'active', termSourcedIds: 'session-2' },
  ]
  await sendRoster(world, { academicSessions: [{}, {}], courses: [{}], classes })
  const listed = async (path: string) => (await world.admin('GET', world.path(path))).list('results')
  const [course] = await listed('/courses')
  const second = (await listed('/courseOfferings')).find(({ sisId }) => sisId === 'session-2')
  expect(course).toMatchObject({ courseOfferingSid: second?.['sid'] })
})

test('a class whose term the same bundle deletes is reported', async () => {
  const world = await makeWorld()
  await sendRoster(world, { ...classOfTwo, academicSessions: [{}, {}] })
  const change: Tables = {
    academicSessions: [{ status: 'tobedeleted' }],
    classes: [{ title: 'Renamed' }, { termSourcedIds: 'session-2' }],
  }
  expect(await sendRoster(world, change, '', { mode: 'delta' })).toMatchObject({
    counts: { academicSessions: { deleted: 1 }, classes: { created: 1, updated: 0 } },
    errorCount: 1,
    errors: [{ file: 'classes.csv', line: 2, column: 'termSourcedIds', code: 'unresolved_reference' }],
  })
})

test('a class of a course that the same bundle deletes is reported, and so are its enrollments', async () => {
  const world = await makeWorld()
  await sendRoster(world, classOfTwo)
  const deletion: Tables = {
    courses: [{ status: 'tobedeleted' }],
    classes: [{ sourcedId: 'class-9' }],
    enrollments: [{ classSourcedId: 'class-9' }],
  }
  const answer = await sendRoster(world, deletion, '', { mode: 'delta' })
  expect(answer).toMatchObject({
    counts: { courses: { ...nothing, deleted: 1 }, classes: nothing, enrollments: nothing },
    errorCount: 2,
    errors: [
      { file: 'classes.csv', line: 2, column: 'courseSourcedId', code: 'unresolved_reference' },
      { file: 'enrollments.csv', line: 2, column: 'classSourcedId', code: 'unresolved_reference' },
    ],
  })
})

test('an enrollment in an imported class of a course that the bundle deletes is reported', async () => {
  const world = await makeWorld()
  await sendRoster(world, { ...classOfTwo, users: [{}, {}, {}] })
  const deletion: Tables = {
    courses: [{ status: 'tobedeleted' }],
    enrollments: [{ userSourcedId: 'user-3' }],
  }
  expect(await sendRoster(world, deletion, '', { mode: 'delta' })).toMatchObject({
    counts: { courses: { ...nothing, deleted: 1 }, enrollments: nothing },
    errorCount: 1,
    errors: [{ file: 'enrollments.csv', line: 2, column: 'classSourcedId', code: 'unresolved_reference' }],
  })
})

test.each<[string, Tables]>([
  ['a user', { users: [{ sourcedId: 'user-2', status: 'tobedeleted' }] }],
  [
    'an enrollment',
    { enrollments: [{ sourcedId: 'enrollment-2', userSourcedId: 'user-2', status: 'tobedeleted' }] },
  ],
])(
  '%s that is tobedeleted while the course is deleted does not return with the course',
  async (_, leaver) => {
    const world = await makeWorld()
    await sendRoster(world, classOfTwo)
    const [course] = (await world.admin('GET', world.path('/courses'))).list('results')
    await change(world, 'DELETE', `/courses/${course?.['sid']}`)
    await sendRoster(world, leaver, '', { mode: 'delta' })
    await change(world, 'POST', `/courses/${course?.['sid']}/restore`)
    const enrolled = (await people(world)).filter(person => person.endsWith(' active'))
    expect(enrolled).toEqual(['user-1 true active'])
  },
)

test('a user whom the bundle that deletes the course deletes too does not return with the course', async () => {
  const world = await makeWorld()
  await sendRoster(world, classOfTwo)
  const [course] = (await world.admin('GET', world.path('/courses'))).list('results')
  const deletion = { status: 'tobedeleted' }
  const gone: Tables = { courses: [deletion], users: [{ sourcedId: 'user-2', ...deletion }] }
  await sendRoster(world, gone, '', { mode: 'delta' })
  await change(world, 'POST', `/courses/${course?.['sid']}/restore`)
  expect(await people(world)).toEqual(left)
})
