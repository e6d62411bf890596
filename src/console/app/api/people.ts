// Finds people of an install by what an operator types, with the lists that the API has.

import { ApiProblem, type RequestOf, sid } from '../../../client/index.ts'
import { api, read } from './client.ts'
import type { useInstallSid } from './installs.ts'

export type Found = { sid: string; firstName: string; lastName: string; email?: string | undefined }

type InstallSid = ReturnType<typeof useInstallSid>

const path = '/v1/installs/{installSid}/users'
type Filter = NonNullable<RequestOf<'get', typeof path, never>['query']>

/** The most people that are shown: who is not among them is found by more letters. */
const limit = 20

/** The profile of a person. */
export const profileQuery = (installSid: InstallSid, person: string) => ({
  ...read(`${path}/{userSid}/profile`, { params: { installSid, userSid: sid('US', person) } }),
  staleTime: 60_000,
})

/** The name as lists show it. */
export const nameOf = ({ firstName, lastName }: Pick<Found, 'firstName' | 'lastName'>): string =>
  [lastName, firstName].filter(Boolean).join(', ')

/** Whether a text of an address is the id of a person. */
export const isPerson = (text: string | undefined): text is string => /^US[0-9a-f]{32}$/.test(text ?? '')

/** The filters by a name: the last, the first, or both in either order. */
function nameFilters(text: string): Filter[] {
  const [, last, first] = /^(.+?)\s*,\s*(.+)$/.exec(text) ?? []
  if (last && first) return [{ lastName: last, firstName: first }]
  const [, given, family] = /^(.+)\s+(\S+)$/.exec(text) ?? []
  if (given && family) return [{ firstName: given, lastName: family }, { lastName: text }]
  return [{ lastName: text }, { firstName: text }]
}

const idFilters = (text: string): Filter[] => [
  { sisId: text },
  { lmsId: text },
  { apiId: text },
  { externalId: text },
]

/** Each person once, in the order of the lists. */
const distinct = (people: readonly Found[]): Found[] =>
  [...new Map(people.map(person => [person.sid, person])).values()].slice(0, limit)

async function byFilters(installSid: InstallSid, filters: readonly Filter[], signal: AbortSignal) {
  const pages = await Promise.all(
    filters.map(filter =>
      api.get(path, {
        ...{ params: { installSid }, query: { ...filter, limit, sortKeys: 'lastName' as const }, signal },
      }),
    ),
  )
  return distinct(pages.flatMap(({ results }) => results))
}

async function bySid(installSid: InstallSid, text: string, signal: AbortSignal): Promise<Found[]> {
  const params = { installSid, userSid: sid('US', text) }
  try {
    return [await api.get(`${path}/{userSid}/profile`, { params, signal })]
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return []
    throw error
  }
}

/** Finds people by a part of the name, by an id of any system, or by a part of the e-mail address. */
export async function findPeople(
  installSid: InstallSid,
  text: string,
  signal: AbortSignal,
): Promise<Found[]> {
  const isSid: boolean = isPerson(text)
  if (isSid) return bySid(installSid, text, signal)
  if (text.includes('@')) return byFilters(installSid, [{ search: text }], signal)
  const named = await byFilters(installSid, nameFilters(text), signal)
  const identified =
    named.length > 0 && !/\d/.test(text) ? [] : await byFilters(installSid, idFilters(text), signal)
  return distinct([...identified, ...named])
}
