// A record of another tenant or under another course is not found: it cannot be read, changed or referred to.
import { describe, expect, test } from 'vitest'
import { user } from '../../../../db/schema/user.ts'
import { newSid } from '../../../../db/sid.ts'
import {
  type Course,
  isBelowCourse,
  type KindOf,
  kinds,
  make,
  makeCourse,
  placeOf,
} from '../../../support/catalog.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { rotating } from '../../../support/rounds.ts'
import { sidOf } from '../../../support/tokens.ts'
import { makeWorld, sisterOf, type World } from '../../../support/world.ts'

type Thing = { of: KindOf; course: Course; sid: string }

const makeThing = async (of: KindOf, course: Course): Promise<Thing> => {
  const answer = await make(course.world, placeOf(of.kind, course), await of.minimal(course))
  return { of, course, sid: answer.text('sid') }
}

/** Expects 404 for GET, PUT and DELETE of a wrong path, and an unchanged record. */
async function unreachable(thing: Thing, caller: World, rests: string[]) {
  const { world } = thing.course
  const path = world.path(`${placeOf(thing.of.kind, thing.course)}/${thing.sid}`)
  const before = await world.admin('GET', path)
  expect(before.status).toBe(200)
  // One method for each path, in turn by kind of record; contract/tenants tests all of them.
  for (const [at, rest] of rests.entries())
    for (const method of rotating(['GET', 'PUT', 'DELETE'], kinds.indexOf(thing.of) + at, 1)) {
      const body = method === 'PUT' ? { lmsId: 'taken' } : undefined
      problemOf(await caller.admin(method, rest, { body }), 404)
    }
  expect((await world.admin('GET', path)).body).toEqual(before.body)
}

describe.each(kinds)('$kind', of => {
  const isBelow = isBelowCourse(of.kind)

  test('an unknown sid, or one of another kind of record, is 404', async () => {
    const mine = await makeCourse(await makeWorld())
    const unknown = [newSid('CU'), mine.world.installSid].map(sid => of.prefix + sid.slice(2))
    const paths = unknown.map(sid => mine.world.path(`${placeOf(of.kind, mine)}/${sid}`))
    await unreachable(await makeThing(of, mine), mine.world, paths)
  })

  test('a record of another account is 404, by its own path and by a path with some own sids', async () => {
    const [mine, theirs] = [await makeCourse(await makeWorld()), await makeCourse(await makeWorld())]
    const thing = await makeThing(of, theirs)
    const places = [placeOf(of.kind, mine), placeOf(of.kind, theirs)]
    await unreachable(thing, mine.world, [
      ...places.map(place => mine.world.path(`${place}/${thing.sid}`)),
      ...places.map(place => theirs.world.path(`${place}/${thing.sid}`)),
    ])
  })

  test('a record of another install of the account is 404 under this one', async () => {
    const world = await makeWorld()
    const mine = await makeCourse(world)
    const theirs = await makeCourse(await sisterOf(world))
    const thing = await makeThing(of, theirs)
    await unreachable(thing, world, [
      world.path(`${placeOf(of.kind, theirs)}/${thing.sid}`),
      world.path(`${placeOf(of.kind, mine)}/${thing.sid}`),
      ...(isBelow ? [theirs.world.path(`${placeOf(of.kind, mine)}/${thing.sid}`)] : []),
    ])
  })

  test('a list contains only records of the install and the course', async () => {
    const world = await makeWorld()
    const mine = await makeCourse(world)
    const others = [await makeCourse(await sisterOf(world)), await makeCourse(await makeWorld())]
    if (isBelow) others.push(await makeCourse(world))
    for (const other of others) await makeThing(of, other)
    const { sid } = await makeThing(of, mine)
    const list = await world.admin('GET', world.path(placeOf(of.kind, mine)))
    const expected = of.kind === 'courses' ? [mine.sid, sid] : [sid]
    expect(list.list('results').map(result => result['sid'])).toEqual(expected)
    expect(list.count('total')).toBe(expected.length)
  })
})

describe.each(kinds.filter(({ kind }) => isBelowCourse(kind)))('$kind', of => {
  test('a record in another course of the install is 404 under this one', async () => {
    const world = await makeWorld()
    const [mine, other] = [await makeCourse(world), await makeCourse(world)]
    const thing = await makeThing(of, other)
    await unreachable(thing, world, [world.path(`${placeOf(of.kind, mine)}/${thing.sid}`)])
  })

  test('an unknown course, or one of another account or install, is 404 to list and to add to', async () => {
    const world = await makeWorld()
    const mine = await makeCourse(world)
    const second = await makeCourse(await sisterOf(world))
    const foreign = await makeCourse(await makeWorld())
    const body = await of.minimal(mine)
    for (const courseSid of [newSid('CU'), second.sid, foreign.sid]) {
      const path = world.path(`/courses/${courseSid}/${of.kind}`)
      problemOf(await world.admin('GET', path), 404)
      problemOf(await world.admin('POST', path, { body }), 404)
    }
    for (const { world: owner, at } of [second, foreign])
      expect((await owner.admin('GET', owner.path(at(`/${of.kind}`)))).count('total')).toBe(0)
  })
})

describe('a body that refers to a record outside the install is 400 with the path, and writes nothing:', () => {
  test('courseOfferingSid of a course', async () => {
    const world = await makeWorld()
    const course = await makeCourse(world)
    const second = await sisterOf(world)
    for (const owner of [second, await makeWorld(), undefined]) {
      const courseOfferingSid = owner
        ? (await make(owner, '/courseOfferings', { title: 'Theirs' })).text('sid')
        : newSid('CO')
      const body = { title: 'Mine', courseOfferingSid }
      expect(badPaths(await world.admin('POST', world.path('/courses'), { body }))).toEqual([
        'courseOfferingSid',
      ])
      expect(badPaths(await world.admin('PUT', world.path(course.at()), { body }))).toEqual([
        'courseOfferingSid',
      ])
    }
    const list = await world.admin('GET', world.path('/courses'))
    expect(list.list('results')).toMatchObject([{ title: 'Biology', courseOfferingSid: null }])
  })

  test('userSid of an enrollment, also of an erased user', async () => {
    const world = await makeWorld()
    const course = await makeCourse(world)
    const erased = newSid('US')
    await world.stack.db.insert(user).values({
      ...{ sid: erased, installSid: sidOf('AI', world.installSid), erasedDate: new Date() },
      ...{ firstName: '', lastName: '', email: '' },
    })
    const users = [
      erased,
      newSid('US'),
      await (await sisterOf(world)).user(),
      await (await makeWorld()).user(),
    ]
    for (const userSid of users) {
      const answer = await world.admin('POST', world.path(course.at('/enrollments')), { body: { userSid } })
      expect(badPaths(answer)).toEqual(['userSid'])
    }
    expect((await world.admin('GET', world.path(course.at('/enrollments')))).count('total')).toBe(0)
  })

  test('sectionSids of an enrollment, also of another course, each by its index', async () => {
    const world = await makeWorld()
    const course = await makeCourse(world)
    const own = await course.section()
    const others = [
      await makeCourse(world),
      await makeCourse(await sisterOf(world)),
      await makeCourse(await makeWorld()),
    ]
    const wrong = [newSid('SE'), ...(await Promise.all(others.map(other => other.section())))]
    const enrolled = await course.enroll()
    const path = world.path(course.at('/enrollments'))
    const userSid = await world.user()
    for (const sectionSid of wrong) {
      const sectionSids = [own, sectionSid]
      expect(badPaths(await world.admin('POST', path, { body: { userSid, sectionSids } }))).toEqual([
        'sectionSids.1',
      ])
      const updated = await world.admin('PUT', `${path}/${enrolled}`, {
        body: { sectionSids, role: 'instructor' },
      })
      expect(badPaths(updated)).toEqual(['sectionSids.1'])
    }
    const all = await world.admin('POST', path, { body: { userSid, sectionSids: wrong } })
    expect(badPaths(all).toSorted()).toEqual(wrong.map((_, at) => `sectionSids.${at}`))
    const list = await world.admin('GET', path)
    expect(list.list('results')).toMatchObject([{ sid: enrolled, sectionSids: [], role: 'learner' }])
  })
})
