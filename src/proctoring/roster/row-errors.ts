import { invalid } from '../../shared/problems/field-errors.ts'

/** The files that the import reads. It does not decompress other files of a bundle. */
export const rosterFiles = [
  'manifest.csv',
  'academicSessions.csv',
  'courses.csv',
  'classes.csv',
  'users.csv',
  'roles.csv',
  'enrollments.csv',
] as const

/** The other files of OneRoster 1.1 and 1.2, which the import does not need. */
export const unusedFiles: ReadonlySet<string> = new Set(
  [
    ...['categories', 'classResources', 'courseResources', 'demographics', 'lineItems', 'orgs', 'resources'],
    ...['results', 'userProfiles', 'userResources', 'lineItemLearningObjectiveIds', 'lineItemScoreScales'],
    ...['resultLearningObjectiveIds', 'resultScoreScales', 'scoreScales'],
  ].map(name => `${name}.csv`.toLowerCase()),
)

export type RosterFile = (typeof rosterFiles)[number]

/** An error of a row, or of a file (line 1). `line` is the line on which the record starts; the header is line 1. */
export type RowError = {
  file: RosterFile
  line: number
  column?: string
  /**
   * The codes of JSON bodies (`required`, `invalid_value`, `too_big` ...) and those of files (`missing_column` ...).
   */
  code: string
  message: string
}

/** The errors of a bundle. `total` counts all; `listed` contains the first 1,000. */
export type RowErrors = {
  total: number
  listed: RowError[]
  /** The number of errors by file. Files without errors have no entry. */
  perFile: Partial<Record<RosterFile, number>>
}

export const maxListedErrors = 1000

export const emptyErrors = (): RowErrors => ({ total: 0, listed: [], perFile: {} })

/** Limits the cost of a body that is not a roster. */
const maxErrors = 100_000

/**
 * Counts an error. Lists the error if it is one of the first 1,000.
 * @throws Problem `invalid_request` at `body` after 100,000 errors
 */
export function addError(errors: RowErrors, error: RowError) {
  if (errors.total === maxErrors)
    throw invalid({
      path: 'body',
      code: 'too_many_errors',
      message: `More than ${maxErrors} errors; the first is in line ${errors.listed[0]?.line} of ${errors.listed[0]?.file}: ${errors.listed[0]?.message}`,
    })
  errors.total += 1
  errors.perFile[error.file] = (errors.perFile[error.file] ?? 0) + 1
  if (errors.listed.length < maxListedErrors) errors.listed.push(error)
}
