import type { SidOf } from '../../db/sid.ts'
import type { Row } from './batch.ts'
import type { Enrollment, Exam, Slot } from './context.ts'

export type SessionRow = Row<'examSession'>

export type Pair = {
  exam: Exam
  enrollment: Enrollment
  slot: Slot | undefined
  /** Minutes. */
  duration: number
  reviewers: readonly SidOf<'US'>[]
}

/** The result of an attempt. `ended` is the end of an attempt that was taken. */
export type Attempt = { row: SessionRow; ended: number | undefined; openIncident: boolean }
