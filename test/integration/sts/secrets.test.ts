// The secrets of tokens are in no log and in no table.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryDirectory } from '../../support/directory.ts'
import { allRows, leaksIn, type Secrets } from '../../support/leaks.ts'
import { rounds } from '../../support/rounds.ts'
import { type Running, startRunning } from '../../support/running.ts'
import { askRefresh, introspect } from '../../support/sts.ts'
import { issueToken } from '../../support/tokens.ts'
import { makeWorld, type World } from '../../support/world.ts'

const issues = rounds({ quick: 200, all: 1000 })
const atOnce = 20

let running: Running
const secrets: Secrets = new Map()
let printed = ''
let rows = ''

beforeAll(async () => {
  running = await startRunning(temporaryDirectory())
  const world = await makeWorld(running.stack)
  secrets.set('credential', world.secret)
  const userSid = await world.user()
  for (let done = 0; done < issues; done += atOnce)
    await Promise.all(Array.from({ length: atOnce }, (_, at) => useToken(world, userSid, done + at)))
  rows = await allRows(running.stack)
  printed = await running.stop()
}, 180_000)
afterAll(() => running.stop())

/** Issues a token; every tenth is also used, introspected, refreshed, and used after its replacement. */
async function useToken(world: World, targetUserSid: string, number: number): Promise<void> {
  const token = await issueToken(world, { targetUserSid })
  secrets
    .set(`stsToken ${number}`, token.secret)
    .set(`elementToken ${number}`, token.answer.text('elementToken'))
  if (number % 10 > 0) return
  expect((await token.call('GET', world.path(`/users/${targetUserSid}/profile`))).status).toBeLessThan(404)
  expect((await introspect(world, token.secret)).status).toBe(200)
  const next = await askRefresh(world, token)
  expect(next.status).toBe(200)
  secrets.set(`refreshed ${number}`, next.text('stsToken'))
  expect((await token.call('GET', world.path(`/users/${targetUserSid}/profile`))).status).toBe(401)
}

test(`control: after ${issues} issues there are secrets to search for`, () => {
  expect(secrets.size).toBe(2 * issues + issues / 10 + 1)
  expect(rows.split('\n').filter(row => row.startsWith('sts_token ')).length).toBe(issues + issues / 10)
  expect(printed).toContain('Ready on ')
})

test(`after ${issues} issues no table contains a secret`, () => {
  expect(leaksIn(rows, secrets)).toEqual([])
})

test(`after ${issues} issues no output contains a secret`, () => {
  expect(leaksIn(printed, secrets)).toEqual([])
})
