import { and, eq, getTableColumns, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../../db/client.ts'
import { exam } from '../../../db/schema/exam.ts'
import { proctorGroupMember as member, proctorGroup } from '../../../db/schema/proctoring.ts'
import { examSession } from '../../../db/schema/session.ts'
import { user } from '../../../db/schema/user.ts'
import { newSid, type SidOf, sidFromUuid } from '../../../db/sid.ts'
import { contains, nameKey } from '../../shared/http/filter.ts'
import { orderOf, paged } from '../../shared/http/page.ts'
import { deleteOrRetire, isListed } from '../retire.ts'
import type { ProctorGroupCreate, ProctorGroupQuery, ProctorGroupUpdate } from './schema.ts'

type Path = { installSid: SidOf<'AI'>; proctorGroupSid: SidOf<'PG'> }

const matchesGroup = ({ installSid, proctorGroupSid }: Path) =>
  and(eq(proctorGroup.installSid, installSid), eq(proctorGroup.sid, proctorGroupSid))

const columns = {
  ...getTableColumns(proctorGroup),
  members: sql<SidOf<'US'>[]>`array(
    select ${member.userSid} from ${member} where ${member.groupSid} = ${proctorGroup.sid} order by 1)`.mapWith(
    (uuids: string[]) => uuids.map(uuid => sidFromUuid('US', uuid)),
  ),
}

export const findProctorGroup = (db: Database, path: Path) =>
  db.select(columns).from(proctorGroup).where(matchesGroup(path))

/** Builds the statement that selects those of the users that the install has. Erased users are not among them. */
export const findMembers = (db: Database, installSid: SidOf<'AI'>, sids: SidOf<'US'>[] = []) =>
  db
    .select({ sid: user.sid })
    .from(user)
    .where(and(eq(user.installSid, installSid), inArray(user.sid, sids), isNull(user.erasedDate)))

const sortColumns = { createdDate: proctorGroup.createdDate, name: nameKey(proctorGroup.name) }

export const listProctorGroupRows = (
  db: Database,
  installSid: SidOf<'AI'>,
  query: z.output<typeof ProctorGroupQuery>,
) =>
  paged(
    db,
    () =>
      db
        .select(columns)
        .from(proctorGroup)
        .where(
          and(
            eq(proctorGroup.installSid, installSid),
            contains(proctorGroup.name, query.name),
            query.userSid &&
              inArray(
                proctorGroup.sid,
                db.select({ sid: member.groupSid }).from(member).where(eq(member.userSid, query.userSid)),
              ),
            isListed(proctorGroup, query),
          ),
        )
        .$dynamic(),
    orderOf(query, sortColumns, ['createdDate'], proctorGroup.sid),
    query,
  )

/** Builds the statements of one batch: insert the group with its members, and select it. */
export const insertProctorGroup = (
  db: Database,
  installSid: SidOf<'AI'>,
  { members = [], ...values }: z.output<typeof ProctorGroupCreate>,
) => {
  const path = { installSid, proctorGroupSid: newSid('PG') }
  return {
    inserted: db.insert(proctorGroup).values({ ...values, sid: path.proctorGroupSid, installSid }),
    added: addMembers(db, path, members),
    groups: findProctorGroup(db, path),
  }
}

/**
 * Builds the statements of one batch: update the group, replace its members if they are sent, and select it. Members that it
 * keeps do not change, so they have no events.
 */
export const updateProctorGroupRow = (
  db: Database,
  path: Path,
  { members, ...values }: z.output<typeof ProctorGroupUpdate>,
) => ({
  updated: db
    .update(proctorGroup)
    .set({ ...values, editDate: sql`now()` })
    .where(matchesGroup(path)),
  ...(members && {
    removed: db
      .delete(member)
      .where(
        and(
          inArray(
            member.groupSid,
            db.select({ sid: proctorGroup.sid }).from(proctorGroup).where(matchesGroup(path)),
          ),
          notInArray(member.userSid, members),
        ),
      ),
    added: addMembers(db, path, members),
  }),
  groups: findProctorGroup(db, path),
})

/**
 * Builds the insert of members, from a select: of the users of the install, into a group of the install. The lock waits for an
 * erasure of a user, who is then no member; a later erasure waits for the insert.
 */
const addMembers = (db: Database, path: Path, sids: SidOf<'US'>[]) =>
  db
    .insert(member)
    .select(
      db
        .select({ groupSid: proctorGroup.sid, userSid: user.sid })
        .from(proctorGroup)
        .innerJoin(user, and(eq(user.installSid, proctorGroup.installSid), isNull(user.erasedDate)))
        .where(and(matchesGroup(path), inArray(user.sid, sids)))
        .for('key share', { of: user }),
    )
    .onConflictDoNothing()

/** Builds the statements of one batch that delete a group, or retire it if exams or sessions have it. */
export const deleteProctorGroupRow = (db: Database, path: Path) =>
  deleteOrRetire(db, proctorGroup, {
    record: matchesGroup(path),
    isUsed: sql`(exists (select from ${exam} where ${eq(exam.proctorGroupSid, path.proctorGroupSid)})
      or exists (select from ${examSession} where ${eq(examSession.proctorGroupSid, path.proctorGroupSid)}))`,
  })
