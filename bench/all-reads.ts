// The lists, reports and records of area A.

import {
  credentialOf,
  installOf,
  type MeasuredSystem,
  type Operation,
  operation,
  type Part,
  rotating,
} from './all-operation.ts'
import { type Get, getPage, getterFor, spread, textOf } from './get.ts'
import { type Case, ofMiddle, reportCases } from './report-cases.ts'

/** Lists whose deep pages are measured too. `npm run bench -- reports` measures deep pages and filters of every list. */
const listsWithDeepPages = ['A10', 'A11', 'A12', 'A13', 'users']
const recordCount = 40

export async function readsOf(system: MeasuredSystem): Promise<Part> {
  const get = getterFor(system.baseUrl, system.data.apiCredential, new AbortController().signal)
  const cases = await reportCases(get, system.data)
  const lists = cases.filter(isMeasured).map(({ name, paths, targetMs, aimMs }) =>
    operation({
      ...read(system),
      ...{ chain: rotating(paths), ...noteOf(name), ...(targetMs && { targetMs }), ...(aimMs && { aimMs }) },
    }),
  )
  const operations = await Promise.all([...lists, ...(await recordsOf(system, get, cases))])
  return { name: 'lists, reports and records', operations: () => Promise.resolve(operations) }
}

const read = (system: MeasuredSystem) => ({
  ...{ method: 'GET' as const, headers: credentialOf(system), status: 200, limit: 'select' as const },
})

const isMeasured = ({ name }: Case) =>
  !(name.includes(', by ') || name.endsWith(ofMiddle)) &&
  (!name.endsWith(', deep') || listsWithDeepPages.some(list => name.startsWith(list)))

function noteOf(name: string): { note?: string } {
  const [, note] = name.split(', ')
  if (note === 'deep') return { note: 'deep page' }
  return note ? { note } : {}
}

/** Builds operations on records of sampled exams' sessions. The sample is large, so that few requests read the same record. */
async function recordsOf(system: MeasuredSystem, get: Get, cases: Case[]): Promise<Promise<Operation>[]> {
  const pathsOf = (list: string) => cases.find(({ name }) => name === list)?.paths ?? []
  const install = installOf(system)
  const pathsOfRecords = []
  for (const page of pathsOf('A10 sessions of an exam')) {
    const [list = ''] = page.split('?')
    const { results } = await getPage(get, page)
    for (const row of results) {
      const exam = list.replace('/sessions', '')
      const enrollment = `${install}/enrollments/${textOf(row, 'enrollmentSid')}`
      pathsOfRecords.push({
        session: `${list}/${textOf(row, 'sid')}`,
        user: `${install}/users/${textOf(row, 'userSid')}/profile`,
        configuration: `${enrollment}/${exam.slice(install.length + 1)}/configuration`,
      })
    }
  }
  const exams = pathsOf('configurations').map(path => path.replace(/\/configurations.*/, ''))
  const sampled = spread(pathsOfRecords, recordCount)
  return [
    [install],
    [`${install}/settings`],
    sampled.map(({ user }) => user),
    exams,
    sampled.map(({ configuration }) => configuration),
    sampled.map(({ session }) => session),
    sampled.map(({ session }) => `${session}/availability`),
  ].map(paths => operation({ ...read(system), chain: rotating(paths) }))
}
