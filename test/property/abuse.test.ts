// Random changes of valid bodies: fast-check prints the seed of a failure.
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../tools/stack/stack.ts'
import { isCivil, type Target, targetIn } from '../support/abuse/target.ts'
import { anyCodePoint } from '../support/code-points.ts'
import { type Everything, makeEverything } from '../support/everything.ts'
import { rounds } from '../support/rounds.ts'
import { everyRoute, nameOf } from '../support/routes.ts'
import { ownStack, usualDatabase } from '../support/stack.ts'

const takers = everyRoute.filter(({ body, upload }) => body && !upload)
let stack: Stack
const targets = new Map<string, Promise<Target>>()
beforeAll(async () => {
  stack = await ownStack(usualDatabase)
})
afterAll(() => stack.close())

/** The operations that share a world: creating worlds takes most of the time. */
const perWorld = 10
const worlds = new Map<number, Promise<Everything>>()

function everythingFor(route: (typeof takers)[number]): Promise<Everything> {
  const at = Math.floor(takers.indexOf(route) / perWorld)
  const everything = worlds.get(at) ?? makeEverything(stack)
  worlds.set(at, everything)
  return everything
}

/** Shared by all runs. */
function targetOf(route: (typeof takers)[number]): Promise<Target> {
  const target = targets.get(nameOf(route)) ?? everythingFor(route).then(all => targetIn(all, route))
  targets.set(nameOf(route), target)
  return target
}

const anything = fc.oneof(
  fc.jsonValue({ stringUnit: anyCodePoint, maxDepth: 4 }),
  fc.string({ unit: anyCodePoint, maxLength: 300 }),
  fc.string({ unit: fc.constantFrom('\ud800', '\udc00', '\0', 'é', '%', "'", '\\', '\u202e') }),
  fc.double(),
  fc
    .date({ noInvalidDate: true, min: new Date(-8.64e15), max: new Date(8.64e15) })
    .map(date => date.toISOString()),
)

/** Changes of a body: the index of the member, the depth, and the new value. */
const changes = fc.array(
  fc.record({ at: fc.array(fc.nat(30), { minLength: 1, maxLength: 3 }), value: anything }),
  {
    minLength: 1,
    maxLength: 3,
  },
)

function changed(body: unknown, [step = 0, ...rest]: number[], value: unknown): unknown {
  if (typeof body !== 'object' || body === null) return value
  const names = Object.keys(body)
  const name = names[step % names.length]
  if (name === undefined) return value
  const inner = rest.length > 0 ? changed(Object(body)[name], rest, value) : value
  return Array.isArray(body) ? body.with(Number(name), inner) : { ...body, [name]: inner }
}

test('no random body causes a 500', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...takers), changes, async (route, made) => {
      const target = await targetOf(route)
      const body = made.reduce<unknown>((sofar, { at, value }) => changed(sofar, at, value), target.body)
      isCivil(await target.call(route.method, target.path, { body: JSON.stringify(body) }), target)
    }),
    { numRuns: rounds({ quick: 80, all: 400 }) },
  )
  expect(targets.size).toBeGreaterThan(takers.length / rounds({ quick: 4, all: 2 }))
})
