// The event types and proctor types that the verification returns.
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { eventType } from '../../../db/schema/event.ts'
import { proctorType } from '../../../db/schema/proctoring.ts'
import { newSid } from '../../../db/sid.ts'
import { pairOf, verify } from '../../support/sts.ts'
import { issueToken, sidOf } from '../../support/tokens.ts'
import { makeWorld, sisterOf, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

async function listOf(elementType: string, name: 'eventTypes' | 'proctorTypes') {
  const embed = await issueToken(world, { elementType, targetUserSid: await world.user() })
  return (await verify(world.stack, pairOf(embed))).list(name)
}

const makeEventType = async (name: string, by = world): Promise<string> =>
  (await by.admin('POST', by.path('/eventTypes'), { body: { name } })).text('sid')

test('event types are by name, without retired ones, those of the system and those of another install', async () => {
  const [noise, aid, retired] = [
    await makeEventType('Noise'),
    await makeEventType('Aid'),
    await makeEventType('Old'),
  ]
  await makeEventType('Foreign', await sisterOf(world))
  await world.stack.db
    .update(eventType)
    .set({ retiredDate: new Date() })
    .where(eq(eventType.sid, sidOf('ET', retired)))
  expect(await listOf('proctoring-session', 'eventTypes')).toEqual([
    { sid: aid, name: 'Aid' },
    { sid: noise, name: 'Noise' },
  ])
})

test('proctor types are by name, without retired ones', async () => {
  const before = await listOf('exam-session', 'proctorTypes')
  const [first, ...others] = before
  await world.stack.db
    .update(proctorType)
    .set({ retiredDate: new Date() })
    .where(eq(proctorType.sid, sidOf('TS', String(first?.['sid']))))
  expect(await listOf('exam-session', 'proctorTypes')).toEqual(others)
  const names = before.map(({ name }) => String(name))
  expect(names).toEqual(names.toSorted())
})

test('at most 100 event types are returned: the first by name', async () => {
  const numbers = Array.from({ length: 101 }, (_, n) => `A ${String(n).padStart(3, '0')}`)
  await world.stack.db
    .insert(eventType)
    .values(numbers.map(name => ({ sid: newSid('ET'), installSid: world.installSid, name })))
  const names = (await listOf('proctoring-session', 'eventTypes')).map(({ name }) => name)
  expect(names).toEqual(numbers.slice(0, 100))
})
