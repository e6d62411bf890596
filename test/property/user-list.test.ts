// The list of users equals a naive reference on random users.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { user } from '../../db/schema/user.ts'
import { newSid } from '../../db/sid.ts'
import { pageOf, tenantCount, timeout } from '../support/report-check.ts'
import { contains } from '../support/report-facts.ts'
import { makeWorld, sisterOf } from '../support/world.ts'

/** Few names and times, so that the order falls back to the next key and to the sids. */
const person = fc.record({
  firstName: fc.constantFrom('Ada', 'Alan', 'Grace'),
  lastName: fc.constantFrom('Hopper', 'Lovelace', 'Turing', '100%'),
  role: fc.constantFrom('learner' as const, 'instructor' as const, 'admin' as const),
  createdMinute: fc.nat(3),
  isMerged: fc.nat(4).map(n => n === 0),
})
const people = fc.array(person, { minLength: 1, maxLength: 15 })

const query = fc.record(
  {
    limit: fc.nat(6).map(String),
    offset: fc.nat(8).map(String),
    sortKeys: fc
      .shuffledSubarray(['createdDate', 'lastName', 'firstName'], { minLength: 1 })
      .map(keys => keys.join()),
    sortOrder: fc.constantFrom('ASC', 'DESC'),
    firstName: fc.constantFrom('a', 'AL'),
    lastName: fc.constantFrom('o', '%'),
    search: fc.constantFrom('la', '1@SCHOOL', 'user 2', '_'),
    adminUsers: fc.constantFrom('true', 'false'),
  },
  { requiredKeys: [] },
)

test(
  `the list of users has those that match the filters, in order and in pages, on ${tenantCount} random tenants`,
  { timeout },
  () =>
    fc.assert(
      fc.asyncProperty(
        people,
        people,
        fc.array(query, { minLength: 6, maxLength: 6 }),
        async (own, others, queries) => {
          const world = await makeWorld()
          const sister = await sisterOf(world)
          const rowsOf = (given: typeof own, { installSid }: typeof world) =>
            given.map(({ createdMinute, isMerged, ...person }, at) => ({
              ...{ ...person, sid: newSid('US'), installSid, createdDate: new Date(createdMinute * 60_000) },
              // Merged into a user who is no longer there: nothing reads that user here.
              mergedIntoSid: isMerged ? newSid('US') : null,
              ...{ email: `${at}@school.example`, username: `user ${at}` },
            }))
          const rows = rowsOf(own, world)
          await world.stack.db.insert(user).values([...rows, ...rowsOf(others, sister)])
          for (const sent of queries) {
            const answer = await world.admin('GET', world.path(`/users?${new URLSearchParams(sent)}`))
            expect(answer, answer.raw).toMatchObject({ status: 200, roundTrips: 1 })
            const lines = rows
              .filter(
                ({ firstName, lastName, role, email, username, mergedIntoSid }) =>
                  mergedIntoSid === null &&
                  contains(firstName, sent.firstName) &&
                  contains(lastName, sent.lastName) &&
                  [firstName, lastName, email, username].some(text => contains(text, sent.search)) &&
                  (sent.adminUsers === undefined || (role === 'admin') === (sent.adminUsers === 'true')),
              )
              .map(({ sid, firstName, lastName, email, username, createdDate }) => ({
                id: sid,
                keys: { firstName, lastName, createdDate: createdDate.toISOString() },
                row: { sid, firstName, lastName, email, username },
              }))
            const { total, count, offset, results } = answer.body
            const page = pageOf(lines, ['createdDate'], sent)
            expect({ total, count, offset, results }, JSON.stringify(sent)).toEqual(page)
          }
        },
      ),
      { numRuns: tenantCount, interruptAfterTimeLimit: timeout - 10_000 },
    ),
)
