import { and, eq } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../../../db/client.ts'
import { annotation } from '../../../../db/schema/event.ts'
import { newSid, type SidOf } from '../../../../db/sid.ts'
import { equals } from '../../../shared/http/filter.ts'
import { orderOf, paged } from '../../../shared/http/page.ts'
import type { AnnotationCreate, AnnotationQuery } from './schema.ts'

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
