import { describe, expect, test } from 'vitest'
import { isBelowCourse, type KindOf, kinds, make, makeCourse, placeOf } from '../../../support/catalog.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { rotating } from '../../../support/rounds.ts'
import { makeWorld } from '../../../support/world.ts'

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

/** A course, and the path of the records of this kind in it. */
async function scene({ kind }: KindOf) {
  const world = await makeWorld()
  const course = await makeCourse(world)
  return { world, course, place: placeOf(kind, course) }
}

/** Members of every response besides those of the body. */
const framed = ({ kind, prefix }: KindOf, installSid: string, courseSid: string) => ({
  sid: expect.stringMatching(new RegExp(`^${prefix}[a-f0-9]{32}$`)),
  installSid,
  ...(isBelowCourse(kind) && { courseSid }),
  createdDate: instant,
  editDate: instant,
  ...(kind === 'exams' && {
    cancellationPolicySid: null,
    proctorGroupSid: null,
    reviewProcessSid: null,
    reviewCompleteNotificationUrl: null,
    examConfigurationSid: expect.stringMatching(/^EC[a-f0-9]{32}$/),
    configuration: expect.objectContaining({ type: 'primary', enrollmentSid: null, locked: false }),
  }),
})

describe.each(kinds)('$kind', of => {
  test('a create with the required members returns 201, and null or the default for the others', async () => {
    const { world, course, place } = await scene(of)
    const body = await of.minimal(course)
    const created = await make(world, place, body)
    expect(created.roundTrips).toBeLessThanOrEqual(2)
    expect(created.body).toEqual({ ...framed(of, world.installSid, course.sid), ...of.absent, ...body })
    expect(created.body['editDate']).toBe(created.body['createdDate'])
  })

  test('a create with all members returns 201 with all of them', async () => {
    const { world, course, place } = await scene(of)
    const body = { ...(await of.minimal(course)), ...(await of.rest(course)) }
    const created = await make(world, place, body)
    expect(created.roundTrips).toBeLessThanOrEqual(2)
    expect(created.body).toEqual({ ...framed(of, world.installSid, course.sid), ...of.absent, ...body })
  })

  test('a create with null for an optional member is the same as without it', async () => {
    const { world, course, place } = await scene(of)
    const nulls = Object.fromEntries(Object.entries(of.absent).filter(([, value]) => value === null))
    const created = await make(world, place, { ...(await of.minimal(course)), ...nulls })
    expect(created.body).toMatchObject(of.absent)
  })

  test('the record of a create equals that of a read and of the list, each in one round trip', async () => {
    const { world, course, place } = await scene(of)
    const body = { ...(await of.minimal(course)), ...(await of.rest(course)) }
    const created = await make(world, place, body)
    const read = await world.admin('GET', world.path(`${place}/${created.text('sid')}`))
    expect(read).toMatchObject({ status: 200, roundTrips: 1 })
    expect(read.body).toEqual(created.body)
    const list = await world.admin('GET', world.path(`${place}?sisId=S/1`))
    expect(list).toMatchObject({ status: 200, roundTrips: 1 })
    const { configuration, ...item } = created.body
    expect(list.list('results')).toEqual([item])
  })

  test('a create without a required member is 400 and names it', async () => {
    const { world, course, place } = await scene(of)
    const [name = ''] = Object.keys(await of.minimal(course))
    expect(badPaths(await world.admin('POST', world.path(place), { body: {} }))).toEqual([name])
  })

  test('an update changes the sent members only, in at most 2 round trips', async () => {
    const { world, course, place } = await scene(of)
    let before = await make(world, place, await of.minimal(course))
    const path = world.path(`${place}/${before.text('sid')}`)
    const title = of.kind === 'enrollments' ? {} : { title: 'Another' }
    for (const [name, value] of Object.entries({ ...title, ...(await of.rest(course)) })) {
      const updated = await world.admin('PUT', path, { body: { [name]: value } })
      expect(updated.status, updated.raw).toBe(200)
      expect(updated.roundTrips).toBeLessThanOrEqual(2)
      const changed = { [name]: value, editDate: instant }
      const shown = of.kind === 'exams' ? { configuration: expect.anything() } : {}
      expect(updated.body).toEqual({ ...before.body, ...changed, ...shown })
      expect(updated.text('editDate') >= before.text('editDate')).toBe(true)
      expect((await world.admin('GET', path)).body).toEqual(updated.body)
      before = updated
    }
  })

  test('null in an update clears a member, and an empty update changes nothing', async () => {
    const { world, course, place } = await scene(of)
    const body = { ...(await of.minimal(course)), ...(await of.rest(course)) }
    const before = await make(world, place, body)
    const path = world.path(`${place}/${before.text('sid')}`)
    const empty = await world.admin('PUT', path, { body: {} })
    expect(empty.status).toBe(200)
    expect({ ...empty.body, editDate: null }).toEqual({ ...before.body, editDate: null })
    const nulls = Object.fromEntries(Object.entries(of.absent).filter(([, value]) => value === null))
    const cleared = await world.admin('PUT', path, { body: nulls })
    const shown = of.kind === 'exams' ? { configuration: expect.anything() } : {}
    expect(cleared.body).toEqual({ ...before.body, ...nulls, ...shown, editDate: instant })
    expect((await world.admin('GET', path)).body).toEqual(cleared.body)
  })

  const fixed = ['sid', 'installSid', 'courseSid', 'createdDate', 'editDate']
  test.each(rotating(fixed, kinds.indexOf(of), 2))(
    'an update of %s is 400 and names it, and so is a create with it',
    async name => {
      const { world, course, place } = await scene(of)
      const body = await of.minimal(course)
      const created = await make(world, place, body)
      const path = world.path(`${place}/${created.text('sid')}`)
      const value = created.body[name] ?? course.sid
      expect(badPaths(await world.admin('PUT', path, { body: { [name]: value } }))).toEqual([name])
      const again = { ...(await of.minimal(course)), [name]: value }
      expect(badPaths(await world.admin('POST', world.path(place), { body: again }))).toEqual([name])
      expect((await world.admin('GET', path)).body).toEqual(created.body)
    },
  )

  test('an update with one invalid member changes nothing', async () => {
    const { world, course, place } = await scene(of)
    const created = await make(world, place, await of.minimal(course))
    const path = world.path(`${place}/${created.text('sid')}`)
    expect(badPaths(await world.admin('PUT', path, { body: { lmsId: 'L', sisId: 1 } }))).toEqual(['sisId'])
    expect((await world.admin('GET', path)).body).toEqual(created.body)
  })

  test('a delete returns 200 with a JSON string in at most 2 round trips, and the record is no longer listed', async () => {
    const { world, course, place } = await scene(of)
    const body = { ...(await of.minimal(course)), lmsId: 'gone' }
    const sid = (await make(world, place, body)).text('sid')
    const other = (await make(world, place, await of.minimal(course))).text('sid')
    const deleted = await world.admin('DELETE', world.path(`${place}/${sid}`))
    expect(deleted.status).toBe(200)
    expect(deleted.roundTrips).toBeLessThanOrEqual(2)
    expect(deleted.json).toEqual(expect.stringMatching(/./))
    expect((await world.admin('GET', world.path(`${place}?lmsId=gone`))).count('total')).toBe(0)
    expect((await world.admin('GET', world.path(`${place}/${other}`))).status).toBe(200)
  })
})

test.each(['courseOfferings', 'courses', 'sections'] as const)(
  'a deleted record of %s is 404 to read, to update and to delete again',
  async kind => {
    const world = await makeWorld()
    const course = await makeCourse(world)
    const place = placeOf(kind, course)
    const path = world.path(`${place}/${(await make(world, place, { title: 'Gone' })).text('sid')}`)
    expect((await world.admin('DELETE', path)).status).toBe(200)
    for (const method of ['GET', 'PUT', 'DELETE'])
      problemOf(
        await world.admin(method, path, { body: method === 'PUT' ? { title: 'Back' } : undefined }),
        404,
      )
  },
)

test('two records can have the same title and code', async () => {
  const world = await makeWorld()
  const body = { title: 'Twin', code: 'T' }
  const sids = [await make(world, '/courses', body), await make(world, '/courses', body)]
  expect(new Set(sids.map(answer => answer.text('sid'))).size).toBe(2)
})
