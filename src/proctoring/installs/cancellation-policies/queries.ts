import { and, eq, exists, getTableColumns, isNull, or, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../../../db/client.ts'
import { guard } from '../../../../db/guard.ts'
import { cancellationPolicy, cancellationPolicyVersion } from '../../../../db/schema/cancellation.ts'
import { exam } from '../../../../db/schema/exam.ts'
import { examSession } from '../../../../db/schema/session.ts'
import { install } from '../../../../db/schema/tenancy.ts'
import { newSid, type SidOf } from '../../../../db/sid.ts'
import { nameKey } from '../../../shared/http/filter.ts'
import { orderOf, paged } from '../../../shared/http/page.ts'
import { deleteOrRetire, isListed } from '../../retire.ts'
import type {
  CancellationPolicyCreate,
  CancellationPolicyQuery,
  CancellationPolicyUpdate,
  VersionQuery,
} from './schema.ts'

type InstallPath = { installSid: SidOf<'AI'> }
type PolicyPath = InstallPath & { cancellationPolicySid: SidOf<'CP'> }

const [policy, version] = [cancellationPolicy, cancellationPolicyVersion]

const matchesPolicy = ({ installSid, cancellationPolicySid }: PolicyPath) =>
  and(eq(policy.installSid, installSid), eq(policy.sid, cancellationPolicySid))

/** Returns the subquery of the newest version of a policy. */
const newestVersion = (policySid: SQL | typeof policy.sid) =>
  sql<SidOf<'CV'>>`(select ${version.sid} from ${version} where ${version.policySid} = ${policySid}
    order by ${version.version} desc limit 1)`.mapWith(version.sid)

/** Returns the newest version of the policy, for the column of a session. */
export const versionInForce = (policySid: SidOf<'CP'> | null): SQL | null =>
  policySid && newestVersion(sql`${sql.param(policySid, policy.sid)}`)

/** Builds the statement that selects the rules that an appointment of the session gets now; no row without a policy. */
export const findRulesInForce = (db: Database, sessionSid: SidOf<'ES'>) =>
  db
    .select({ leadTimeMinutes: version.leadTimeMinutes, maxReschedules: version.maxReschedules })
    .from(examSession)
    .innerJoin(exam, eq(exam.sid, examSession.examSid))
    .innerJoin(install, eq(install.sid, examSession.installSid))
    .innerJoin(
      version,
      eq(
        version.sid,
        newestVersion(sql`coalesce(${exam.cancellationPolicySid}, ${install.cancellationPolicySid})`),
      ),
    )
    .where(eq(examSession.sid, sessionSid))

const select = (db: Database, condition: SQL | undefined) =>
  db
    .select({
      ...getTableColumns(policy),
      versionSid: version.sid,
      version: version.version,
      leadTimeMinutes: version.leadTimeMinutes,
      maxReschedules: version.maxReschedules,
    })
    .from(policy)
    .innerJoin(version, eq(version.sid, newestVersion(policy.sid)))
    .where(condition)
    .$dynamic()

export const findPolicy = (db: Database, path: PolicyPath) => select(db, matchesPolicy(path))

export const listPolicyRows = (
  db: Database,
  { installSid }: InstallPath,
  query: z.output<typeof CancellationPolicyQuery>,
) =>
  paged(
    db,
    () => select(db, and(eq(policy.installSid, installSid), isListed(policy, query))),
    orderOf(
      query,
      { createdDate: policy.createdDate, name: nameKey(policy.name) },
      ['createdDate'],
      policy.sid,
    ),
    query,
  )

export const listVersionRows = (
  db: Database,
  { cancellationPolicySid }: PolicyPath,
  query: z.output<typeof VersionQuery>,
) =>
  paged(
    db,
    () => db.select().from(version).where(eq(version.policySid, cancellationPolicySid)).$dynamic(),
    orderOf(query, { createdDate: version.createdDate }, ['createdDate'], version.sid),
    query,
  )

/** Builds the statements of one batch that insert a policy with its first version. */
export function insertPolicy(
  db: Database,
  { installSid }: InstallPath,
  { name, ...rules }: z.output<typeof CancellationPolicyCreate>,
) {
  const sid = newSid('CP')
  return {
    policy: db.insert(policy).values({ sid, installSid, name }),
    version: db.insert(version).values({ sid: newSid('CV'), policySid: sid, version: 1, ...rules }),
    policies: findPolicy(db, { installSid, cancellationPolicySid: sid }),
  }
}

const lockPolicy = (db: Database, path: PolicyPath) =>
  guard(db, sql`(select true from ${policy} where ${matchesPolicy(path)} for update)`, 'not_found')

/**
 * Builds the statements of one batch that rename a policy and, if its rules change, insert the next version.
 * @throws Problem `not_found`
 */
export const updatePolicy = (
  db: Database,
  path: PolicyPath,
  { name, leadTimeMinutes, maxReschedules }: z.output<typeof CancellationPolicyUpdate>,
) => {
  const next = {
    lead: sql`${leadTimeMinutes === undefined ? version.leadTimeMinutes : leadTimeMinutes}::integer`,
    most: sql`${maxReschedules === undefined ? version.maxReschedules : maxReschedules}::integer`,
  }
  return {
    locked: lockPolicy(db, path),
    policy: db
      .update(policy)
      .set({ ...(name !== undefined && { name }), editDate: sql`now()` })
      .where(matchesPolicy(path)),
    version: db.execute(sql`
      insert into ${version} (sid, policy_sid, version, lead_time_minutes, max_reschedules)
      select ${sql.param(newSid('CV'), version.sid)}::uuid, ${version.policySid}, ${version.version} + 1, ${next.lead}, ${next.most}
      from ${version}
      where ${version.sid} = ${newestVersion(sql`${sql.param(path.cancellationPolicySid, policy.sid)}`)}
        and (${version.leadTimeMinutes}, ${version.maxReschedules}) is distinct from (${next.lead}, ${next.most})`),
    policies: findPolicy(db, path),
  }
}

/** Whether an exam, the install or a session refers to the policy. */
const isUsed = (db: Database, sid: SidOf<'CP'>) =>
  sql`(${exists(db.select({ one: sql`1` }).from(exam).where(eq(exam.cancellationPolicySid, sid)))}
    or ${exists(db.select({ one: sql`1` }).from(install).where(eq(install.cancellationPolicySid, sid)))}
    or ${exists(
      db
        .select({ one: sql`1` })
        .from(examSession)
        .innerJoin(version, eq(version.sid, examSession.cancellationPolicyVersionSid))
        .where(eq(version.policySid, sid)),
    )})`

/** Builds the statements of one batch that delete a policy, or retire it if something refers to it. */
export const deletePolicy = (db: Database, path: PolicyPath) =>
  deleteOrRetire(db, policy, { record: matchesPolicy(path), isUsed: isUsed(db, path.cancellationPolicySid) })

/**
 * Returns the condition of a policy that a body can refer to: it is not retired.
 * @param isKept the condition on which a retired one is selected too
 */
export const isUsablePolicy = (installSid: SidOf<'AI'>, sid: SidOf<'CP'>, isKept?: SQL) =>
  and(matchesPolicy({ installSid, cancellationPolicySid: sid }), or(isNull(policy.retiredDate), isKept))

/** Returns the condition of a policy that the settings of an install can refer to. They can keep a retired one. */
export const isUsableByInstall = (installSid: SidOf<'AI'>, sid: SidOf<'CP'>) =>
  isUsablePolicy(
    installSid,
    sid,
    sql`exists (select from ${install} where ${and(eq(install.sid, installSid), eq(install.cancellationPolicySid, policy.sid))})`,
  )

/** Builds the statement that selects the policy that the settings of an install refer to. No sid selects none. */
export const findUsablePolicy = (
  db: Database,
  installSid: SidOf<'AI'>,
  sid: SidOf<'CP'> | null | undefined,
) =>
  db
    .select({ sid: policy.sid })
    .from(policy)
    .where(sid ? isUsableByInstall(installSid, sid) : sql`false`)
