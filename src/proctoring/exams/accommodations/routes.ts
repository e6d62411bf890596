import { batch } from '../../../../db/client.ts'
import { firstOr404 } from '../../../shared/problems/problem.ts'
import { setActor } from '../../actor.ts'
import { route } from '../../env.ts'
import { findInstall } from '../../installs/queries.ts'
import { InstallParams } from '../../installs/schema.ts'
import { changeBy } from '../../locks.ts'
import { writerRoles } from '../configurations/paths.ts'
import { isInitiallyApproved } from '../configurations/rules.ts'
import { placedOf, plan } from './plan.ts'
import { findTargets, writeAccommodations } from './queries.ts'
import { AccommodationBatch, AccommodationResults } from './schema.ts'

export const applyAccommodations = route({
  ...writerRoles,
  tag: 'Exam Configuration',
  method: 'post',
  path: '/v1/installs/{installSid}/accommodations/batch',
  params: InstallParams,
  action: 'sp:ApplyAccommodations',
  summary: 'Apply a batch of up to 500 accommodations',
  description:
    'Creates or updates the accommodations of learners, item by item in order, in one transaction. A member that is not sent stays as it is; `null` clears a window. An item is refused alone, by the rules of the operations on single accommodations, and its result contains the problem. Repeating the request changes nothing. If another request changes one of the accommodations meanwhile, nothing is applied: 409.',
  body: AccommodationBatch,
  returns: AccommodationResults,
  problems: ['edited_meanwhile'],
  // 2,000 accommodations, each with its triggers and session changes.
  statementTimeoutMs: () => 60_000,
  load: ({ db, params, body }) => ({
    installs: findInstall(db, params),
    targets: findTargets(db, params, placedOf(body.items)),
  }),
  handle: async ({ db, caller, params, body: { items }, loaded: { installs, targets } }) => {
    const install = firstOr404(installs)
    const { results, writes } = plan({ ...params, caller }, items, targets)
    if (writes.length > 0)
      await batch(db, {
        actor: setActor(db, caller),
        ...writeAccommodations(db, params, placedOf(items), targets, writes, {
          ...changeBy(caller, install),
          approved: isInitiallyApproved(install),
        }),
      })
    return { results }
  },
})
