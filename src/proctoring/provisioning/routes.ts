import { batch } from '../../../db/client.ts'
import { type Prefix, sidFromUuid } from '../../../db/sid.ts'
import { provisionFieldError } from '../../shared/problems/field-errors.ts'
import { firstOr404 } from '../../shared/problems/problem.ts'
import { route } from '../env.ts'
import { findInstall } from '../installs/queries.ts'
import { InstallParams } from '../installs/schema.ts'
import { setActor } from '../sessions/lifecycle/change.ts'
import { toProvisionItem } from './item.ts'
import { type BatchRow, type ProvisionedRow, provisionMany, provisionOne } from './queries.ts'
import { Provision, ProvisionBatch, Provisioned, ProvisionedBatch } from './schema.ts'

const common = {
  tag: 'Provision',
  method: 'post',
  path: '/v1/installs/{installSid}/provision',
  params: InstallParams,
} as const

export const provision = route({
  ...common,
  action: 'sp:Provision',
  summary: 'Provision a course, a user, an enrollment and an exam',
  description:
    'Finds each record by any of its ids, or creates it. Members that are sent are updated; others remain unchanged. Applies all changes or none, and is idempotent.',
  body: Provision,
  returns: Provisioned,
  problems: ['username_taken'],
  audited: true,
  load: ({ db, params }) => ({ installs: findInstall(db, params) }),
  handle: async ({ db, env, caller, params, body, loaded }) => {
    const item = await toProvisionItem(env, firstOr404(loaded.installs), body)
    const { provisioned } = await batch(db, {
      actor: setActor(db, caller),
      ...provisionOne(db, params.installSid, item),
    })
    return present(firstOr404(provisioned).row)
  },
})

export const provisionBatch = route({
  ...common,
  path: `${common.path}/batch`,
  action: 'sp:ProvisionBatch',
  summary: 'Provision a batch of up to 500 items',
  description:
    'Applies each item separately, in order. An item that conflicts with existing records is reported with its error and not applied. A malformed body is refused as a whole.',
  body: ProvisionBatch,
  returns: ProvisionedBatch,
  audited: true,
  // 500 items, each with its triggers and session changes.
  roundTripTimeoutMs: 60_000,
  load: ({ db, params }) => ({ installs: findInstall(db, params) }),
  handle: async ({ db, env, caller, params, body, loaded }) => {
    const install = firstOr404(loaded.installs)
    const items = await Promise.all(body.items.map(item => toProvisionItem(env, install, item)))
    const { provisioned } = await batch(db, {
      actor: setActor(db, caller),
      ...provisionMany(db, params.installSid, items),
    })
    return { results: provisioned.map(({ row }) => presentResult(row)) }
  },
})

const entity = <P extends Prefix, R>(prefix: P, row: { sid: string; result: R }) => ({
  ...row,
  sid: sidFromUuid(prefix, row.sid),
})

const present = ({ course, user, enrollment, exam }: ProvisionedRow) => ({
  course: entity('CU', course),
  user: user && entity('US', user),
  enrollment: enrollment && entity('EN', enrollment),
  exam: exam && entity('EX', exam),
})

const noEntities = { course: null, user: null, enrollment: null, exam: null }

const presentResult = (row: BatchRow) =>
  'fault' in row ? { ...noEntities, error: provisionFieldError(row.fault) } : { ...present(row), error: null }
