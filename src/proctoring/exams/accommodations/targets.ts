// Which exams of which learner an item concerns. Pure functions.

import type { SidOf } from '../../../../db/sid.ts'
import { invalid, throwIfAny, unknownSid, unknownSids } from '../../../shared/problems/field-errors.ts'
import { enrollmentErrors } from '../configurations/rules.ts'
import type { Target } from './queries.ts'
import { type Accommodation, maxExams } from './schema.ts'

export type ExamTarget = Target & { examSid: SidOf<'EX'> }

const isOfExam = (target: Target): target is ExamTarget => target.examSid !== null

/**
 * Returns the targets of an item.
 * @param rows those that were read for the item
 * @throws Problem `invalid_request` if the learner or an exam does not exist, or there are too many exams; `user_erased`
 */
export function requireTargets(item: Accommodation, rows: readonly Target[]): ExamTarget[] {
  const { enrollmentSid, userSid, examSids } = item
  if (enrollmentSid) throwIfAny(enrollmentErrors(enrollmentSid, [...rows]))
  else if (rows.length === 0)
    throw invalid(unknownSid('userSid', 'learner with an active enrollment', userSid))
  const targets = rows.filter(isOfExam)
  if (examSids) {
    const found = targets.map(({ examSid }) => ({ sid: examSid }))
    throwIfAny(unknownSids('examSids', examSids, found, "exam in the learner's courses"))
  }
  const path = enrollmentSid ? 'enrollmentSid' : 'userSid'
  if (targets.length === 0)
    throw invalid({ path, code: 'invalid_value', message: 'The courses have no exam.' })
  if (targets.length > maxExams)
    throw invalid({
      path,
      code: 'too_big',
      message: `There are more than ${maxExams} exams. Name them in examSids.`,
    })
  return targets
}
