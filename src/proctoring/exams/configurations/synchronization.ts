// What provisioning and rosters last did with an exam, in the record of its configurations.

import * as z from 'zod'
import { syncResults, syncSources } from '../../../../db/columns.ts'
import type { exam } from '../../../../db/schema/exam.ts'
import { described } from '../../../shared/values/described.ts'
import { NullableInstant } from '../../../shared/values/instant.ts'

const Synchronization = z.object(
  described(
    {
      source: z.enum(syncSources).nullable(),
      at: NullableInstant,
      result: z.enum(syncResults).nullable(),
    },
    {
      source: { description: 'What synchronized it: `provision` or `roster`.', example: 'provision' },
      at: { description: 'When the record was created, changed or found for the first time.' },
      result: { description: 'What was done with the record.', example: 'Updated' },
    },
  ),
)

export const synchronizationMembers = described(
  {
    examSyncStatus: z.enum(['synchronized', 'changed']).nullable(),
    synchronization: Synchronization.nullable(),
  },
  {
    examSyncStatus: {
      description:
        '`changed`: the exam was changed after provisioning wrote it. `synchronized`: it was not, or a roster contains its course. Null: neither was synchronized.',
      example: 'synchronized',
    },
    synchronization: {
      description: 'The last synchronization of the exam or of its course; null if there was none.',
    },
  },
)

type Synchronized = Pick<typeof exam.$inferSelect, 'syncSource' | 'syncDate' | 'syncResult' | 'editDate'>

/**
 * Returns the last synchronization of the exam or of its course, and whether the exam still is as provisioning left it. A roster
 * contains no exams.
 */
export function synchronizationOf(exam: Synchronized, course: Synchronized) {
  const [last] = [exam, course]
    .filter(({ syncDate }) => syncDate !== null)
    .toSorted((a, b) => Number(b.syncDate) - Number(a.syncDate))
  if (!last) return { examSyncStatus: null, synchronization: null }
  const isChanged = exam.syncDate !== null && exam.editDate > exam.syncDate
  return {
    examSyncStatus: isChanged ? ('changed' as const) : ('synchronized' as const),
    synchronization: { source: last.syncSource, at: last.syncDate, result: last.syncResult },
  }
}
