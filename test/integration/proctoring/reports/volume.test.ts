// A15 compared with the local times of Intl, on days on which clocks change.
import { beforeAll, describe, expect, test } from 'vitest'
import { batch } from '../../../../db/client.ts'
import { sessionStatuses } from '../../../../db/schema/session.ts'
import { addAppointmentChanges } from '../../../../src/shared/appointment-volume.ts'
import { ask, type Given, makeTenant } from '../../../support/report-check.ts'
import { type DataSet, hoursFromBase } from '../../../support/report-data.ts'
import { plain } from '../../../support/report-scene.ts'
import { appointmentVolume, volumeOf } from '../../../support/report-volume.ts'
import { rounds } from '../../../support/rounds.ts'

type Volumes = { volume: number }[]
const changes: [zone: string, days: string[]][] = [
  ['America/New_York', ['2026-03-08', '2026-11-01']],
  ['Asia/Kolkata', ['2026-03-29', '2026-10-25']],
  ['Asia/Kathmandu', ['2026-03-29', '2026-10-25']],
  ['Australia/Lord_Howe', ['2026-04-05', '2026-10-04']],
  ['Africa/Cairo', ['2026-04-24', '2026-10-30']],
  ['America/Havana', ['2026-03-08', '2026-11-01']],
  // One minute after a quarter of an hour.
  ['Antarctica/Casey', ['2022-10-01']],
  ['America/St_Johns', ['2010-03-14']],
  // From offsets that are not whole quarters of an hour.
  ['Pacific/Kiritimati', ['1979-10-01']],
  ['Africa/Monrovia', ['1972-01-07']],
]
const hourMs = 3_600_000

/** Every quarter of an hour from one day before the date until two days after its start, in UTC. */
const quartersAround = (day: string) =>
  Array.from({ length: 4 * 96 }, (_, at) => new Date(Date.parse(`${day}T00:00:00Z`) + (at / 4 - 36) * hourMs))

/** A tenant with closed sessions of one learner, with appointments at the instants. */
function appointed(instants: (Date | null)[], zone = 'UTC'): DataSet {
  const one = { pair: 0, made: 0, status: 'Closed' as const, cancelled: false, running: false }
  return { ...plain, zone, events: [], sessions: instants.map(appointment => ({ ...one, appointment })) }
}

const volume = async (given: Given, query: Record<string, string> = {}) =>
  (await ask(given, given.world.path('/reports/appointmentVolume'), query)).body

/** Adds the changes to the kept numbers, as the cron does. */
const addChanges = ({ world }: Given) => batch(world.stack.db, { added: addAppointmentChanges({}) })

const sum = (list: unknown) => (list as Volumes).reduce((all, { volume }) => all + volume, 0)

/** One day of each zone in `npm test`. */
const daysOfZone = rounds({ quick: 1, all: 2 })

describe.each(changes.flatMap(([zone, days]) => days.slice(0, daysOfZone).map(day => ({ zone, day }))))(
  'in $zone around $day',
  ({ zone, day }) => {
    const instants = quartersAround(day)
    let given: Given
    beforeAll(async () => {
      given = await makeTenant(appointed(instants, zone))
    })

    test('every quarter of an hour is counted in its local day and hour, also after the cron', async () => {
      const body = await volume(given)
      expect(body).toEqual(volumeOf(zone, instants))
      for (const list of ['dayOfWeek', 'perHour', 'perDay']) expect(sum(body[list])).toBe(instants.length)
      expect(await volume(given, { timeZone: zone })).toEqual(body)
      await addChanges(given)
      expect(await volume(given)).toEqual(body)
      const others = ['Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia']
      for (const timeZone of others)
        expect(await volume(given, { timeZone })).toEqual(volumeOf(timeZone, instants))
    })

    test('a range includes its start and not its end, and splits no day or hour elsewhere', async () => {
      await addChanges(given)
      for (const [from = new Date(0), to = new Date(0)] of [
        instants.slice(100, 102),
        [instants[30], instants[300]],
        [new Date(Number(instants[30]) + 60_000), new Date(Number(instants[300]) - 60_000)],
        [new Date(Number(instants[30]) + 60_000), new Date(Number(instants[30]) + 120_000)],
      ]) {
        const range = { appointmentDateAfter: from.toISOString(), appointmentDateBefore: to.toISOString() }
        const inside = instants.filter(instant => instant >= from && instant < to)
        expect(await volume(given, range)).toEqual(volumeOf(zone, inside, { from, to }))
      }
    })
  },
)

test('in New York the repeated hour counts both, and the skipped one none', async () => {
  const zone = 'America/New_York'
  const autumn = [
    '2026-11-01T04:30:00Z',
    '2026-11-01T05:30:00Z',
    '2026-11-01T06:30:00Z',
    '2026-11-01T07:30:00Z',
  ]
  const spring = ['2026-03-08T06:30:00Z', '2026-03-08T07:30:00Z']
  const hours = async (texts: string[]) => {
    const given = await makeTenant(
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

test('the days are Monday to Sunday and the hours 0 to 23, also without appointments', async () => {
  const body = await volume(await makeTenant(appointed([null])))
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
    given = await makeTenant(
      appointed([new Date('2026-05-05T12:00:00Z'), new Date('2026-05-09T12:00:00Z'), null]),
    )
  })
  const daysOf = async (after: string, before: string, timeZone = 'UTC') => {
    const range = { appointmentDateAfter: after, appointmentDateBefore: before, timeZone }
    const { perDay } = await volume(given, range)
    return (perDay as { day: string; volume: number }[]).map(({ day, volume }) => `${day}:${volume}`)
  }

  test('are complete, from that of the start to the last before the end', async () => {
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

  test('are filled up to 366 days; longer ranges have only days with an appointment', async () => {
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
  'a session in %s is counted as the decisions describe, and never when it is cancelled',
  async status => {
    const one = { made: 0, status, running: false, appointment: hoursFromBase(3) }
    const sessions = [
      { ...one, pair: 0, cancelled: false },
      { ...one, pair: 1, cancelled: false },
      { ...one, pair: 0, status: 'Closed' as const, cancelled: true },
    ]
    const given = await makeTenant({ ...plain, events: [], sessions })
    const body = await volume(given)
    const counts = ['Scheduled', 'Processing', 'Incident', 'Closed'].includes(status)
    expect(sum(body['perDay'])).toBe(counts ? 2 : 0)
    expect(body).toEqual(appointmentVolume(given.rows, {}))
  },
)

test('the zone is the current one of the install, unless the request names another', async () => {
  const given = await makeTenant(appointed([new Date('2026-07-01T22:00:00Z')], 'Asia/Kolkata'))
  const day = async (query = {}) => (await volume(given, query))['perDay']
  expect(await day()).toEqual([{ day: '2026-07-02', volume: 1 }])
  expect(await day({ timeZone: 'America/Havana' })).toEqual([{ day: '2026-07-01', volume: 1 }])
  const body = { defaultTimezone: 'UTC' }
  expect((await given.world.admin('PUT', given.world.path('/settings'), { body })).status).toBe(200)
  expect(await day()).toEqual([{ day: '2026-07-01', volume: 1 }])
})

test('a range within the last day of the year 9999 has no appointments', async () => {
  const given = await makeTenant(appointed([new Date('2026-03-01T09:00:00Z')]))
  const counted = await volume(given, {
    appointmentDateAfter: '9999-12-31T10:00:00Z',
    appointmentDateBefore: '9999-12-31T23:59:59.999Z',
  })
  expect(counted).toMatchObject({ perDay: [{ day: '9999-12-31', volume: 0 }] })
  expect(sum(counted['perHour'])).toBe(0)
})
