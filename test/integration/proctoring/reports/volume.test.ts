// A15 against what Intl says the clocks on the wall show, on the days of 2026 on which they change.
import { beforeAll, describe, expect, test } from 'vitest'
import { sessionStatuses } from '../../../../db/schema/session.ts'
import { ask, type Given, settle } from '../../../support/report-check.ts'
import { type DataSet, hoursFromBase } from '../../../support/report-data.ts'
import { plain } from '../../../support/report-scene.ts'
import { appointmentVolume, volumeOf } from '../../../support/report-volume.ts'

type Volumes = { volume: number }[]
const changes: [zone: string, days: string[]][] = [
  ['America/New_York', ['2026-03-08', '2026-11-01']],
  ['Asia/Kolkata', ['2026-03-29', '2026-10-25']],
  ['Asia/Kathmandu', ['2026-03-29', '2026-10-25']],
  ['Australia/Lord_Howe', ['2026-04-05', '2026-10-04']],
  ['Africa/Cairo', ['2026-04-24', '2026-10-30']],
  ['America/Havana', ['2026-03-08', '2026-11-01']],
]
const hourMs = 3_600_000

/** Every quarter of an hour from a day before the date until two days after its beginning, in UTC. */
const quartersAround = (day: string) =>
  Array.from({ length: 4 * 96 }, (_, at) => new Date(Date.parse(`${day}T00:00:00Z`) + (at / 4 - 36) * hourMs))

/** A tenant with closed sessions of one learner, appointed to the instants. */
function appointed(instants: (Date | null)[], zone = 'UTC'): DataSet {
  const one = { pair: 0, made: 0, status: 'Closed' as const, cancelled: false, running: false }
  return { ...plain, zone, events: [], sessions: instants.map(appointment => ({ ...one, appointment })) }
}

const volume = async (given: Given, query: Record<string, string> = {}) =>
  (await ask(given, given.world.path('/reports/appointmentVolume'), query)).body

const sum = (list: unknown) => (list as Volumes).reduce((all, { volume }) => all + volume, 0)

describe.each(changes.flatMap(([zone, days]) => days.map(day => ({ zone, day }))))(
  'in $zone around $day',
  ({ zone, day }) => {
    const instants = quartersAround(day)
    let given: Given
    beforeAll(async () => {
      given = await settle(appointed(instants, zone))
    })

    test('every quarter of an hour is in the day and the hour that the clocks show', async () => {
      const body = await volume(given)
      expect(body).toEqual(volumeOf(zone, instants))
      for (const list of ['dayOfWeek', 'perHour', 'perDay']) expect(sum(body[list])).toBe(instants.length)
      expect(await volume(given, { timeZone: zone })).toEqual(body)
    })

    test('a range takes its start and not its end, and cuts no day or hour elsewhere', async () => {
      for (const [from = new Date(0), to = new Date(0)] of [
        instants.slice(100, 102),
        [instants[30], instants[300]],
      ]) {
        const range = { appointmentDateAfter: from.toISOString(), appointmentDateBefore: to.toISOString() }
        const inside = instants.filter(instant => instant >= from && instant < to)
        expect(await volume(given, range)).toEqual(volumeOf(zone, inside, { from, to }))
      }
    })
  },
)

test('in New York the hour that comes twice holds both, and the one that is skipped none', async () => {
  const zone = 'America/New_York'
  const autumn = [
    '2026-11-01T04:30:00Z',
    '2026-11-01T05:30:00Z',
    '2026-11-01T06:30:00Z',
    '2026-11-01T07:30:00Z',
  ]
  const spring = ['2026-03-08T06:30:00Z', '2026-03-08T07:30:00Z']
  const hours = async (texts: string[]) => {
    const given = await settle(
      appointed(
        texts.map(text => new Date(text)),
        zone,
      ),
    )
    const { perHour } = await volume(given)
    return (perHour as Volumes).flatMap(({ volume }, hour) => Array.from({ length: volume }, () => hour))
  }
  expect(await hours(autumn)).toEqual([0, 1, 1, 2])
  expect(await hours(spring)).toEqual([1, 3])
})

test('the days are Monday to Sunday and the hours 0 to 23, also where there is nothing', async () => {
  const body = await volume(await settle(appointed([null])))
  const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
  expect(body).toEqual({
    dayOfWeek: days.map(day => ({ day, volume: 0 })),
    perHour: Array.from({ length: 24 }, (_, hour) => ({ hour, volume: 0 })),
    perDay: [],
  })
})

describe('the days of a range', () => {
  let given: Given
  beforeAll(async () => {
    given = await settle(
      appointed([new Date('2026-05-05T12:00:00Z'), new Date('2026-05-09T12:00:00Z'), null]),
    )
  })
  const daysOf = async (after: string, before: string, timeZone = 'UTC') => {
    const range = { appointmentDateAfter: after, appointmentDateBefore: before, timeZone }
    const { perDay } = await volume(given, range)
    return (perDay as { day: string; volume: number }[]).map(({ day, volume }) => `${day}:${volume}`)
  }

  test('are all there, from that of the start to the last before the end', async () => {
    expect(await daysOf('2026-05-04T00:00:00Z', '2026-05-06T00:00:00Z')).toEqual([
      '2026-05-04:0',
      '2026-05-05:1',
    ])
    expect(await daysOf('2026-05-05T23:59:59.999Z', '2026-05-06T00:00:00.001Z')).toEqual([
      '2026-05-05:0',
      '2026-05-06:0',
    ])
    expect(await daysOf('2026-05-04T18:30:00Z', '2026-05-05T18:30:00Z', 'Asia/Kolkata')).toEqual([
      '2026-05-05:1',
    ])
  })

  test('are filled up to 366 days, and beyond only those with an appointment', async () => {
    expect(await daysOf('2026-01-01T00:00:00Z', '2027-01-02T00:00:00Z')).toHaveLength(366)
    expect(await daysOf('2026-01-01T00:00:00Z', '2027-01-02T00:00:00.001Z')).toEqual([
      '2026-05-05:1',
      '2026-05-09:1',
    ])
    expect(await daysOf('1900-01-01T00:00:00Z', '2999-01-01T00:00:00Z')).toEqual([
      '2026-05-05:1',
      '2026-05-09:1',
    ])
  })

  test('without a range are only those with an appointment', async () => {
    const { perDay } = await volume(given)
    expect(perDay).toEqual([
      { day: '2026-05-05', volume: 1 },
      { day: '2026-05-09', volume: 1 },
    ])
  })
})

test.each(sessionStatuses)(
  'a session in %s counts as the decisions say, and never when it is cancelled',
  async status => {
    const one = { made: 0, status, running: false, appointment: hoursFromBase(3) }
    const sessions = [
      { ...one, pair: 0, cancelled: false },
      { ...one, pair: 1, cancelled: false },
      { ...one, pair: 0, status: 'Closed' as const, cancelled: true },
    ]
    const given = await settle({ ...plain, events: [], sessions })
    const body = await volume(given)
    const counts = ['Scheduled', 'Processing', 'Incident', 'Closed'].includes(status)
    expect(sum(body['perDay'])).toBe(counts ? 2 : 0)
    expect(body).toEqual(appointmentVolume(given.rows, {}))
  },
)

test('the zone is the one that the install has now, unless the request says another', async () => {
  const given = await settle(appointed([new Date('2026-07-01T22:00:00Z')], 'Asia/Kolkata'))
  const day = async (query = {}) => (await volume(given, query))['perDay']
  expect(await day()).toEqual([{ day: '2026-07-02', volume: 1 }])
  expect(await day({ timeZone: 'America/Havana' })).toEqual([{ day: '2026-07-01', volume: 1 }])
  const body = { defaultTimezone: 'UTC' }
  expect((await given.world.admin('PUT', given.world.path('/settings'), { body })).status).toBe(200)
  expect(await day()).toEqual([{ day: '2026-07-01', volume: 1 }])
})
