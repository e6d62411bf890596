import { and, eq, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../../../db/client.ts'
import { guard } from '../../../../db/guard.ts'
import { annotation } from '../../../../db/schema/event.ts'
import { newSid, type SidOf } from '../../../../db/sid.ts'
import { equals } from '../../../shared/http/filter.ts'
import { orderOf, paged } from '../../../shared/http/page.ts'
import type { AnnotationCreate, AnnotationQuery, AnnotationUpdate } from './schema.ts'

const sortColumns = { startOffsetMs: annotation.startOffsetMs, createdDate: annotation.createdDate }

/** Builds the statements of a page. They do not check that the session belongs to the install; the route does. */
export const listAnnotationRows = (
  db: Database,
  sessionSid: SidOf<'ES'>,
  query: z.output<typeof AnnotationQuery>,
) =>
  paged(
    db,
    () =>
      db
        .select()
        .from(annotation)
        .where(
          and(
            eq(annotation.sessionSid, sessionSid),
            equals(annotation.type, query.type),
            equals(annotation.source, query.source),
            equals(annotation.muted, query.muted),
          ),
        )
        .$dynamic(),
    orderOf(query, sortColumns, ['startOffsetMs'], annotation.sid),
    query,
  )

export const insertAnnotation = (
  db: Database,
  sessionSid: SidOf<'ES'>,
  { source = 'proctor', ...values }: z.output<typeof AnnotationCreate>,
) =>
  db
    .insert(annotation)
    .values({ ...values, source, sid: newSid('AN'), sessionSid })
    .returning()

type AnnotationPath = { sessionSid: SidOf<'ES'>; annotationSid: SidOf<'AN'> }

const matches = ({ sessionSid, annotationSid }: AnnotationPath) =>
  and(eq(annotation.sessionSid, sessionSid), eq(annotation.sid, annotationSid))

/** Builds the statement that selects one annotation of the session. The route checks the session. */
export const findAnnotation = (db: Database, path: AnnotationPath) =>
  db.select().from(annotation).where(matches(path))

/**
 * Builds the statements of one batch that update an annotation.
 * @throws Problem `edited_meanwhile` if it would end before a start that another request has moved
 */
export const updateAnnotationRow = (
  db: Database,
  path: AnnotationPath,
  values: z.output<typeof AnnotationUpdate>,
) => ({
  annotations: db
    .update(annotation)
    .set({ ...values, editDate: sql`now()` })
    .where(matches(path))
    .returning(),
  inOrder: guard(
    db,
    sql`not exists (select from ${annotation} where ${matches(path)} and ${annotation.endOffsetMs} < ${annotation.startOffsetMs})`,
    'edited_meanwhile',
  ),
})

export const deleteAnnotationRow = (db: Database, path: AnnotationPath) =>
  db.delete(annotation).where(matches(path)).returning({ sid: annotation.sid })
