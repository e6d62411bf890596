// `npm run bench -- sign-in`: whether the time of an answer tells who has an account. Two kinds of request, each for accounts that
// are known and for such as are not, in an order of chance; Welch's t-test says whether their times differ. Passwords cost what they
// cost in production. `-- --samples=1000` takes more of each.

import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { batch } from '../db/client.ts'
import { operator } from '../db/schema/operator.ts'
import { newSid } from '../db/sid.ts'
import { hashPassword } from '../src/shared/crypto/password.ts'
import { startRunning } from '../test/support/running.ts'
import { insertTenant, newTenant } from '../tools/ops/tenant.ts'
import type { Stack } from '../tools/stack/stack.ts'
import { inDirectory } from './directory.ts'
import { median } from './latency.ts'

/** |t| from which on times are taken to differ: what TVLA and dudect (Reparaz and others, 2017) take. */
const threshold = 4.5
const warmUps = 20
// Mails leave after the answer: without a rest, the next request would pay for them.
const restMs = 25

type Deed = { name: string; path: string; status: number; body(email: string): object }

const deeds: Deed[] = [
  {
    name: 'login',
    path: '/api/auth/login',
    status: 401,
    body: email => ({ email, password: 'a password that is wrong' }),
  },
  { name: 'forgot-password', path: '/api/auth/forgot-password', status: 202, body: email => ({ email }) },
]

export async function run(args: string[]): Promise<void> {
  const options = { samples: { type: 'string', default: '400' } } as const
  const count = Number(parseArgs({ args, options, allowPositionals: true }).values.samples)
  if (!(Number.isInteger(count) && count >= 300)) throw new Error('Take at least 300 samples of each kind.')
  await inDirectory(async directory => {
    const running = await startRunning(directory)
    try {
      const compared = []
      for (const deed of deeds) compared.push({ deed, ...(await compare(running.stack, deed, count)) })
      print(compared)
      const told = compared.filter(({ t }) => !(Math.abs(t) < threshold))
      if (told.length > 0) {
        console.error(`Times tell who has an account: ${told.map(({ deed }) => deed.name).join(', ')}.`)
        process.exitCode = 1
      }
    } finally {
      await running.stop()
    }
  })
}

type Times = { known: number[]; unknown: number[] }

/** Sends the requests, each for an account of its own and from an address of its own, so that no limit answers. */
async function compare(stack: Stack, deed: Deed, count: number): Promise<Times & { t: number }> {
  const accounts = await makeAccounts(stack, count + warmUps)
  const times: Times = { known: [], unknown: [] }
  for (let n = 0; n < warmUps; n += 1)
    for (const email of [accounts.pop() ?? '', newEmail()]) await timeOf(stack, deed, email)
  for (const kind of shuffled([...Array(count).fill('known'), ...Array(count).fill('unknown')] as const)) {
    const email = kind === 'known' ? accounts.pop() : newEmail()
    times[kind === 'known' ? 'known' : 'unknown'].push(await timeOf(stack, deed, email ?? ''))
  }
  return { ...times, t: welch(times.known, times.unknown) }
}

const newEmail = () => `${randomUUID()}@people.example`

/** The addresses of so many operators; all have one password, which one hash can serve. */
async function makeAccounts({ db }: Stack, count: number): Promise<string[]> {
  const tenant = newTenant('Timed account', 'Timed install')
  const passwordHash = await hashPassword('a lantern over quiet water')
  const people = Array.from({ length: count }, () => ({
    ...{ sid: newSid('OP'), accountSid: tenant.account.sid, email: newEmail() },
    ...{ name: 'Grace', role: 'viewer' as const, passwordHash },
  }))
  await batch(db, insertTenant(db, tenant))
  await db.insert(operator).values(people)
  return people.map(({ email }) => email)
}

const someAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

/** Milliseconds until the last byte. @throws Error when the answer is another one than is measured */
async function timeOf({ baseUrl }: Stack, { path, body, status }: Deed, email: string): Promise<number> {
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'cf-connecting-ip': someAddress() },
    body: JSON.stringify(body(email)),
    signal: AbortSignal.timeout(30_000),
  }
  const startedAt = performance.now()
  const response = await fetch(new URL(path, baseUrl), request)
  const text = await response.text()
  const ms = performance.now() - startedAt
  if (response.status !== status) throw new Error(`${path} answered ${response.status}: ${text}`)
  await sleep(restMs)
  return ms
}

/** In an order of chance (Fisher and Yates). */
function shuffled<T>(values: readonly T[]): T[] {
  const result = [...values]
  for (let at = result.length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1)
    ;[result[at], result[other]] = [result[other] as T, result[at] as T]
  }
  return result
}

/** Welch's t: the difference of the means, in standard errors; the variances may differ. */
function welch(a: readonly number[], b: readonly number[]): number {
  return (mean(a) - mean(b)) / Math.sqrt(variance(a) / a.length + variance(b) / b.length)
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function variance(values: readonly number[]): number {
  const middle = mean(values)
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1)
}

function print(compared: readonly (Times & { deed: Deed; t: number })[]): void {
  console.table(
    compared.map(({ deed, known, unknown, t }) => ({
      request: deed.name,
      samples: `${known.length} + ${unknown.length}`,
      'known: mean ms': mean(known).toFixed(2),
      'unknown: mean ms': mean(unknown).toFixed(2),
      'known: median ms': median(known).toFixed(2),
      'unknown: median ms': median(unknown).toFixed(2),
      t: t.toFixed(2),
      [`|t| < ${threshold}`]: Math.abs(t) < threshold ? 'met' : 'missed',
    })),
  )
}
