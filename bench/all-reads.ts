// Area A's lists, reports and records.

import {
  credentialOf,
  installOf,
  type Operation,
  operation,
  type Part,
  type Place,
  rotating,
} from './all-operation.ts'
import { type Ask, askerOf, askPage, spread, textOf } from './ask.ts'
import { type Case, reportCases } from './report-cases.ts'

/** Deep pages of these tell of the rest; `npm run bench -- reports` asks for those of every list, and for filters. */
const alsoDeep = ['A10', 'A11', 'A12', 'A13', 'users']
const records = 40

export async function readsOf(place: Place): Promise<Part> {
  const ask = askerOf(place.baseUrl, place.data.apiCredential, new AbortController().signal)
  const cases = await reportCases(ask, place.data)
  const lists = cases.filter(isMeasured).map(({ name, paths, targetMs }) =>
    operation({
      ...read(place),
      ...{ chain: rotating(paths), ...noted(name), ...(targetMs && { targetMs }) },
    }),
  )
  const operations = await Promise.all([...lists, ...(await recordsOf(place, ask, cases))])
  return { name: 'lists, reports and records', operations: () => Promise.resolve(operations) }
}

const read = (place: Place) => ({
  ...{ method: 'GET' as const, headers: credentialOf(place), status: 200, limit: 'select' as const },
})

const isMeasured = ({ name }: Case) =>
  !name.includes(', by ') && (!name.endsWith(', deep') || alsoDeep.some(list => name.startsWith(list)))

function noted(name: string): { note?: string } {
  const [, note] = name.split(', ')
  if (note === 'deep') return { note: 'deep page' }
  return note ? { note } : {}
}

/** Records of sampled exams' sessions: hardly a request asks for what another has asked for. */
async function recordsOf(place: Place, ask: Ask, cases: Case[]): Promise<Promise<Operation>[]> {
  const pathsOf = (list: string) => cases.find(({ name }) => name === list)?.paths ?? []
  const install = installOf(place)
  const found = []
  for (const page of pathsOf('A10 sessions of an exam')) {
    const [list = ''] = page.split('?')
    const { results } = await askPage(ask, page)
    for (const row of results) {
      const exam = list.replace('/sessions', '')
      const enrollment = `${install}/enrollments/${textOf(row, 'enrollmentSid')}`
      found.push({
        session: `${list}/${textOf(row, 'sid')}`,
        user: `${install}/users/${textOf(row, 'userSid')}/profile`,
        configuration: `${enrollment}/${exam.slice(install.length + 1)}/configuration`,
      })
    }
  }
  const exams = pathsOf('configurations').map(path => path.replace(/\/configurations.*/, ''))
  const sampled = spread(found, records)
  return [
    [install],
    [`${install}/settings`],
    sampled.map(({ user }) => user),
    exams,
    sampled.map(({ configuration }) => configuration),
    sampled.map(({ session }) => session),
    sampled.map(({ session }) => `${session}/availability`),
  ].map(paths => operation({ ...read(place), chain: rotating(paths) }))
}
