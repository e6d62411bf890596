// Requests that race an erasure leave no personal data, on a real Postgres; and a username is given once.
import { beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../../../tools/stack/stack.ts'
import { makePersonalData, remaining } from '../../../support/personal-data.ts'
import { itemOf, send, sendBatch } from '../../../support/provision.ts'
import { rounds as roundsOf } from '../../../support/rounds.ts'
import { run } from '../../../support/session-steps.ts'
import { makeSession, soon } from '../../../support/sessions.ts'
import { sharedStack } from '../../../support/stack.ts'
import { tablesWith } from '../../../support/tables.ts'
import { makeWorld } from '../../../support/world.ts'

const rounds = roundsOf({ quick: 2, all: 5 })

let stack: Stack
beforeAll(async () => {
  stack = await sharedStack('postgres')
}, 180_000)

/** Updates of every kind that race two erasures, some of them sent earlier. */
async function raceErasure(round: number) {
  const world = await makeWorld(stack)
  const person = await makePersonalData(world)
  const path = world.path(`/users/${person.userSid}`)
  const late = `lateof${round}x`
  const members = { firstName: late, lastName: late, email: `${late}@school.example` }
  const item = itemOf(late, { user: { ...members, ids: { sid: person.userSid } } })
  const updates = [
    () => world.admin('PUT', path, { body: members }),
    () =>
      world.admin('PUT', path, { body: { username: late, externalId: late, password: 'Correct4horse!' } }),
    () => world.admin('PUT', `${path}/profile`, { body: { address: late, preferredEmail: members.email } }),
  ]
  const early = updates.slice(round % 2).map(update => update())
  const provisioning = Promise.all([send(world, item), send(world, item), sendBatch(world, [item])])
  const erasing = Promise.all([world.admin('DELETE', path), world.admin('DELETE', path)])
  const updated = await Promise.all([...early, ...updates.map(update => update())])
  return { world, person, late, updated, erased: await erasing, provisioned: await provisioning }
}

test(`requests that race an erasure leave no personal data in any table, in ${rounds} rounds`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { world, person, late } = await raceErasure(round)
    const ofUser = Object.entries(person.marks).filter(([place]) => place.startsWith('user.'))
    expect(await remaining(world, { ...person, marks: Object.fromEntries(ofUser) })).toEqual([])
    const notAboutPersons = ['public.course', 'public.exam']
    const tables = await tablesWith(world, late)
    expect(tables.filter(table => !notAboutPersons.includes(table))).toEqual([])
  }
}, 180_000)

test(`a request that races an erasure is granted before it or 409 user_erased after it, in ${rounds} rounds`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { updated, erased, provisioned } = await raceErasure(rounds + round)
    for (const { status } of erased) expect(status).toBe(200)
    for (const { status } of provisioned) expect([200, 400, 409]).toContain(status)
    const outcomes = updated.map(answer => (answer.status === 200 ? 'granted' : answer.text('code')))
    expect(new Set([...outcomes, 'granted', 'user_erased'])).toEqual(new Set(['granted', 'user_erased']))
  }
}, 180_000)

const reportRounds = roundsOf({ quick: 2, all: 8 })

test(`reports about a session that race the erasure of its learner leave no personal data, in ${reportRounds} rounds`, async () => {
  for (let round = 0; round < reportRounds; round += 1) {
    const world = await makeSession({}, stack)
    for (const step of ['schedule', 'start'] as const) await run(world, step)
    const mark = `raceof${round}x${world.sessionSid.slice(-6)}`
    const type = await world.admin('POST', world.path('/eventTypes'), { body: { name: 'Noise' } })
    const report = () => [
      world.admin('PUT', world.at('/recording'), { body: { startedAt: soon(-1), flags: [mark] } }),
      world.admin('POST', world.at('/annotations'), { body: { type: 'note', startOffsetMs: 1, text: mark } }),
      world.admin('POST', world.at('/events'), { body: { eventTypeSid: type.text('sid'), title: mark } }),
    ]
    const early = report()
    const erased = world.admin('DELETE', world.path(`/users/${world.userSid}`))
    for (const { status } of await Promise.all([...early, ...report()]))
      expect([200, 201, 409]).toContain(status)
    expect((await erased).status).toBe(200)
    expect(await tablesWith(world, mark)).toEqual([])
  }
}, 180_000)

test(`of ten simultaneous updates to the same username one is granted and the others are 409, in ${rounds} rounds`, async () => {
  const world = await makeWorld(stack)
  for (let round = 0; round < rounds; round += 1) {
    const users = await Promise.all(Array.from({ length: 10 }, () => world.user()))
    const username = `ada${round}`
    const answers = await Promise.all(
      users.map(sid => world.admin('PUT', world.path(`/users/${sid}`), { body: { username } })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
  }
}, 60_000)

test(`provisions that race an erasure do not create the person again, in ${rounds} rounds`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const world = await makeWorld(stack)
    const item = itemOf('one')
    const userSid = await world.user({ lmsId: item.user.ids.lms })
    const answers = await Promise.all([
      world.admin('DELETE', world.path(`/users/${userSid}`)),
      ...Array.from({ length: 5 }, () => send(world, item)),
      ...Array.from({ length: 5 }, () => sendBatch(world, [item])),
    ])
    const [erased, ...provisioned] = answers
    expect(erased?.status).toBe(200)
    // The first erasure of an install creates the key of its hashes.
    for (const answer of provisioned)
      expect(answer.status === 200 || answer.text('code') === 'edited_meanwhile', answer.raw).toBe(true)
    const query = new URLSearchParams({ lmsId: item.user.ids.lms })
    const users = (await world.admin('GET', world.path(`/users?${query}`))).list('results')
    expect(users).toEqual([])
  }
}, 180_000)
