// The ids that a migration removed from older records, because ids became unique in an install.

import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { duplicateId, foreignIdNames, identifiedKinds } from '../../../db/schema/duplicate-id.ts'
import { asPage, listQuery, orderOf, paged, pageOf } from '../../shared/http/page.ts'
import { described } from '../../shared/values/described.ts'
import { Instant } from '../../shared/values/instant.ts'
import { Sid } from '../../shared/values/sid.ts'
import { route } from '../env.ts'
import { InstallParams } from '../installs/schema.ts'

const DuplicateId = z
  .object(
    described(
      {
        sid: Sid('DI'),
        kind: z.enum(identifiedKinds),
        name: z.enum(foreignIdNames),
        value: z.string(),
        recordSid: z.string(),
        keptBySid: z.string(),
        createdDate: Instant,
      },
      {
        kind: { description: 'The kind of the two records.' },
        name: { description: 'The member with the id.' },
        value: { description: 'The id that both records had.', example: 'S-10482' },
        recordSid: {
          description: 'The older record, which has the id no more.',
          example: 'US0199d0b8a4c27d3e9f1a2b3c4d5e6f70',
        },
        keptBySid: {
          description: 'The newest record, which keeps the id.',
          example: 'US0199d0b8a4c27d3e9f1a2b3c4d5e6f71',
        },
        createdDate: { description: 'When the id was removed.' },
      },
    ),
  )
  .meta({ id: 'DuplicateId' })

export const listDuplicateIds = route({
  tag: 'App Install',
  method: 'get',
  path: '/v1/installs/{installSid}/duplicateIds',
  action: 'sp:ListDuplicateIds',
  roles: ['admin'],
  summary: 'List the ids that were removed as duplicates',
  description:
    'Ids in other systems are unique in an install since a migration, which kept each for the newest record and removed it from the others. Merge users who are the same person; give other records their own ids.',
  params: InstallParams,
  query: listQuery({}, ['createdDate']),
  returns: pageOf(DuplicateId, 'DuplicateIdPage'),
  load: ({ db, params, query }) =>
    paged(
      db,
      () => db.select().from(duplicateId).where(eq(duplicateId.installSid, params.installSid)).$dynamic(),
      orderOf(query, { createdDate: duplicateId.createdDate }, ['createdDate'], duplicateId.sid),
      query,
    ),
  handle: asPage,
})
