// The operations that only some roles can call, whatever the policy of the credential allows.
import { beforeAll, expect, test } from 'vitest'
import type { Role } from '../../db/schema/credential.ts'
import { operationIdOf } from '../../src/shared/http/route.ts'
import type { Call } from '../support/client.ts'
import { fill, guardedRoutes } from '../support/routes.ts'
import { changingNoRow } from '../support/tables.ts'
import { allow, makeWorld, type World } from '../support/world.ts'

/** The lowest role that can call each operation. */
const lowest: Partial<Record<Role, readonly string[]>> = {
  admin: [
    ...['updateInstall', 'updateInstallSettings', 'listDuplicateIds', 'mergeUsers', 'voidSession'],
    ...['listSuppressions', 'findSuppression', 'deleteSuppression'],
    ...['approveExamConfiguration', 'lockExamConfiguration', 'unlockExamConfiguration'],
    ...['CancellationPolicy', 'ProctorGroup', 'ProctorType', 'ReviewProcess'].flatMap(record =>
      ['create', 'update', 'delete'].map(verb => `${verb}${record}`),
    ),
  ],
  instructor: [
    ...['createExamConfiguration', 'updateExamConfiguration', 'deleteExamConfiguration'],
    ...['readExamConfigurationImpact', 'applyAccommodations'],
  ],
  proctor: [
    ...['readSessionHistory', 'readExamConfigurationHistory', 'deleteFile'],
    ...['listProctorGroups', 'readProctorGroup'],
    ...['listCancellationPolicies', 'readCancellationPolicy', 'listCancellationPolicyVersions'],
  ],
}

const ranked: readonly Role[] = ['admin', 'instructor', 'proctor', 'learner']
const limited = guardedRoutes.filter(({ roles }) => roles)

let world: World
const callers = new Map<Role, Call>()
beforeAll(async () => {
  world = await makeWorld()
  for (const role of ranked) callers.set(role, (await world.credential(allow(['sp:*'], ['*']), role)).call)
})

test('each operation that only some roles can call is listed here with its lowest role, and no other is', () => {
  const found = limited.map(route => [operationIdOf(route), route.roles?.at(-1)])
  const listed = Object.entries(lowest).flatMap(([role, ids]) => ids.map(id => [id, role]))
  expect(found.toSorted()).toEqual(listed.toSorted())
})

test.each(limited.map(route => [operationIdOf(route), route] as const))(
  '%s is 403 for a credential of a lower role that is allowed everything, and writes nothing',
  async (_, route) => {
    const lower = ranked.filter(role => !route.roles?.includes(role))
    await changingNoRow(world, async () => {
      for (const role of lower) {
        const answer = await callers.get(role)?.(route.method, fill(route, world.installSid))
        expect([answer?.status, answer?.text('code')], role).toEqual([403, 'action_not_allowed'])
      }
    })
  },
)
