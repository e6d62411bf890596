import { databaseError, toProblem } from '../problems/failure.ts'
import type { Log } from './log.ts'

/**
 * Returns the log members of an error: the code of the problem, and the cause of internal errors. They contain codes
 * and locations only, because messages of the driver contain statement parameters, such as personal data and hashes.
 */
export function failureMembers(error: unknown): Record<string, unknown> {
  const { code, cause } = toProblem(error)
  return { code, ...(cause !== undefined && { cause: causeMembers(cause) }) }
}

/** Logs an error that no response reports. */
export const logFailure = (log: Log, error: unknown): void =>
  log('error', 'failure', () => failureMembers(error))

/** Returns the cause without its message, which may contain values of the request. */
function causeMembers(cause: unknown): Record<string, unknown> {
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
    // For a missing binding, or a row that does not match the response schema: the paths without values.
    ...('issues' in cause && Array.isArray(cause.issues) && { paths: cause.issues.map(({ path }) => path) }),
    stack: cause.stack?.split('\n').filter(line => line.startsWith('    at ')),
  }
}
