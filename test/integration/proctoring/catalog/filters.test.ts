import { describe, expect, test } from 'vitest'
import { newSid } from '../../../../db/sid.ts'
import {
  change,
  kinds,
  listOf,
  make,
  makeCourse,
  membersOf,
  type Query,
  scene,
  sidsOf,
} from '../../../support/catalog.ts'

const texts = kinds.flatMap(({ kind }) => {
  const names = kind === 'enrollments' ? [] : kind === 'courses' ? ['title', 'code'] : ['title']
  return names.map(name => ({ kind, name }))
})

describe.each(texts)('$name of $kind', ({ kind, name }) => {
  const withTexts = async (values: string[]) => {
    const { course, place, world } = await scene(kind)
    for (const value of values) await make(world, place, { title: 'Other', [name]: value })
    return async (value: string) => membersOf(await listOf(course, place, { [name]: value }), name)
  }

  test('matches a part of the value, in any case', async () => {
    const finds = await withTexts(['McZoë-Ann', 'zo'])
    for (const value of ['McZoë-Ann', 'zoë', 'ZOË-A', 'ANN', 'mcz'])
      expect(await finds(value)).toEqual(['McZoë-Ann'])
    for (const value of ['zoëann', 'McZoë-Anne', 'xMcZoë']) expect(await finds(value)).toEqual([])
  })

  test('matches %, _, \\ and quotes literally', async () => {
    const literals = ['%', '_', '\\', 'a%', '_b', '%%', '\\%', "'", '"', '*', '.', '(', '+', 'a b']
    const finds = await withTexts(['plain aab', ...literals.map(value => `x${value}y`)])
    for (const value of literals) {
      const found = await finds(value)
      expect(found).toContain(`x${value}y`)
      expect(found).not.toContain('plain aab')
      for (const text of found) expect(text).toContain(value)
    }
  })
})

test('courses can be filtered by their course offering', async () => {
  const { course, world } = await scene('courses')
  const courseOfferingSid = (await make(world, '/courseOfferings', { title: 'Fall' })).text('sid')
  const inside = await makeCourse(world, { courseOfferingSid, title: 'One' })
  await makeCourse(world, { courseOfferingSid, title: 'Two' })
  expect(sidsOf(await listOf(course, '/courses', { courseOfferingSid, title: 'one' }))).toEqual([inside.sid])
  expect(sidsOf(await listOf(course, '/courses', { courseOfferingSid: newSid('CO') }))).toEqual([])
})

test('enrollments can be filtered by user, section, role and status; withdrawn ones are listed by status only', async () => {
  const { course, world, place } = await scene('enrollments')
  const [a, b] = [await course.section(), await course.section()]
  const userSid = await world.user()
  const ada = await course.enroll({ userSid, sectionSids: [a, b] })
  const bo = await course.enroll({ sectionSids: [b], role: 'instructor' })
  const cy = await course.enroll({ sectionSids: [a] })
  await change(world, 'DELETE', `${place}/${cy}`)
  const expected: [Query, string[]][] = [
    [{}, [ada, bo]],
    [{ userSid }, [ada]],
    [{ userSid: newSid('US') }, []],
    [{ sectionSid: a }, [ada]],
    [{ sectionSid: b }, [ada, bo]],
    [{ sectionSid: b, role: 'instructor' }, [bo]],
    [{ role: 'learner' }, [ada]],
    [{ status: 'withdrawn' }, [cy]],
    [{ status: 'active' }, [ada, bo]],
    [
      [
        ['status', 'active'],
        ['status', 'withdrawn'],
      ],
      [ada, bo, cy],
    ],
  ]
  for (const [query, sids] of expected)
    expect(sidsOf(await listOf(course, place, query)), JSON.stringify(query)).toEqual(sids)
})

test('exams can be filtered by type, scope and status; deleted ones are listed by status only', async () => {
  const { course, world, place } = await scene('exams')
  const open = await course.exam()
  const draft = await course.exam({ status: 'draft', type: 'Written' })
  const limited = await course.exam({ limitedScope: true, title: 'Final' })
  const gone = await course.exam({ type: 'Written' })
  await change(world, 'DELETE', `${place}/${gone}`)
  const expected: [Query, string[]][] = [
    [{}, [open, draft, limited]],
    [{ type: 'Written' }, [draft]],
    [{ type: 'Online' }, [open, limited]],
    [{ limitedScope: 'true' }, [limited]],
    [{ limitedScope: 'false' }, [open, draft]],
    [{ status: 'draft' }, [draft]],
    [{ status: 'deleted' }, [gone]],
    [{ status: 'deleted', type: 'Online' }, []],
    [
      [
        ['status', 'active'],
        ['status', 'deleted'],
      ],
      [open, limited, gone],
    ],
    [{ status: 'active', title: 'FIN' }, [limited]],
  ]
  for (const [query, sids] of expected)
    expect(sidsOf(await listOf(course, place, query)), JSON.stringify(query)).toEqual(sids)
})
