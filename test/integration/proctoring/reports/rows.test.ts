import { beforeAll, describe, expect, test } from 'vitest'
import { newSid } from '../../../../db/sid.ts'
import { pageOf } from '../../../support/report-check.ts'
import type { Line } from '../../../support/report-facts.ts'
import { audit as auditLines, churn as churnLines, sessionEvents } from '../../../support/report-history.ts'
import { accountName } from '../../../support/report-proctor.ts'
import {
  examList as examLines,
  unscheduledLearners as learnerLines,
} from '../../../support/report-reference.ts'
import type { Rows } from '../../../support/report-rows.ts'
import { read, type Scene, sceneOf } from '../../../support/report-scene.ts'
import {
  appointmentVolume,
  audit,
  churn,
  examList,
  examSessionEvents,
  paged,
  type reports,
  unscheduledLearners,
} from '../../../support/report-table.ts'

let scene: Scene
beforeAll(async () => {
  scene = await sceneOf()
})

describe.each(paged)('$name', report => {
  test('a row has exactly the fields of the interface', async () => {
    const answer = await read(scene, report)
    expect(answer.count('total')).toBe(2)
    for (const row of answer.list('results'))
      expect(Object.keys(row).toSorted()).toEqual(report.fields.toSorted())
  })

  test('the envelope has its eight members, and its URLs repeat every filter', async () => {
    const text = report.filters.find(name => name === 'courseTitle' || name === 'courseOfferingSid') ?? ''
    const value = text === 'courseTitle' ? 'b%_ é&' : newSid('CO')
    const { body } = await read(scene, report, { limit: '1', offset: '1' })
    const members = ['count', 'first', 'last', 'next', 'offset', 'prev', 'results', 'total']
    expect(Object.keys(body).toSorted()).toEqual(members)
    expect(body).toMatchObject({ total: 2, count: 1, offset: 1, next: null })
    const filtered = (await read(scene, report, { [text]: value, limit: '1' })).body
    expect(filtered).toMatchObject({ total: 0, count: 0, next: null, prev: null, results: [] })
    for (const url of [filtered['first'], filtered['last']])
      expect(new URL(String(url)).searchParams.get(text)).toBe(value)
  })

  test('limit 0 returns only the total', async () => {
    const { body } = await read(scene, report, { limit: '0' })
    expect(body).toMatchObject({ total: 2, count: 0, results: [] })
  })

  test('a limit above 1000 is 1000, also in the URLs', async () => {
    const { body } = await read(scene, report, { limit: '1001' })
    expect(new URL(String(body['first'])).searchParams.get('limit')).toBe('1000')
  })

  test('paging by next shows every row once, in both orders', async () => {
    for (const sortOrder of ['ASC', 'DESC']) {
      const whole = (await read(scene, report, { sortOrder })).list('results')
      const { body } = await read(scene, report, { sortOrder, limit: '1' })
      const next = await scene.world.admin('GET', String(body['next']))
      expect([body['results'], next.body['results']]).toEqual(whole.map(row => [row]))
      expect(next.body).toMatchObject({ next: null, prev: expect.any(String) })
    }
  })
})

test('A15 has its three arrays and nothing else', async () => {
  expect(Object.keys((await read(scene, appointmentVolume)).body)).toEqual(appointmentVolume.fields)
})

test('the rows of the scene equal those of the reference', async () => {
  const expected: [(typeof reports)[number], (rows: Rows) => Line[], string[]][] = [
    [examList, rows => examLines([rows], accountName, {}), ['accountName', 'courseTitle', 'examTitle']],
    [unscheduledLearners, rows => learnerLines(rows, {}), ['createdDate']],
    [examSessionEvents, rows => sessionEvents(rows, {}), ['createdDate']],
    [churn, rows => churnLines(rows, {}), ['createdDate']],
    [audit, rows => auditLines(rows, {}), ['createdDate']],
  ]
  for (const [report, lines, keys] of expected)
    expect((await read(scene, report)).list('results'), report.name).toEqual(
      pageOf(lines(scene.rows), keys, {}).results,
    )
})
