// The figures of the bench as tables, of the system and of the bare object.

import { median } from './latency.ts'
import { type Idle, idleConnections } from './realtime-idle.ts'
import {
  closeAll,
  connectMany,
  fanOutOf,
  inTurn,
  publishRate,
  recoveryOf,
  type Target,
} from './realtime-parts.ts'
import { slowConsumers } from './realtime-slow.ts'

/** https://centrifugal.dev/blog/2020/02/10/million-connections-with-centrifugo */
export const centrifugo =
  'Centrifugo publishes, for 20 servers on 40 cores in 2020: 1 million connections, 500,000 deliveries per second (12,500 per core) in 200 ms (p99), and 30 kB per connection.'

type Side = Target & { runtimes: number[] }
type Sides = { system: Side; bare: Side }
type Sizes = {
  connections: number
  idleSeconds: number
  subscribers: number
  seconds: number
  rounds: number
}
type Row = { measured: string; system: string; bare: string; ratio: string }

/** Measures everything, and prints each table when it is complete. */
export async function measure(sides: Sides, sizes: Sizes): Promise<void> {
  console.table(await publishing(sides, sizes))
  console.table(await fanningOut(sides, sizes))
  console.table(await recovering(sides))
  console.table(await hanging(sides))
  console.table(await holding(sides, sizes))
}

/** 400 publishers could publish 18,000 times a second. */
const publishers = [1, 10, 100, 400]

async function publishing({ system, bare }: Sides, { seconds, rounds }: Sizes): Promise<Row[]> {
  const most = Math.max(...publishers)
  const [ours, theirs] = [await connectMany(system, most), await connectMany(bare, most)]
  // Warms up: the runtime compiles what is called often.
  for (const sockets of [ours, theirs]) await publishRate(sockets, seconds)
  const rows: Row[] = []
  for (const count of publishers) {
    const [one, other] = await inTurn(
      rounds,
      () => publishRate(ours.slice(0, count), seconds),
      () => publishRate(theirs.slice(0, count), seconds),
    )
    const ofBoth = (member: 'perSecond' | 'p50') =>
      [median(one.map(each => each[member])), median(other.map(each => each[member]))] as const
    rows.push(row(`publications per second into one topic, ${count} publishers`, '', ...ofBoth('perSecond')))
    rows.push(row(`time to the reply, ${count} publishers, p50`, 'ms', ...ofBoth('p50')))
  }
  closeAll([...ours, ...theirs])
  return rows
}

const fan = { publications: 30, intervalMs: 200 }

async function fanningOut({ system, bare }: Sides, { subscribers, rounds }: Sizes): Promise<Row[]> {
  const [ours, theirs] = [await fanOutOf(system, subscribers), await fanOutOf(bare, subscribers)]
  const round = ({ round }: typeof ours) => round(fan.publications, fan.intervalMs)
  await inTurn(
    1,
    () => round(ours),
    () => round(theirs),
  )
  const [one, other] = await inTurn(
    rounds,
    () => round(ours),
    () => round(theirs),
  )
  for (const { close } of [ours, theirs]) close()
  const ofBoth = (member: keyof (typeof one)[number]) =>
    [median(one.map(each => each[member])), median(other.map(each => each[member]))] as const
  return [
    row(`fan-out to ${subscribers}, p50`, 'ms', ...ofBoth('p50')),
    row(`fan-out to ${subscribers}, p99`, 'ms', ...ofBoth('p99')),
    row('deliveries per second of one publication', '', ...ofBoth('perSecond')),
    row(`delivered of ${fan.publications * subscribers}`, '', ...ofBoth('delivered')),
  ]
}

async function recovering({ system, bare }: Sides): Promise<Row[]> {
  const [one, other] = await inTurn(10, await recoveryOf(system), await recoveryOf(bare))
  return [row('recovery of 1,000 missed publications, p50', 'ms', median(one), median(other))]
}

async function hanging({ system }: Sides): Promise<object[]> {
  const { without, with: slow, isWithin } = await slowConsumers(system, 9)
  const line = (measured: string, [before, after]: [number, number]) => ({
    ...{ measured, without: `${before.toFixed(1)} ms`, with: `${after.toFixed(1)} ms` },
    ...{ ratio: (after / before).toFixed(2), verdict: isWithin ? 'within 10 %' : 'MISSED: more than 10 %' },
  })
  return [
    line('one hanging and one slow consumer: p50 of others', [without.p50, slow.p50]),
    line('time until others have 200 publications', [without.total, slow.total]),
  ]
}

async function holding({ system, bare }: Sides, { connections, idleSeconds }: Sizes): Promise<Row[]> {
  const ours = await idleConnections(system, { count: connections, idleSeconds, runtimes: system.runtimes })
  const theirs = await idleConnections(bare, { count: ours.held, idleSeconds, runtimes: bare.runtimes })
  const both = (of: (idle: Idle) => number) => [of(ours), of(theirs)] as const
  const named = (measured: string, of: (idle: Idle) => string): Row => ({
    ...{ measured, system: of(ours), bare: of(theirs), ratio: '' },
  })
  return [
    row(`connections held of ${connections}`, '', ...both(({ held }) => held)),
    named('stopped by', ({ stoppedBy }) => stoppedBy),
    row('connections opened per second', '', ...both(({ openedPerSecond }) => openedPerSecond)),
    row('memory per connection, awake', 'kB', ...both(({ awakeBytes }) => awakeBytes / 1000)),
    row(`memory per connection, ${idleSeconds} s idle`, 'kB', ...both(({ idleBytes }) => idleBytes / 1000)),
    { ...named(`wake-ups of objects in ${idleSeconds} s`, wakeUpsOf), bare: 'no files to count them by' },
    row('CPU while idle, per second', 'ms', ...both(({ cpu }) => cpu)),
    row('then a publication reaches', '', ...both(({ arrival }) => arrival.received)),
    row('after, p50', 'ms', ...both(({ arrival }) => arrival.p50)),
    row('after, p99', 'ms', ...both(({ arrival }) => arrival.p99)),
  ]
}

const wakeUpsOf = ({ wakeUps }: Idle): string => JSON.stringify(wakeUps).replaceAll('"', '')

function row(measured: string, unit: string, system: number, bare: number): Row {
  const show = (value: number) =>
    `${value.toFixed(Math.abs(value) < 100 && !Number.isInteger(value) ? 1 : 0)} ${unit}`.trim()
  return {
    measured,
    system: show(system),
    bare: show(bare),
    ratio: bare === 0 ? '' : (system / bare).toFixed(2),
  }
}
