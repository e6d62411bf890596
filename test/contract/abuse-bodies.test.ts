// Sends abusive bodies to every operation with a body, from a caller that has the permission.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOpen } from '../../src/shared/http/route.ts'
import type { Stack } from '../../tools/stack/stack.ts'
import { inTurns } from '../support/abuse/in-turns.ts'
import { contentsAtRest, isCivil, makeTarget, type Target } from '../support/abuse/target.ts'
import { strangeTexts, values, wholes } from '../support/abuse/values.ts'
import { rotating } from '../support/rounds.ts'
import { everyRoute, nameOf } from '../support/routes.ts'
import { ownStack, usualDatabase } from '../support/stack.ts'

// Uses its own stack: rows are counted, so no other test may run on it.
let stack: Stack
beforeAll(async () => {
  stack = await ownStack(usualDatabase)
})
afterAll(() => stack.close())

const takers = everyRoute
  .filter(({ body, upload }) => body && !upload)
  .map((route, at) => ({ name: nameOf(route), route, at }))

/** Expensive bodies test code that all operations share, so each operation gets a quarter of them. */
const wholesFor = (at: number) =>
  rotating(
    Object.entries(wholes).filter(([, body], n) => body.length < 100_000 || n % 4 === at % 4),
    at,
    3,
  )
const valuesFor = (at: number) => rotating(Object.entries(values), at, 8)
const types = ['text/plain', 'application/jsonx', 'multipart/form-data; boundary=x', 'x'.repeat(3000), '/;;,']

const hole = '@@HERE@@'

/** Returns the valid body as JSON, with some members replaced. */
function bodyWith({ body = {} }: Target, members: readonly string[], value: string): string {
  const holes = Object.fromEntries(members.map(name => [name, hole]))
  return JSON.stringify({ ...body, ...holes }).replaceAll(JSON.stringify(hole), () => value)
}

const takes = ({ route: { body } }: Target, text: string) =>
  body?.safeParse(JSON.parse(text)).success ?? false

const send = (
  { call, route, path }: Target,
  body: string | Uint8Array<ArrayBuffer>,
  type = 'application/json',
) =>
  call(route.method, path, {
    body: typeof body === 'string' ? body : new Blob([body]),
    headers: { 'content-type': type },
  })

describe.each(takers)('$name', ({ route, at }) => {
  let target: Target
  beforeAll(async () => {
    target = await makeTarget(route, stack)
  })

  test('a body that the schema refuses is refused, and nothing is written', async () => {
    const members = Object.keys(target.body ?? {})
    const wrong = valuesFor(at)
      .map(([name, value]) => [name, bodyWith(target, members, value)] as const)
      .filter(([, body]) => members.length > 0 && !takes(target, body))
    const before = await contentsAtRest(stack)
    const most = isOpen(route) ? 64 * 1024 : 1024 * 1024
    await inTurns([...wrong, ...wholesFor(at)], async ([name, body]) => {
      const answer = await send(target, body)
      isCivil(answer, target)
      expect([name, answer.status]).toEqual([name, body.length > most ? 413 : 400])
    })
    await inTurns(rotating(types, at, 1), async type =>
      expect((await send(target, '{}', type)).status).toBe(415),
    )
    expect(await contentsAtRest(stack)).toEqual(before)
  })

  test('a body that the schema accepts gets a response, and texts are returned unchanged', async () => {
    const members = Object.keys(target.body ?? {})
    for (const [, value] of valuesFor(at)) {
      const taken = members.filter(name => takes(target, bodyWith(target, [name], value)))
      if (taken.length === 0) continue
      const answer = await send(target, bodyWith(target, taken, value))
      isCivil(answer, target)
      if (answer.status >= 300 || !strangeTexts.includes(JSON.parse(value))) continue
      // A sid in `id` is stored as another member.
      const kept = taken.filter(name => name !== 'id' && typeof answer.body[name] === 'string')
      for (const name of kept) expect([name, answer.body[name]]).toEqual([name, JSON.parse(value)])
    }
  })
})
