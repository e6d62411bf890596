// Refused report queries: an ignored filter would make a report an unfiltered export of personal data.
import { beforeAll, describe, expect, test } from 'vitest'
import { newSid } from '../../../../db/sid.ts'
import type { Answer } from '../../../support/client.ts'
import { badPaths } from '../../../support/problem.ts'
import { type Scene, sceneOf } from '../../../support/report-scene.ts'
import { parametersOf, type Report, reports } from '../../../support/report-table.ts'
import { rotating } from '../../../support/rounds.ts'
import { allow, makeWorld } from '../../../support/world.ts'

let scene: Scene
beforeAll(async () => {
  scene = await sceneOf()
})

const ask = (report: Report, query: Record<string, string>): Promise<Answer> =>
  scene.world.admin('GET', `${scene.pathOf(report)}?${new URLSearchParams(query)}`)

const [early, late] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z']
const inPairs = reports.flatMap(report =>
  report.pairs.map(([start, end]) => ({ name: report.name, report, start, end })),
)

describe.each(reports)('$name', report => {
  test('an unknown filter is 400, which names it and lists the known ones', async () => {
    for (const unknown of ['courseTitel', 'page', 'COURSETITLE', 'includePast']) {
      const answer = await ask(report, { [unknown]: 'x' })
      expect(badPaths(answer)).toEqual([unknown])
      for (const known of parametersOf(report)) expect(answer.raw).toMatch(new RegExp(`\\b${known}\\b`))
    }
  })

  test('a repeated filter is 400', async () => {
    for (const filter of report.filters) {
      const answer = await scene.world.admin('GET', `${scene.pathOf(report)}?${filter}=a&${filter}=b`)
      expect(badPaths(answer)).toEqual([filter])
    }
  })

  test('a sid of another kind is 400, which names the filter', async () => {
    for (const filter of report.filters.filter(name => name.endsWith('Sid')))
      for (const value of ['x', newSid('WH'), newSid('CO').toUpperCase()])
        expect(badPaths(await ask(report, { [filter]: value })), filter).toEqual([filter])
  })
})

describe.each(inPairs)('$name by $start and $end', ({ report, start, end }) => {
  const at = inPairs.findIndex(pair => pair.report === report && pair.start === start)
  test('one without the other is 400, which names the missing one', async () => {
    expect(badPaths(await ask(report, { [start]: early }))).toEqual([end])
    expect(badPaths(await ask(report, { [end]: late }))).toEqual([start])
  })

  test('a start that is not before the end is 400, which names one of them', async () => {
    for (const from of [early, late]) {
      const paths = badPaths(await ask(report, { [start]: from, [end]: early }))
      expect(paths).toHaveLength(1)
      expect([start, end]).toContain(paths[0])
    }
  })

  const wrong = [
    '2026-01-01T00:00:00.000',
    '2026-01-01T00:00:00+00:00',
    '2026-01-01T00:00:00z',
    '2026-01-01',
    '2026-02-30T00:00:00Z',
    '2026-01-01T24:30:00Z',
    '2026-13-01T00:00:00Z',
    '1767225600000',
    '',
  ]
  test.each(rotating(wrong, at, 3))('the instant %j is 400, which names it only', async value => {
    const named = async (query: Record<string, string>) => [...new Set(badPaths(await ask(report, query)))]
    expect(await named({ [start]: value, [end]: '2027-01-01T00:00:00Z' })).toEqual([start])
    expect(await named({ [start]: '2025-01-01T00:00:00Z', [end]: value })).toEqual([end])
  })
})

test.each(
  reports.flatMap(report =>
    [
      ...['sortKeys', 'sortOrder', 'limit', 'offset'].map(name => [name, name === 'limit' ? '-1' : 'x']),
      ...(report.name === 'churn' ? ['currentStatus', 'includeCancelled', 'includeClosed'] : []).map(name => [
        name,
        'x',
      ]),
      ...(report.name === 'churn'
        ? [
            ['currentStatus', 'Processing'],
            ['currentStatus', 'closed'],
          ]
        : []),
      ...(report.name === 'examSessionEvents' ? [['eventStatus', 'Reopened']] : []),
      ...(report.name === 'appointmentVolume'
        ? [
            ['timeZone', 'Mars/Base'],
            ['timeZone', '+02:00'],
            ['timeZone', ''],
          ]
        : []),
    ].map(([filter = '', value = '']) => ({ name: report.name, report, filter, value })),
  ),
)('$name?$filter=$value is 400', async ({ report, filter, value }) => {
  expect(badPaths(await ask(report, { [filter]: value })).join()).toMatch(new RegExp(`^${filter}`))
})

test('each report is 404 for an install or proctor account of another account, or an unknown one', async () => {
  const stranger = await makeWorld()
  for (const report of reports) {
    const path = scene.pathOf(report)
    expect((await stranger.admin('GET', path)).status, report.name).toBe(404)
    const unknown = path.replace(/(AI|PA)[a-f0-9]{32}/, (_, prefix) => newSid(prefix))
    expect((await scene.world.admin('GET', unknown)).status, report.name).toBe(404)
  }
})

test('each report requires its own action', async () => {
  const actions: Record<string, string> = {
    unscheduledLearners: 'sp:ReadUnscheduledLearners',
    examSessionEvents: 'sp:ReadSessionEventsReport',
    churn: 'sp:ReadChurnReport',
    audit: 'sp:ReadAuditReport',
    appointmentVolume: 'sp:ReadAppointmentVolume',
  }
  for (const report of reports.filter(({ name }) => name in actions)) {
    const { call } = await scene.world.credential(allow([String(actions[report.name])], ['*']))
    for (const one of reports.filter(({ name }) => name in actions))
      expect((await call('GET', scene.pathOf(one))).status).toBe(one === report ? 200 : 403)
  }
})
