import { invalid } from '../../shared/problems/field-errors.ts'

/** The files of a bundle that are read; every other file is left packed. */
export const rosterFiles = [
  'manifest.csv',
  'academicSessions.csv',
  'courses.csv',
  'classes.csv',
  'users.csv',
  'roles.csv',
  'enrollments.csv',
] as const
export type RosterFile = (typeof rosterFiles)[number]

/** What is wrong with one row, or with its file (line 1). `line` is where the record starts; the header is line 1. */
export type RowError = {
  file: RosterFile
  line: number
  column?: string
  /** `required`, `invalid_value`, `too_big` ... as for a JSON body; `missing_column`, `duplicate` ... as written where found. */
  code: string
  message: string
}

/** Errors in the order found: all are counted, the first 1,000 are listed. */
export type Findings = {
  total: number
  listed: RowError[]
  /** How many of the total lie in each file; a file without errors is not named. */
  perFile: Partial<Record<RosterFile, number>>
}

/** The most errors that are listed. */
export const listedErrors = 1000

export const noFindings = (): Findings => ({ total: 0, listed: [], perFile: {} })

/** From so many errors on, a bundle is no roster: reading on would only cost. */
const mostErrors = 100_000

/**
 * Counts an error, and lists it while there is room.
 * @throws Problem `invalid_request` at `body` for more than 100,000
 */
export function note(findings: Findings, error: RowError) {
  if (findings.total === mostErrors)
    throw invalid({
      path: 'body',
      code: 'too_many_errors',
      message: `Has more than ${mostErrors} errors; the first: line ${findings.listed[0]?.line} of ${findings.listed[0]?.file}: ${findings.listed[0]?.message}`,
    })
  findings.total += 1
  findings.perFile[error.file] = (findings.perFile[error.file] ?? 0) + 1
  if (findings.listed.length < listedErrors) findings.listed.push(error)
}
