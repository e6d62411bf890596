import { and, eq, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../../db/client.ts'
import { proctorType } from '../../../db/schema/proctoring.ts'
import { examSession } from '../../../db/schema/session.ts'
import { newSid, type SidOf } from '../../../db/sid.ts'
import { contains, equals, nameKey } from '../../shared/http/filter.ts'
import { orderOf, paged } from '../../shared/http/page.ts'
import { deleteOrRetire, isListed } from '../retire.ts'
import type { ProctorTypeCreate, ProctorTypeQuery, ProctorTypeUpdate } from './schema.ts'

type Path = { installSid: SidOf<'AI'>; proctorTypeSid: SidOf<'TS'> }

export const matchesProctorType = ({ installSid, proctorTypeSid }: Path) =>
  and(eq(proctorType.installSid, installSid), eq(proctorType.sid, proctorTypeSid))

export const insertProctorType = (
  db: Database,
  installSid: SidOf<'AI'>,
  values: z.output<typeof ProctorTypeCreate>,
) =>
  db
    .insert(proctorType)
    .values({ ...values, sid: newSid('TS'), installSid })
    .returning()

const sortColumns = {
  createdDate: proctorType.createdDate,
  name: nameKey(proctorType.name),
  code: proctorType.code,
}

export const listProctorTypeRows = (
  db: Database,
  installSid: SidOf<'AI'>,
  query: z.output<typeof ProctorTypeQuery>,
) =>
  paged(
    db,
    () =>
      db
        .select()
        .from(proctorType)
        .where(
          and(
            eq(proctorType.installSid, installSid),
            equals(proctorType.code, query.code),
            contains(proctorType.name, query.name),
            equals(proctorType.live, query.live),
            isListed(proctorType, query),
          ),
        )
        .$dynamic(),
    orderOf(query, sortColumns, ['createdDate'], proctorType.sid),
    query,
  )

export const findProctorType = (db: Database, path: Path) =>
  db.select().from(proctorType).where(matchesProctorType(path))

export const updateProctorTypeRow = (db: Database, path: Path, values: z.output<typeof ProctorTypeUpdate>) =>
  db
    .update(proctorType)
    .set({ ...values, editDate: sql`now()` })
    .where(matchesProctorType(path))
    .returning()

/** Builds the statements of one batch that delete a proctor type, or retire it if sessions have it. */
export const deleteProctorTypeRow = (db: Database, path: Path) =>
  deleteOrRetire(db, proctorType, {
    record: matchesProctorType(path),
    isUsed: sql`exists (select from ${examSession} where ${and(
      eq(examSession.installSid, path.installSid),
      eq(examSession.proctorTypeSid, path.proctorTypeSid),
    )})`,
  })
