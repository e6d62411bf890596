import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../../../db/client.ts'
import { install, proctorAccount, proctorAccountInstall } from '../../../../db/schema/tenancy.ts'
import { type SidOf, sidFromUuid } from '../../../../db/sid.ts'
import type { CallerScope } from '../../../shared/auth/caller-scope.ts'
import { contains, nameKey } from '../../../shared/http/filter.ts'
import { orderOf, paged } from '../../../shared/http/page.ts'
import type { ProctorQuery } from './schema.ts'

type Query = z.output<typeof ProctorQuery>
type Proctor = { sid: SidOf<'PA'>; accountSid: SidOf<'AC'>; name: string }

const links = proctorAccountInstall

const installSids = sql<SidOf<'AI'>[]>`array(
  select ${links.installSid} from ${links} where ${links.proctorSid} = ${proctorAccount.sid} order by 1)`.mapWith(
  (uuids: string[]) => uuids.map(uuid => sidFromUuid('AI', uuid)),
)

const columns = {
  sid: proctorAccount.sid,
  name: proctorAccount.name,
  installSids,
  createdDate: proctorAccount.createdDate,
  editDate: proctorAccount.editDate,
}

const inAccount = ({ account }: CallerScope, condition?: SQL): SQL | undefined =>
  and(sql`${proctorAccount.accountSid} = ${account}`, condition)

const sortColumns = { createdDate: proctorAccount.createdDate, name: nameKey(proctorAccount.name) }

export const listProctorRows = (db: Database, callerScope: CallerScope, query: Query) =>
  paged(
    db,
    () =>
      db
        .select(columns)
        .from(proctorAccount)
        .where(inAccount(callerScope, contains(proctorAccount.name, query.name)))
        .$dynamic(),
    orderOf(query, sortColumns, ['createdDate'], proctorAccount.sid),
    query,
  )

/** Builds the statement that selects a proctor account of the caller's account. */
export const findProctor = (db: Database, callerScope: CallerScope, sid: SidOf<'PA'>) =>
  db
    .select(columns)
    .from(proctorAccount)
    .where(inAccount(callerScope, eq(proctorAccount.sid, sid)))

/** Builds the statement that selects the installs with these sids that are in the scope of the caller. */
export const findInstalls = (db: Database, callerScope: CallerScope, sids: SidOf<'AI'>[]) =>
  db
    .select({ sid: install.sid })
    .from(install)
    .where(and(callerScope.includesInstall, inArray(install.sid, sids)))

/** Builds the statements of one batch: insert the account with its links, and select it. */
export const insertProctor = (
  db: Database,
  callerScope: CallerScope,
  proctor: Proctor,
  sids: SidOf<'AI'>[],
) => ({
  inserted: db.insert(proctorAccount).values(proctor),
  linked: linkInstalls(db, proctor.sid, sids),
  proctors: findProctor(db, callerScope, proctor.sid),
})

/** Builds the statements of one batch: update the name, replace the links, and select the account. */
export const replaceProctor = (
  db: Database,
  callerScope: CallerScope,
  proctor: Proctor,
  sids: SidOf<'AI'>[],
) => ({
  updated: db
    .update(proctorAccount)
    .set({ name: proctor.name, editDate: sql`now()` })
    .where(and(eq(proctorAccount.accountSid, proctor.accountSid), eq(proctorAccount.sid, proctor.sid))),
  unlinked: db.delete(links).where(eq(links.proctorSid, proctor.sid)),
  linked: linkInstalls(db, proctor.sid, sids),
  proctors: findProctor(db, callerScope, proctor.sid),
})

/**
 * Builds the statements of one batch that delete a proctor account of the caller's account, and its links. The account is
 * locked first, so that no link is added meanwhile.
 */
export const deleteProctorRow = (db: Database, callerScope: CallerScope, sid: SidOf<'PA'>) => {
  const own = inAccount(callerScope, eq(proctorAccount.sid, sid))
  return {
    locked: db.select({ sid: proctorAccount.sid }).from(proctorAccount).where(own).for('update'),
    unlinked: db
      .delete(links)
      .where(
        inArray(links.proctorSid, db.select({ sid: proctorAccount.sid }).from(proctorAccount).where(own)),
      ),
    deleted: db.delete(proctorAccount).where(own).returning({ sid: proctorAccount.sid }),
  }
}

/** Builds the insert of the links. It inserts from a select, because drizzle rejects an empty list of values. */
const linkInstalls = (db: Database, proctorSid: SidOf<'PA'>, sids: SidOf<'AI'>[]) =>
  db.insert(links).select(
    db
      .select({
        proctorSid: sql<SidOf<'PA'>>`${sql.param(proctorSid, proctorAccount.sid)}::uuid`.as('proctor_sid'),
        installSid: install.sid,
      })
      .from(install)
      .where(inArray(install.sid, sids)),
  )
