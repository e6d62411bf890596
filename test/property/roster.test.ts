// Random rosters, one after the other, against a naive reference.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sendRoster } from '../support/roster-import.ts'
import { applyMerge } from '../support/roster-merge-model.ts'
import {
  applyImport,
  emptySchool,
  type Import,
  passDay,
  personOf,
  type School,
} from '../support/roster-model.ts'
import { dayMs, expected, importRows, mergePeople, shiftDates, stored } from '../support/roster-school.ts'
import { rounds } from '../support/rounds.ts'
import { makeWorld, type World } from '../support/world.ts'

const numRuns = rounds({ quick: 4, all: 200 })
const datedRuns = rounds({ quick: 4, all: 100 })

const users = ['user-1', 'user-2', 'user-3', 'user-4']
const classes = ['class-1', 'class-2', 'class-3']
const gone = fc.integer({ min: 0, max: 4 }).map(n => n === 0)
const listing = (ids: string[], minLength = 0) =>
  fc
    .subarray(ids, { minLength })
    .chain(some => fc.tuple(...some.map(id => fc.tuple(fc.constant(id), gone))).map(rows => new Map(rows)))
const role = fc.constantFrom('learner', 'proctor', 'instructor', 'learner')
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 3 })

const day = 'a day passes' as const
type Step = Import | typeof day | { from: string; into: string }

/** Imports whose roles and memberships have an end of these. */
function generatorsWith(end: fc.Arbitrary<number | null>) {
  const roles = (size: { minLength: number; maxLength: number }) =>
    fc
      .uniqueArray(
        fc.record({ user: fc.constantFrom(...users), which: fc.constantFrom('a', 'b'), role, end, gone }),
        {
          selector: ({ user: id, which }) => `${id} ${which}`,
          ...size,
        },
      )
      .map(rows => rows.map(({ which, ...row }) => ({ ...row, id: `${row.user}-${which}` })))
  const members = fc.array(
    fc.record({
      ...{ class: fc.constantFrom(...classes), user: fc.constantFrom(...users), end, gone },
      role: fc.constantFrom('learner', 'instructor'),
    }),
    { maxLength: 8 },
  )
  const others = { isFull: fc.boolean(), classes: maybe(listing(classes)), members: maybe(members) }
  // Lists all people and all classes, because a delta creates no person.
  const first: fc.Arbitrary<Import> = fc.record({
    ...{
      ...others,
      isBulk: fc.constant(true),
      users: listing(users, users.length),
      roles: roles({ minLength: 3, maxLength: 6 }),
    },
    ...{ classes: listing(classes, classes.length), members },
  })
  const bundle: fc.Arbitrary<Import> = fc
    .record({
      ...others,
      isBulk: fc.boolean(),
      users: maybe(listing(users)),
      roles: maybe(roles({ minLength: 1, maxLength: 8 })),
    })
    // All users are listed with all of their roles.
    .map(given =>
      given.isBulk && !(given.users && given.roles)
        ? { ...given, users: undefined, roles: undefined }
        : given,
    )
  const merge = fc.record({ from: fc.constantFrom(...users), into: fc.constantFrom(...users) })
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 4, arbitrary: bundle },
    { weight: 2, arbitrary: fc.constant(day) },
    { weight: 1, arbitrary: merge },
  )
  const steps = (size: { minLength?: number; maxLength: number }) => fc.array(step, size)
  const usual = fc.tuple(first, steps({ minLength: 3, maxLength: 6 })).map(([one, rest]) => [one, ...rest])
  return { members, others, steps, usual }
}

const stepsWith = (end: fc.Arbitrary<number | null>): fc.Arbitrary<Step[]> => generatorsWith(end).usual

/** Each has one role and can be merged into another one. Then roles are over, and rows list memberships by each of the ids. */
function stepsOfLeavers(end: fc.Arbitrary<number | null>): fc.Arbitrary<Step[]> {
  const { members, others, steps } = generatorsWith(end)
  const rolesOfAll = fc.tuple(
    ...users.map(id =>
      fc.record({
        ...{ id: fc.constant(`${id}-a`), user: fc.constant(id), gone: fc.constant(false) },
        ...{ role, end: fc.constantFrom(1, 2, null) },
      }),
    ),
  )
  const all = (ids: string[]) => fc.constant(new Map(ids.map(id => [id, false])))
  const first = fc.record({
    ...{ isBulk: fc.constant(true), isFull: fc.boolean(), members },
    ...{ users: all(users), classes: all(classes), roles: rolesOfAll },
  })
  const pair = fc.shuffledSubarray(users, { minLength: 2, maxLength: 2 })
  const merge = pair.map(([from = '', into = '']) => ({ from, into }))
  const alone = { ...others, users: fc.constant(undefined), roles: fc.constant(undefined) }
  const classesAlone = fc.record({ ...alone, isBulk: fc.constant(false), members: fc.constant(undefined) })
  const membersAlone = fc.record({ ...alone, isBulk: fc.boolean(), classes: fc.constant(undefined), members })
  return fc
    .tuple(first, maybe(merge), maybe(classesAlone), membersAlone, steps({ maxLength: 2 }))
    .map(([one, merged, other, listed, rest]) => [
      ...[one, ...(merged ? [merged] : []), day, day],
      ...[...(other ? [other] : []), listed, ...rest],
    ])
}

/** In a delta, only those who exist are listed: others have roles that no roster has listed. */
function known(given: Import, school: School): Import {
  if (given.isBulk || !given.users) return given
  const exists = (id: string) => school.people.has(personOf(school, id))
  return { ...given, users: new Map([...given.users].filter(([id]) => exists(id))) }
}

const isEmpty = ({ users: people, roles, classes: groups, members }: Import) =>
  ![people, roles, groups, members].some(Boolean)

type Scene = { world: World; school: School; midnight: number }

/** Takes a step in both. Imports each bundle twice: the reference applies it once, because a repetition changes nothing. */
async function take(step: Step, { world, school, midnight }: Scene): Promise<void> {
  const compare = async () => expect(await stored(world, midnight)).toEqual(expected(school))
  if (step === day) {
    passDay(school)
    return shiftDates(world)
  }
  if ('from' in step) {
    const { from, into } = step
    if (from === into || !(school.people.has(from) && school.people.has(into))) return
    applyMerge(school, from, into)
    await mergePeople(world, from, into)
    return compare()
  }
  const rows = known(step, school)
  if (isEmpty(rows)) return
  applyImport(school, rows)
  for (const _time of ['first', 'repeated']) {
    await importRows(world, rows, midnight)
    // Over midnight the database has another day than the reference.
    fc.pre(Date.now() < midnight + dayMs)
    await compare()
  }
}

const importing = (steps: fc.Arbitrary<Step[]>) =>
  fc.asyncProperty(steps, async given => {
    const scene = {
      ...{ world: await makeWorld(), school: emptySchool() },
      midnight: Math.floor(Date.now() / dayMs) * dayMs,
    }
    await sendRoster(scene.world, { courses: [{}, {}] })
    for (const step of given) await take(step, scene)
  })

test('imports leave the people, enrollments and memberships that a naive reference leaves, and repeated ones change nothing', {
  timeout: 1_800_000,
}, async () => {
  await fc.assert(importing(stepsWith(fc.constant(null))), { numRuns })
})

test('imports with roles and memberships that end leave what a naive reference leaves, and repeated ones change nothing', {
  timeout: 1_800_000,
}, async () => {
  const end = fc.option(fc.integer({ min: 0, max: 2 }), { freq: 3 }) // null in one of `freq` values
  const steps = fc.oneof(
    { weight: 2, arbitrary: stepsWith(end) },
    { weight: 1, arbitrary: stepsOfLeavers(end) },
  )
  await fc.assert(importing(steps), { numRuns: datedRuns })
})
