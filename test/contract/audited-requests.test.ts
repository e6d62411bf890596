// Every audited operation writes an audit row with its name, its caller and its request. Add new operations to
// test/support/audited-requests.ts, or for area C to test/support/audited-platform-requests.ts.
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { auditEvent } from '../../db/schema/audit.ts'
import { operationIdOf } from '../../src/shared/http/route.ts'
import { auditedOfPlatform } from '../support/audited-platform-requests.ts'
import { auditedInInstalls } from '../support/audited-requests.ts'
import { inAll } from '../support/rounds.ts'
import { everyRoute } from '../support/routes.ts'
import { makeWorld, type World } from '../support/world.ts'

const requests = { ...auditedInInstalls, ...auditedOfPlatform }

let world: World
let administrator: { actor: string; actorKind: string }
beforeAll(async () => {
  world = await makeWorld()
  const [first] = (await world.admin('GET', '/api/credentials')).list('results')
  administrator = { actor: String(first?.['sid']), actorKind: 'credential' }
}, 240_000)

test('each audited operation has a request here, and no other is listed', () => {
  const audited = everyRoute.filter(route => route.audited).map(operationIdOf)
  const listed = Object.keys(requests)
  expect(
    audited.filter(id => !listed.includes(id)),
    'Add a request for each of these operations to test/support/audited-requests.ts.',
  ).toEqual([])
  expect(
    listed.filter(id => !audited.includes(id)),
    'These operations are not audited.',
  ).toEqual([])
})

/** The first operator is created in a new system, which takes seconds to start. */
const isRun = (operation: string) =>
  operation !== 'createFirstAdmin' || inAll('integration/platform/auth/setup')

test.each(Object.entries(requests).filter(([operation]) => isRun(operation)))(
  '%s writes an audit row with its name, its caller and its request',
  {
    timeout: 120_000,
  },
  async (operation, prepare) => {
    const { row, request, by = administrator, stack = world.stack } = await prepare(world)
    const answer = await request()
    expect(answer.status, answer.raw).toBeLessThan(300)
    const requestId = answer.headers.get('x-request-id') ?? expect.fail('The response has no X-Request-Id.')
    const rows = await stack.db.select().from(auditEvent).where(eq(auditEvent.requestId, requestId))
    expect(rows).toContainEqual(expect.objectContaining(row))
    for (const each of rows) expect(each).toMatchObject({ ...by, operation })
    if (stack !== world.stack) await stack.close()
  },
)
