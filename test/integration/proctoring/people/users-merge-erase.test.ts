// A person who was merged from several users is erased with what identified each of them.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { duplicateId } from '../../../../db/schema/duplicate-id.ts'
import { sessionEvent } from '../../../../db/schema/event.ts'
import { newSid } from '../../../../db/sid.ts'
import { makeSession } from '../../../support/sessions.ts'
import { ofEach, tablesWith } from '../../../support/tables.ts'
import { sidOf } from '../../../support/tokens.ts'
import { makeWorld } from '../../../support/world.ts'

test('erasing a person erases and suppresses also the addresses and ids of the users that were merged into it', async () => {
  const world = await makeSession()
  const { admin, path } = world
  const oldest = await world.user({ email: 'Formerly.Ada@School.example', sisId: 'formerly-ada-sis' })
  const older = await world.user({ email: 'b@school.example', lmsId: 'formerly-ada-lms', sisId: 'S-2' })
  const kept = await world.user({ email: 'c@school.example', lmsId: 'L-3', sisId: 'S-3' })
  const type = await admin('POST', path('/eventTypes'), { body: { name: 'Noise' } })
  const body = {
    ...{ eventTypeSid: type.text('sid'), title: 'Noise' },
    ...{ contactEmail: 'formerly.ada@school.EXAMPLE', contactPerson: 'Ada' },
  }
  const event = (await admin('POST', world.at('/events'), { body })).text('sid')
  const named = { ...body, title: 'Wrote to formerly.ada@school.example', contactEmail: null }
  const mention = (await admin('POST', world.at('/events'), { body: named })).text('sid')
  for (const [from, intoUserSid] of [
    [oldest, older],
    [older, kept],
  ] as const)
    expect((await admin('POST', path(`/users/${from}/merge`), { body: { intoUserSid } })).status).toBe(200)
  const profile = await admin('GET', path(`/users/${kept}/profile`))
  expect(profile.raw.toLowerCase()).not.toContain('formerly')

  const erased = await admin('DELETE', path(`/users/${kept}`))
  expect(erased.body, erased.raw).toMatchObject({ mentions: [mention] })
  const [row] = await world.stack.db
    .select()
    .from(sessionEvent)
    .where(eq(sessionEvent.sid, sidOf('ER', event)))
  expect(row).toMatchObject({ contactEmail: null, contactPerson: null })
  const found = await ofEach<number>(
    world.stack.db,
    `count(*) filter (where t::text ilike '%formerly%' and t::text not ilike '%${mention.slice(2, 10)}%')::int`,
  )
  expect(Object.entries(found).filter(([, count]) => count > 0)).toEqual([])
  for (const ids of [
    { email: 'formerly.ada@school.example' },
    { email: 'x@school.example', sisId: 'formerly-ada-sis' },
    { email: 'y@school.example', lmsId: 'formerly-ada-lms' },
  ]) {
    const again = await admin('POST', path('/users'), { body: { firstName: 'A', lastName: 'B', ...ids } })
    expect([again.status, again.text('code')], again.raw).toEqual([409, 'person_suppressed'])
  }
})

test('erasing a person erases also the events of the merge about the other user', async () => {
  const world = await makeWorld()
  const { admin, path } = world
  const hook = await admin('POST', '/api/webhooks', {
    body: { url: 'https://127.0.0.1:9/', secret: 's'.repeat(40), events: ['database.event'] },
  })
  expect(hook.status, hook.raw).toBe(201)
  // Changes are still captured, but nothing is sent.
  await admin('POST', `/api/webhooks/${hook.text('id')}/deactivate`)
  const [first, kept] = [
    await world.user({ firstName: 'Markedname', email: 'markedname@school.example', lmsId: 'L-1' }),
    await world.user({ email: 'kept@school.example' }),
  ]
  const merged = await admin('POST', path(`/users/${first}/merge`), { body: { intoUserSid: kept } })
  expect(merged.status, merged.raw).toBe(200)
  expect(await tablesWith(world, 'markedname')).toContain('public.event')
  expect((await admin('DELETE', path(`/users/${kept}`))).status).toBe(200)
  expect(await tablesWith(world, 'markedname')).toEqual([])
})

test('erasing a person erases also the id that a migration kept for it, or for a user that was merged into it', async () => {
  const world = await makeWorld()
  const { admin, path } = world
  const [first, kept, older] = [
    await world.user({ sisId: 'markedid-1' }),
    await world.user({ email: 'kept@school.example', sisId: 'markedid-2' }),
    await world.user({ email: 'older@school.example' }),
  ]
  const row = (keptBySid: string, value: string) => ({
    ...{ sid: newSid('DI'), installSid: sidOf('AI', world.installSid), kind: 'user' as const },
    ...{ name: 'sisId' as const, value, recordSid: older, keptBySid },
  })
  await world.stack.db.insert(duplicateId).values([row(first, 'markedid-1'), row(kept, 'markedid-2')])
  const merged = await admin('POST', path(`/users/${first}/merge`), { body: { intoUserSid: kept } })
  expect(merged.status, merged.raw).toBe(200)
  const listed = await admin('GET', path('/duplicateIds'))
  expect(listed.list('results').map(({ keptBySid }) => keptBySid)).toEqual([kept, kept])
  expect((await admin('DELETE', path(`/users/${kept}`))).status).toBe(200)
  expect(await tablesWith(world, 'markedid')).toEqual([])
})
