// The list of tokens equals a naive reference on random families.
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batch } from '../../db/client.ts'
import { stsToken } from '../../db/schema/sts.ts'
import { newSid, type SidOf } from '../../db/sid.ts'
import { addRowCountChanges } from '../../src/shared/row-count.ts'
import { pageOf, timeout } from '../support/report-check.ts'
import { rounds } from '../support/rounds.ts'
import { backend } from '../support/sts.ts'
import { families, insertTokens, tokenLines, tokenRowsOf } from '../support/token-rows.ts'
import { sidOf } from '../support/tokens.ts'
import { makeWorld, sisterOf } from '../support/world.ts'

const tenants = rounds({ quick: 5, all: 60 })

/** A query; `user` is the position of its `targetUserSid` in the users below. */
const query = fc.record(
  {
    limit: fc.nat(8).map(String),
    offset: fc.nat(12).map(String),
    sortKeys: fc.constant('createdDate'),
    sortOrder: fc.constantFrom('ASC', 'DESC'),
    active: fc.constantFrom('true', 'false'),
    user: fc.nat(2),
  },
  { requiredKeys: [] },
)

test(
  `the list of tokens has those that match the filters, in order and in pages, on ${tenants} random tenants`,
  { timeout },
  () =>
    fc.assert(
      fc.asyncProperty(
        families,
        families,
        fc.record({ deleted: fc.nat(2), areAdded: fc.boolean() }),
        fc.array(query, { minLength: 6, maxLength: 6 }),
        async (own, others, { deleted, areAdded }, queries) => {
          const world = await makeWorld()
          const sister = await sisterOf(world)
          const credentialSid = sidOf('AK', (await backend(world)).sid)
          const [first, second] = [await world.user(), await world.user()]
          const users: (SidOf<'US'> | null)[] = [first, second, null]
          const now = Date.now()
          const { installSid } = world
          const { db } = world.stack
          const inserted = tokenRowsOf(own, { installSid, credentialSid, users, now })
          await insertTokens(world, inserted)
          // The changes of the count are added to it before, after or between those of the requests.
          if (areAdded) await batch(db, { added: addRowCountChanges({}) })
          for (const { family } of inserted.slice(0, deleted))
            await db.delete(stsToken).where(eq(stsToken.familySid, family.sid))
          const rows = inserted.slice(deleted)
          const foreign = { installSid: sister.installSid, credentialSid, users: [null], now }
          await insertTokens(world, tokenRowsOf(others, foreign))
          for (const { user, ...query } of queries) {
            const targetUserSid = user === undefined ? undefined : ([first, second][user] ?? newSid('US'))
            const sent = { ...query, ...(targetUserSid && { targetUserSid }) }
            const answer = await world.admin('GET', world.path(`/sts/tokens?${new URLSearchParams(sent)}`))
            expect(answer, answer.raw).toMatchObject({ status: 200, roundTrips: 1 })
            const { total, count, offset, results } = answer.body
            const page = pageOf(tokenLines(rows, now, sent), ['createdDate'], sent)
            expect({ total, count, offset, results }, JSON.stringify(sent)).toEqual(page)
          }
        },
      ),
      { numRuns: tenants, interruptAfterTimeLimit: timeout - 10_000 },
    ),
)
