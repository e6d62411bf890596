// Imports of rosters over the API.

import { expect } from 'vitest'
import { type BundleOptions, bundle, type Tables } from './one-roster.ts'
import type { World } from './world.ts'

/** A class with two learners. */
export const classOfTwo: Tables = {
  academicSessions: [{}],
  courses: [{}],
  classes: [{}],
  users: [{}, {}],
  enrollments: [{}, { userSourcedId: 'user-2' }],
}

/** Imports the tables, and checks that the import is not refused. `query` starts with `?`. */
export async function postRoster(world: World, tables: Tables, query = '', options: BundleOptions = {}) {
  const body = new Blob([bundle(tables, options)])
  const headers = { 'content-type': 'application/zip' }
  const answer = await world.admin('POST', world.path(`/provision/oneroster${query}`), { body, headers })
  expect(answer.status, answer.raw).toBe(200)
  return answer
}

/** `postRoster`, of which it returns the body. */
export const sendRoster = async (...given: Parameters<typeof postRoster>) => (await postRoster(...given)).body
