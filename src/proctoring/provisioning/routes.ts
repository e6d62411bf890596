import { batch } from '../../../db/client.ts'
import { type Prefix, sidFromUuid } from '../../../db/sid.ts'
import { provisionProblem } from '../../shared/problems/field-errors.ts'
import { firstOr404, Problem } from '../../shared/problems/problem.ts'
import { setActor } from '../actor.ts'
import { route } from '../env.ts'
import { guardPasswords } from '../exams/configurations/password.ts'
import { findInstall } from '../installs/queries.ts'
import { InstallParams } from '../installs/schema.ts'
import { findSuppressionKey, hasherOf } from '../people/suppressions/hashes.ts'
import { toProvisionItem } from './item.ts'
import { Provisioned, ProvisionedBatch, results } from './outcome.ts'
import { type BatchRow, type ProvisionedRow, provisionMany, provisionOne } from './queries.ts'
import { presentRefusal, readItem } from './refusals.ts'
import { Provision, ProvisionBatch } from './schema.ts'

const common = {
  tag: 'Provision',
  method: 'post',
  path: '/v1/installs/{installSid}/provision',
  params: InstallParams,
} as const

export const provision = route({
  ...common,
  action: 'sp:Provision',
  operationId: 'provisionRecords',
  summary: 'Provision a course, a user, an enrollment and an exam',
  description:
    'Finds each record by any of its ids, or creates it. Members that are sent are updated; others remain unchanged. An id of a merged user finds the user into whom it was merged, adds the ids that are missing, and changes no other member. An erased person is `Suppressed`: only the course and the exam are applied. Applies all changes or none. Repeating the request changes nothing. An instructor cannot change `limitedScope` or an accommodation of an exam whose primary configuration is locked, and revokes its approval where the install requires one. Nobody gives a user a role above the own one.',
  body: Provision,
  returns: Provisioned,
  problems: [
    'username_taken',
    'id_taken',
    'id_conflict',
    'action_not_allowed',
    'exam_has_appointments',
    'edited_meanwhile',
    'sealing_key_mismatch',
  ],
  audited: true,
  load: ({ db, params }) => ({ installs: findInstall(db, params), keys: findSuppressionKey(db, params) }),
  handle: async ({ db, env, caller, params, body, loaded }) => {
    const install = firstOr404(loaded.installs)
    const hasher = await hasherOf(env, params.installSid, loaded.keys)
    const item = await toProvisionItem(env, { ...install, hasher, role: caller.role }, body)
    const { provisioned } = await batch(db, {
      sealingKey: guardPasswords(db, env, passwordsIn([body])),
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
    'Applies the items in order, in one transaction. An item that is malformed or conflicts with existing records is refused: its result contains the problem, and all other items are applied. An error response means that no item was applied.',
  body: ProvisionBatch,
  returns: ProvisionedBatch,
  problems: ['sealing_key_mismatch'],
  audited: true,
  // 500 items, each with its triggers and session changes.
  statementTimeoutMs: () => 60_000,
  load: ({ db, params }) => ({ installs: findInstall(db, params), keys: findSuppressionKey(db, params) }),
  handle: async ({ db, env, caller, params, body, loaded }) => {
    const hasher = await hasherOf(env, params.installSid, loaded.keys)
    const install = { ...firstOr404(loaded.installs), hasher, role: caller.role }
    const items = await Promise.all(
      body.items.map(item => readItem(item, valid => toProvisionItem(env, install, valid))),
    )
    const valid = items.flatMap(item => (item instanceof Problem ? [] : item))
    const { provisioned } = await batch(db, {
      sealingKey: guardPasswords(db, env, passwordsIn(valid.map(({ item }) => item))),
      actor: setActor(db, caller),
      ...provisionMany(
        db,
        params.installSid,
        valid.map(({ row }) => row),
      ),
    })
    const applied = provisioned.values()
    return {
      results: items.map(item =>
        item instanceof Problem ? refused(item) : presentResult(applied.next().value?.row),
      ),
    }
  },
})

const passwordsIn = (items: readonly Provision[]) => items.map(({ exam }) => exam?.configuration?.password)

const entity = <P extends Prefix, R>(prefix: P, row: { sid: string; result: R }) => ({
  ...row,
  sid: sidFromUuid(prefix, row.sid),
})

const personalEntity = <P extends Prefix, R>(prefix: P, row: { sid: string | null; result: R }) => ({
  ...row,
  sid: row.sid === null ? null : sidFromUuid(prefix, row.sid),
})

const present = ({ course, user, enrollment, exam, accommodation }: ProvisionedRow) => ({
  course: entity('CU', course),
  user: user && personalEntity('US', user),
  enrollment: enrollment && personalEntity('EN', enrollment),
  exam: exam && entity('EX', exam),
  accommodation: accommodation && personalEntity('EC', accommodation),
})

const noEntities = { course: null, user: null, enrollment: null, exam: null, accommodation: null }

const refused = (problem: Problem) => ({ ...noEntities, ...presentRefusal(problem) })

function presentResult(row: BatchRow | undefined) {
  if (row === undefined) throw new Error('The batch returned fewer results than it has items.')
  if ('fault' in row) return refused(provisionProblem(row.fault))
  const entities = present(row)
  if (entities.user?.result === 'Suppressed')
    return { ...entities, result: 'Suppressed' as const, problem: null, error: null }
  const result = results.find(name => Object.values(entities).some(one => one?.result === name))
  return { ...entities, result: result ?? 'Found Existing', problem: null, error: null }
}
