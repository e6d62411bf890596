// The dates of an assignment are whole days in the install's zone: from the first instant of the open date to the end of the close date.
import { beforeAll, describe, expect, test } from 'vitest'
import { assignableIn, makeAssignable, moveTo } from '../../../support/assignments.ts'
import { change, make, makeCourse } from '../../../support/catalog.ts'
import { rotating } from '../../../support/rounds.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const setZone = (world: World, defaultTimezone: string) =>
  change(world, 'PUT', '/settings', { defaultTimezone })

const days: [zone: string, date: string, open: string, close: string, about?: string][] = [
  ['UTC', '2026-05-01', '2026-05-01T00:00', '2026-05-02T00:00'],
  ['Asia/Kolkata', '2026-05-01', '2026-04-30T18:30', '2026-05-01T18:30'],
  ['Asia/Kathmandu', '2026-05-01', '2026-04-30T18:15', '2026-05-01T18:15'],
  ['Pacific/Kiritimati', '2026-05-01', '2026-04-30T10:00', '2026-05-01T10:00'],
  ['Pacific/Pago_Pago', '2026-12-31', '2026-12-31T11:00', '2027-01-01T11:00'],
  ['America/New_York', '2026-03-08', '2026-03-08T05:00', '2026-03-09T04:00', '23 hours'],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00', '2026-11-02T05:00', '25 hours'],
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00', '2026-04-05T13:30', '24.5 hours'],
  ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30', '2026-10-04T13:00', '23.5 hours'],
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00', '2026-04-24T21:00', 'no midnight'],
  ['Africa/Cairo', '2026-10-29', '2026-10-28T21:00', '2026-10-29T22:00', '23 o’clock twice'],
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00', '2026-09-07T03:00', 'no midnight'],
  ['America/Santiago', '2026-04-04', '2026-04-04T03:00', '2026-04-05T04:00', '23 o’clock twice'],
  ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00', '2026-03-29T21:00', 'no midnight'],
  ['Atlantic/Azores', '2026-03-29', '2026-03-29T01:00', '2026-03-30T00:00', 'no midnight'],
  ['Atlantic/Azores', '2026-10-25', '2026-10-25T00:00', '2026-10-26T01:00', 'midnight twice'],
  ['America/Havana', '2026-03-08', '2026-03-08T05:00', '2026-03-09T04:00', 'no midnight'],
  ['America/Havana', '2026-11-01', '2026-11-01T04:00', '2026-11-02T05:00', 'midnight twice'],
  ['America/Havana', '2026-10-31', '2026-10-31T04:00', '2026-11-01T04:00', 'midnight twice after it'],
]

let shared: Awaited<ReturnType<typeof makeAssignable>>
beforeAll(async () => {
  shared = await makeAssignable()
})

test.each(days)('in %s %s lasts from %sZ to %sZ', async (zone, date, open, close) => {
  const exam = shared
  await setZone(exam.world, zone)
  const [examOpenDate, examCloseDate] = [`${open}:00.000Z`, `${close}:00.000Z`]
  const dates = {
    ...{ examOpenDate: date, examCloseDate: date, schedulingOpenDate: date, schedulingCloseDate: date },
  }
  await exam.change({ added: [{ ...dates, targets: { enrollmentSids: [exam.learner] } }] })
  expect(await exam.effective()).toMatchObject({
    ...{ examOpenDate, examCloseDate, scheduleOpenDate: examOpenDate, scheduleCloseDate: examCloseDate },
  })
  const listed = await exam.list()
  expect(listed).toMatchObject([dates])
  await exam.change({ removed: listed.map(({ sid }) => sid) })
})

test('a change of the install’s zone moves the windows of assignments, and not those of configurations', async () => {
  const scheduleOpenDate = '2026-05-01T08:00:00.000Z'
  const exam = await makeAssignable({ configuration: { scheduleOpenDate } })
  const dates = { examOpenDate: '2026-05-10', examCloseDate: '2026-05-11' }
  await exam.add({ ...dates, targets: { enrollmentSids: [exam.learner] } })
  const windows = [
    ['Asia/Tokyo', '2026-05-09T15:00:00.000Z', '2026-05-11T15:00:00.000Z'],
    ['America/Los_Angeles', '2026-05-10T07:00:00.000Z', '2026-05-12T07:00:00.000Z'],
    ['UTC', '2026-05-10T00:00:00.000Z', '2026-05-12T00:00:00.000Z'],
  ] as const
  for (const [zone, examOpenDate, examCloseDate] of windows) {
    await setZone(exam.world, zone)
    expect(await exam.effective()).toMatchObject({ examOpenDate, examCloseDate, scheduleOpenDate })
    expect(await exam.list()).toMatchObject([dates])
  }
})

test('a change of the zone of one install does not move the windows of another', async () => {
  const [ours, theirs] = [await makeAssignable(), await makeAssignable()]
  const examOpenDate = '2026-05-10'
  await theirs.add({ examOpenDate, targets: { enrollmentSids: [theirs.learner] } })
  await setZone(ours.world, 'Asia/Tokyo')
  expect(await theirs.effective()).toMatchObject({ examOpenDate: '2026-05-10T00:00:00.000Z' })
})

test('the time zone of a learner does not move the windows', async () => {
  const exam = await makeAssignable()
  const zones = await exam.world.client.get('/v1/timezones', { query: { name: 'Asia/Tokyo' } })
  const learner = await exam.enroll({
    userSid: await exam.world.user({ timeZoneSid: zones.results[0]?.sid ?? null }),
  })
  await exam.add({ examOpenDate: '2026-05-10', targets: { enrollmentSids: [learner] } })
  expect(await exam.effective(learner)).toMatchObject({ examOpenDate: '2026-05-10T00:00:00.000Z' })
})

test('updates and removals move the effective windows at once', async () => {
  const exam = await makeAssignable({ configuration: { examOpenDate: '2026-01-01T00:00:00.000Z' } })
  const sid = await exam.add({ examOpenDate: '2026-05-10', targets: { enrollmentSids: [exam.learner] } })
  const opens = async () => (await exam.effective())['examOpenDate']
  expect(await opens()).toBe('2026-05-10T00:00:00.000Z')
  await exam.change({ updated: [{ sid, examOpenDate: '2026-06-01' }] })
  expect(await opens()).toBe('2026-06-01T00:00:00.000Z')
  await exam.change({ updated: [{ sid, examOpenDate: null }] })
  expect(await opens()).toBe('2026-01-01T00:00:00.000Z')
  await exam.change({ updated: [{ sid, examOpenDate: '2026-06-01' }] })
  await exam.change({ removed: [sid] })
  expect(await opens()).toBe('2026-01-01T00:00:00.000Z')
})

describe.each([true, false])('field by field, with windows in the primary configuration: %s', hasPrimary => {
  const at = (month: number) => `2026-${String(month).padStart(2, '0')}-01T00:00:00.000Z`
  const on = (month: number) => at(month).slice(0, 10)
  const sources = ['accommodation', 'enrollment', 'newerSection', 'section'] as const
  /** The windows of each source; closes are never before opens, whichever source has precedence. */
  const said = {
    accommodation: { examOpenDate: 1, scheduleOpenDate: 1 },
    enrollment: { examOpenDate: 2 },
    newerSection: { examOpenDate: 3, scheduleOpenDate: 3 },
    section: { examOpenDate: 4, scheduleOpenDate: 4 },
    primary: hasPrimary ? { examOpenDate: 5, scheduleOpenDate: 5 } : {},
  }
  const combinations = Array.from({ length: 16 }, (_, bits) =>
    sources.filter((_source, at) => Math.floor(bits / 2 ** at) % 2 === 1),
  )
  const expected = (those: (keyof typeof said)[], field: 'examOpenDate' | 'scheduleOpenDate') => {
    const months = [...those, 'primary' as const].map(source => {
      const dates: Partial<Record<typeof field, number>> = said[source]
      return dates[field]
    })
    const month = months.find(value => value !== undefined)
    return month === undefined ? null : at(month)
  }
  const instants = (dates: Record<string, number>) =>
    Object.fromEntries(Object.entries(dates).map(([name, month]) => [name, at(month)]))
  const calendar = ({ examOpenDate, scheduleOpenDate }: Record<string, number>) => ({
    ...(examOpenDate && { examOpenDate: on(examOpenDate) }),
    ...(scheduleOpenDate && { schedulingOpenDate: on(scheduleOpenDate) }),
  })

  test('the order of precedence is: accommodation, assignment of the enrollment, newest assignment of a section, primary configuration', async () => {
    const course = await makeCourse(await makeWorld())
    const exam = await assignableIn(course, { configuration: instants(said.primary) })
    const sections = { section: await course.section(), newerSection: await course.section() }
    await exam.add({ ...calendar(said.section), targets: { sectionSids: [sections.section] } })
    await exam.add({ ...calendar(said.newerSection), targets: { sectionSids: [sections.newerSection] } })
    for (const those of rotating(combinations, hasPrimary ? 0 : 1, combinations.length / 2)) {
      const learner = await course.enroll()
      const own = those.flatMap(source =>
        source === 'section' || source === 'newerSection' ? sections[source] : [],
      )
      await moveTo(course, learner, ...own)
      if (those.includes('enrollment'))
        await exam.add({ ...calendar(said.enrollment), targets: { enrollmentSids: [learner] } })
      if (those.includes('accommodation'))
        await make(course.world, course.at(`/exams/${exam.examSid}/configurations`), {
          enrollmentSid: learner,
          ...instants(said.accommodation),
        })
      expect([those, await exam.effective(learner)]).toMatchObject([
        those,
        {
          examOpenDate: expected(those, 'examOpenDate'),
          scheduleOpenDate: expected(those, 'scheduleOpenDate'),
        },
      ])
    }
  })
})
