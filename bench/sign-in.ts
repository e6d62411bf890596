// `npm run bench -- sign-in`: tests whether response times reveal which accounts exist. Sends two kinds of request for existing
// and for unknown accounts in random order, and compares the times with Welch's t-test. Passwords have the cost of production.
// `-- --samples=1000` sends more of each.

import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { batch } from '../db/client.ts'
import { operator } from '../db/schema/operator.ts'
import { newSid } from '../db/sid.ts'
import { hashPassword } from '../src/shared/crypto/password.ts'
import { startRunning } from '../test/support/running.ts'
import { readArguments } from '../tools/arguments.ts'
import { insertTenant, newTenant, unlimited } from '../tools/ops/tenant.ts'
import { type Progress, startProgress } from '../tools/progress.ts'
import type { Stack } from '../tools/stack/stack.ts'
import { commands } from './commands.ts'
import { inDirectory } from './directory.ts'
import { median } from './latency.ts'

/** The |t| from which times differ, as in TVLA and dudect (Reparaz and others, 2017). */
const threshold = 4.5
const warmUps = 20
// Mails are sent after the response: without a pause, they would delay the next request.
const pauseMs = 25

type TimedRequest = { name: string; path: string; status: number; body(email: string): object }

const requests: TimedRequest[] = [
  {
    name: 'login',
    path: '/api/auth/login',
    status: 401,
    body: email => ({ email, password: 'a password that is wrong' }),
  },
  { name: 'forgot-password', path: '/api/auth/forgot-password', status: 202, body: email => ({ email }) },
]

export async function run(args: string[]): Promise<void> {
  const count = Number(readArguments(commands['sign-in'], args).values.samples)
  if (!(Number.isInteger(count) && count >= 300)) throw new Error('Take at least 300 samples of each kind.')
  await inDirectory(async directory => {
    const running = await startRunning(directory)
    try {
      const compared = []
      const progress = startProgress({ total: requests.length * 2 * count, unit: 'requests' })
      for (const request of requests)
        compared.push({ request, ...(await compare({ stack: running.stack, progress }, request, count)) })
      progress.stop()
      print(compared)
      const distinguishable = compared.filter(({ t }) => !(Math.abs(t) < threshold))
      if (distinguishable.length > 0) {
        console.error(
          `Response times reveal accounts: ${distinguishable.map(({ request }) => request.name).join(', ')}.`,
        )
        process.exitCode = 1
      }
    } finally {
      await running.stop()
    }
  })
}

type Times = { known: number[]; unknown: number[] }

/** Sends each request for another account and from another address, so that no limit applies. */
async function compare(
  { stack, progress }: { stack: Stack; progress: Progress },
  timed: TimedRequest,
  count: number,
): Promise<Times & { t: number }> {
  const accounts = await createAccounts(stack, count + warmUps)
  const times: Times = { known: [], unknown: [] }
  for (let n = 0; n < warmUps; n += 1)
    for (const email of [accounts.pop() ?? '', newEmail()]) await timeOf(stack, timed, email)
  for (const kind of shuffled([...Array(count).fill('known'), ...Array(count).fill('unknown')] as const)) {
    const email = kind === 'known' ? accounts.pop() : newEmail()
    times[kind === 'known' ? 'known' : 'unknown'].push(await timeOf(stack, timed, email ?? ''))
    progress.advance(1)
  }
  return { ...times, t: welch(times.known, times.unknown) }
}

const newEmail = () => `${randomUUID()}@people.example`

/** Creates `count` operators with the same password hash. Returns their email addresses. */
async function createAccounts({ db }: Stack, count: number): Promise<string[]> {
  const tenant = newTenant('Timed account', 'Timed install', unlimited)
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

/** Returns the milliseconds until the last byte. @throws Error for another status */
async function timeOf(
  { baseUrl }: Stack,
  { path, body, status }: TimedRequest,
  email: string,
): Promise<number> {
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': someAddress() },
    body: JSON.stringify(body(email)),
    signal: AbortSignal.timeout(30_000),
  }
  const startedAt = performance.now()
  const response = await fetch(new URL(path, baseUrl), request)
  const text = await response.text()
  const ms = performance.now() - startedAt
  if (response.status !== status) throw new Error(`${path} returned ${response.status}: ${text}`)
  await sleep(pauseMs)
  return ms
}

/** Returns the values in random order (Fisher and Yates). */
function shuffled<T>(values: readonly T[]): T[] {
  const result = [...values]
  for (let at = result.length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1)
    ;[result[at], result[other]] = [result[other] as T, result[at] as T]
  }
  return result
}

/** Returns Welch's t: the difference of the means in standard errors, for unequal variances. */
function welch(a: readonly number[], b: readonly number[]): number {
  return (mean(a) - mean(b)) / Math.sqrt(variance(a) / a.length + variance(b) / b.length)
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function variance(values: readonly number[]): number {
  const middle = mean(values)
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1)
}

function print(compared: readonly (Times & { request: TimedRequest; t: number })[]): void {
  console.table(
    compared.map(({ request, known, unknown, t }) => ({
      request: request.name,
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
