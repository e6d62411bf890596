import { databaseError, toProblem } from '../problems/failure.ts'
import type { Log } from './log.ts'

/**
 * What the log says of what was thrown: the problem's code, and the cause of what is ours to mend. It names codes and
 * places only: a driver's message holds the statement's parameters, and with them personal data and hashes.
 */
export function failureMembers(error: unknown): Record<string, unknown> {
  const { code, cause } = toProblem(error)
  return { code, ...(cause !== undefined && { cause: whereIn(cause) }) }
}

/** Logs what was thrown where no request answers with it. */
export const logFailure = (log: Log, error: unknown): void => log('error', 'failure', failureMembers(error))

/** The cause without its message, which may hold what was sent. */
function whereIn(cause: unknown): Record<string, unknown> {
  const failed = databaseError(cause)
  if (failed)
    return {
      name: failed.name,
      sqlstate: failed.code,
      constraint: failed.constraint,
      routine: failed.routine,
    }
  if (!(cause instanceof Error)) return { name: typeof cause }
  return {
    name: cause.name,
    // A binding that is missing, or a row that does not fit what a route returns: where, not what.
    ...('issues' in cause && Array.isArray(cause.issues) && { paths: cause.issues.map(({ path }) => path) }),
    stack: cause.stack?.split('\n').filter(line => line.startsWith('    at ')),
  }
}
