// The checks of a body of A2 that need no write. The update and its impact share them.

import type { Database, StatementResults } from '../../../../db/client.ts'
import type { SidOf } from '../../../../db/sid.ts'
import type { Caller } from '../../../shared/auth/caller.ts'
import type { Action } from '../../../shared/auth/policy/actions.ts'
import { throwIfAny, unknownSids } from '../../../shared/problems/field-errors.ts'
import { type FieldError, firstOr404, Problem } from '../../../shared/problems/problem.ts'
import { findInstall } from '../../installs/queries.ts'
import { changeBy, requireUnlocked } from '../../locks.ts'
import { findExamOfInstall } from '../lookup.ts'
import { type Changes, findAssignments, findTargetEnrollments, findTargetSections } from './queries.ts'

/** Builds the statements that select what the changes refer to. */
export function loadChanges({
  db,
  params: { installSid, examSid },
  body,
}: {
  db: Database
  params: { installSid: SidOf<'AI'>; examSid: SidOf<'EX'> }
  body: Changes
}) {
  const targets = Object.values(targetsOf(body))
  return {
    installs: findInstall(db, { installSid }),
    exams: findExamOfInstall(db, { installSid, examSid }),
    assignments: findAssignments(db, examSid, changedSids(body)),
    enrollments: findTargetEnrollments(
      db,
      examSid,
      targets.flatMap(({ enrollmentSids = [] }) => enrollmentSids),
    ),
    sections: findTargetSections(
      db,
      examSid,
      targets.flatMap(({ sectionSids = [] }) => sectionSids),
    ),
  }
}

type Request = {
  caller: Pick<Caller, 'role'>
  body: Changes
  url: URL
  loaded: StatementResults<ReturnType<typeof loadChanges>>
}

/**
 * Checks the lock of the exam, that all that the changes refer to exists, and their own windows.
 * @returns the course of the exam, and how the caller changes its configuration
 * @throws Problem `not_found`, `action_not_allowed`, `invalid_request`
 */
export function requireChanges({ caller, body, url, loaded }: Request, action: Action) {
  const { courseSid, isLocked } = firstOr404(loaded.exams)
  requireUnlocked(caller, [{ locked: isLocked }], action, url)
  if (loaded.assignments.length < changedSids(body).length)
    throw new Problem('not_found', 'The exam does not have this assignment.')
  throwIfAny(windowErrors(body, loaded.assignments))
  throwIfAny(
    Object.entries(targetsOf(body)).flatMap(([path, { enrollmentSids = [], sectionSids = [] }]) => [
      ...unknownSids(`${path}.enrollmentSids`, enrollmentSids, loaded.enrollments, 'enrollment'),
      ...unknownSids(`${path}.sectionSids`, sectionSids, loaded.sections, 'section'),
    ]),
  )
  const change = changeBy(caller, firstOr404(loaded.installs))
  return { courseSid, change: { ...change, revokesApproval: change.revokesApproval && hasChanges(body) } }
}

const hasChanges = ({ added = [], removed = [], updated = [] }: Changes): boolean =>
  added.length > 0 ||
  removed.length > 0 ||
  updated.some(({ sid: _, ...members }) => Object.keys(members).length > 0)

/** Returns the sids of the assignments that must exist. */
const changedSids = ({ removed = [], updated = [] }: Changes) => [
  ...removed,
  ...updated.map(({ sid }) => sid),
]

type Dates = Record<(typeof windows)[number][number], string | null | undefined>

const windows = [
  ['examOpenDate', 'examCloseDate'],
  ['schedulingOpenDate', 'schedulingCloseDate'],
] as const

/**
 * Returns an error for each window that closes before it opens after the update. Dates that the update does not contain
 * keep their stored values.
 */
const windowErrors = ({ updated = [] }: Changes, rows: ({ sid: string } & Dates)[]): FieldError[] =>
  updated.flatMap(({ targets: _, ...changes }, index) => {
    const before = rows.find(({ sid }) => sid === changes.sid)
    if (!before) return []
    const after: Dates = { ...before, ...changes }
    return windows.flatMap(([open, close]) => {
      const [from, to] = [after[open], after[close]]
      if (!(from && to && from > to)) return []
      return {
        path: `updated.${index}.${close}`,
        code: 'invalid_value',
        message: `Must not be before ${open}.`,
      }
    })
  })

/** Returns all targets of a body, by their path in the body. */
const targetsOf = ({ added = [], updated = [] }: Changes) =>
  Object.fromEntries([
    ...added.map(({ targets = {} }, index) => [`added.${index}.targets`, targets] as const),
    ...updated.flatMap(
      ({ targets: { added: addedTargets = {}, removed: removedTargets = {} } = {} }, index) => [
        [`updated.${index}.targets.added`, addedTargets] as const,
        [`updated.${index}.targets.removed`, removedTargets] as const,
      ],
    ),
  ])
