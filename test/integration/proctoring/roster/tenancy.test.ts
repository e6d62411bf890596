// An import changes the records of its own install only, though all installs use the same sourcedIds.
import { beforeAll, describe, expect, test } from 'vitest'
import type { BundleOptions, Tables } from '../../../support/one-roster.ts'
import { sendRoster } from '../../../support/roster-import.ts'
import { contentsOfInstall } from '../../../support/tables.ts'
import { makeWorld, sisterOf, type World } from '../../../support/world.ts'

const school: Tables = {
  academicSessions: [{}],
  courses: [{}, {}],
  classes: [{}, {}],
  users: [{}, {}, { role: 'teacher' }],
  enrollments: [{}, { userSourcedId: 'user-2', classSourcedId: 'class-2' }],
}

type Import = { tables: Tables; query?: string; options?: BundleOptions }

async function send(world: World, { tables, query, options }: Import) {
  const body = await sendRoster(world, tables, query, options)
  expect(body).toMatchObject({ errorCount: 0 })
  return body
}

const resultsOf = async ({ admin, path }: World, rest: string) =>
  (await admin('GET', path(rest))).list('results')

/** The rows of the install, and the sections of its members, whose table does not name the install. */
async function contents(world: World) {
  const courses = await resultsOf(world, '/courses')
  const members = courses.map(({ sid }) =>
    resultsOf(world, `/courses/${sid}/enrollments?status=active,withdrawn`),
  )
  return { ...(await contentsOfInstall(world)), members: await Promise.all(members) }
}

/** An install with the school and an exam, so that its learners have sessions. */
async function imported(world: World): Promise<World> {
  await send(world, { tables: school })
  const [course] = await resultsOf(world, '/courses')
  const exam = await world.admin('POST', world.path(`/courses/${course?.['sid']}/exams`), {
    body: { title: 'Exam' },
  })
  expect(exam.status, exam.raw).toBe(201)
  return world
}

const gone = (sourcedId: string) => [{ sourcedId, status: 'tobedeleted' }]
const delta = { options: { mode: 'delta' } } as const

const imports: Record<string, Import & { changes: object }> = {
  'that makes the same records': {
    tables: school,
    changes: { courses: { created: 2 }, users: { created: 3 }, enrollments: { created: 2 } },
  },
  'that changes all of them': {
    ...delta,
    tables: {
      academicSessions: [{ title: 'Spring' }],
      courses: [{ title: 'Botany' }],
      classes: [{ title: 'Botany 001' }],
      users: [{ familyName: 'Byron' }],
      enrollments: [{ role: 'teacher' }],
    },
    changes: { courses: { updated: 1 }, users: { updated: 1 }, enrollments: { updated: 1 } },
  },
  'that deletes members': {
    ...delta,
    tables: { enrollments: [{ status: 'tobedeleted' }] },
    changes: { enrollments: { deleted: 1 } },
  },
  'that deletes a user': { ...delta, tables: { users: gone('user-2') }, changes: { users: { deleted: 1 } } },
  'that deletes a class, a course and a term': {
    ...delta,
    tables: {
      classes: gone('class-2'),
      courses: gone('course-2'),
      academicSessions: gone('session-1'),
    },
    changes: { classes: { deleted: 1 }, courses: { deleted: 1 }, academicSessions: { deleted: 1 } },
  },
  'that is complete and lists none of them': {
    query: '?mode=full',
    tables: {
      academicSessions: [{ sourcedId: 'session-9' }],
      courses: [{ sourcedId: 'course-9' }],
      classes: [{ sourcedId: 'class-9', courseSourcedId: 'course-9', termSourcedIds: 'session-9' }],
      users: [{ sourcedId: 'user-9' }],
      enrollments: [{ userSourcedId: 'user-9', classSourcedId: 'class-9' }],
    },
    changes: { courses: { created: 1, deleted: 1 }, classes: { created: 1, deleted: 1 } },
  },
}

test('an import refers to records of its own install only, even if older ones have the same sourcedIds', async () => {
  const own = await makeWorld()
  await imported(await sisterOf(own))
  await send(own, { tables: school })
  const [offering] = await resultsOf(own, '/courseOfferings')
  const courses = await resultsOf(own, '/courses')
  const course = courses.find(({ sisId }) => sisId === 'course-1')
  expect(course).toMatchObject({ courseOfferingSid: offering?.['sid'] })
  const sections = await resultsOf(own, `/courses/${course?.['sid']}/sections`)
  expect(sections.map(({ sisId }) => sisId).toSorted()).toEqual(['class-1', 'class-2'])
  const members = await resultsOf(own, `/courses/${course?.['sid']}/enrollments`)
  const users = (await resultsOf(own, '/users')).map(({ sid }) => sid)
  expect(members).toHaveLength(2)
  for (const { userSid } of members) expect(users).toContain(userSid)
})

describe('an import', () => {
  let own: World
  let others: World[]
  beforeAll(async () => {
    own = await makeWorld()
    others = [await imported(await sisterOf(own)), await imported(await makeWorld())]
  })

  test.each(Object.entries(imports))('%s does not change other installs', async (_, each) => {
    const before = await Promise.all(others.map(contents))
    expect(await send(own, each)).toMatchObject({ counts: each.changes })
    expect(await Promise.all(others.map(contents))).toEqual(before)
  })
})
