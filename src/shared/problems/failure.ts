import { invalid, provisionProblem } from './field-errors.ts'
import { withMissingRecord } from './missing.ts'
import {
  type FieldError,
  isProblemCode,
  Problem,
  type ProblemCode,
  type ProblemStatus,
  tooManyAttempts,
} from './problem.ts'
import { tooManyRequests } from './request-limit.ts'
import { idTaken } from './taken-ids.ts'

const usernameTaken = () => new Problem('username_taken', 'Another user of this install has this username.')

/** The problem for the violation of each constraint. A violation of another constraint is an internal error. */
const constraintProblems: Record<string, () => Problem> = {
  operator_email: () => new Problem('email_taken', 'An operator has this address already.'),
  operator_first: () => new Problem('setup_done', 'An operator already exists: sign in.'),
  proctor_type_code: () => new Problem('code_taken', 'Another proctor type of this install has this code.'),
  users_username: usernameTaken,
  users_username_key: usernameTaken,
  exam_session_active: () => new Problem('session_active'),
  course_offering_dates: () => beforeOpening('endDate', 'startDate'),
  exam_configuration_exam_dates: () => beforeOpening('examCloseDate', 'examOpenDate'),
  exam_configuration_schedule_dates: () => beforeOpening('scheduleCloseDate', 'scheduleOpenDate'),
  assignment_exam_dates: () => beforeOpening('examCloseDate', 'examOpenDate'),
  assignment_scheduling_dates: () => beforeOpening('schedulingCloseDate', 'schedulingOpenDate'),
}

/** Returns the problem of a valid body whose end date is before the stored start date, or the reverse. */
const beforeOpening = (path: string, open: string) =>
  invalid({ path, code: 'invalid_value', message: `Must not be before ${open}.` })

type DatabaseError = {
  code?: string
  constraint?: string
  detail?: string
  routine?: string
  message: string
  name: string
}

/** Returns the error of the driver. Drizzle wraps it for a single statement, but not for a batch. */
export const databaseError = (error: unknown): DatabaseError | undefined => {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return inner instanceof Error && inner.name === 'NeonDbError' ? inner : undefined
}

/**
 * Whether the server is unavailable: no SQLSTATE, or class 08 (connection), 53 (resources) or 57 (operator
 * intervention).
 */
const isUnavailable = ({ code }: DatabaseError) =>
  code === undefined || (/^(08|53|57)/.test(code) && code !== '08P01') // a protocol violation is an internal error

/** Whether the transaction was rolled back and can be repeated: class 40, such as deadlocks. */
const isBusy = ({ code }: DatabaseError) => code?.startsWith('40') ?? false

/** Returns the problem of guard(), which raises IV001 with the problem code as the message. */
const guarded = (code: ProblemCode): Problem =>
  code === 'idempotency_key_in_use'
    ? new Problem(
        code,
        'Another request with this Idempotency-Key is in progress. Send this one again after it has ended.',
        { headers: { 'retry-after': '1' } },
      )
    : new Problem(code)

/** SQLSTATE disk_full: the disk, the quota or the limit of the plan is exhausted. */
const diskFull = '53100'

/** Returns the problem that a function of the database has raised; undefined for other errors. */
function raisedProblem(failed: DatabaseError): Problem | undefined {
  const { code, message, detail = '' } = failed
  if (code === 'IV001' && isProblemCode(message)) return guarded(message)
  // provision() raises IV002 with the code of a field error as the message, and its path as the detail.
  if (code === 'IV002') return provisionProblem({ path: detail, code: message })
  // refuse() raises IV005 with the field errors as its detail.
  if (code === 'IV005') return invalid(...(JSON.parse(detail || '[]') as FieldError[]))
  // require_rate_limit_attempt() and the functions of rates raise IV003 with the seconds to wait as the message.
  if (code === 'IV003') return tooManyAttempts(Number(message))
  // refuse_beyond_limit() raises IV006 with the seconds to wait as the message, and the limit as its detail.
  if (code === 'IV006') return tooManyRequests({ ...JSON.parse(detail || '{}'), seconds: Number(message) })
  return undefined
}

/** SQLSTATE query_canceled: a statement has reached its `statement_timeout`. */
const cancelled = '57014'

/** Returns the problem of a statement that takes too long. The operation adds what to narrow (src/shared/http/too-slow.ts). */
const tooSlow = (cause: unknown): Problem => new Problem('too_slow', undefined, { cause })

/** Returns the problem for a thrown value. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  const failed = databaseError(error)
  if (!failed) return new Problem('internal', undefined, { cause: error })
  const raised = raisedProblem(failed)
  if (raised) return raised
  if (failed.code === cancelled) return tooSlow(error)
  if (failed.code === diskFull) return new Problem('storage_full', undefined, { cause: error })
  if (isUnavailable(failed))
    return new Problem('database_unavailable', undefined, { cause: error, headers: { 'retry-after': '1' } })
  if (isBusy(failed))
    return new Problem('database_busy', undefined, { cause: error, headers: { 'retry-after': '1' } })
  if (failed.code === '23503') return new Problem('reference_gone')
  return (
    constraintProblems[failed.constraint ?? '']?.() ??
    idTaken(failed.constraint) ??
    new Problem('internal', undefined, { cause: error })
  )
}

/** The body, the status and the headers of the problem response for a thrown value. */
export const failureReply = (error: unknown, { path, requestId }: { path: string; requestId: string }) =>
  withMissingRecord(toProblem(error), path).toResponse(requestId)

/** The request id, and a response that keeps the headers which are already set. */
type FailedRequest = {
  var: { requestId: string }
  req: { path: string }
  newResponse(body: string, init: { status: ProblemStatus; headers: Record<string, string> }): Response
}

/** Returns the problem response for a thrown value. */
export function failure(error: unknown, request: FailedRequest): Response {
  const { body, ...init } = failureReply(error, { path: request.req.path, requestId: request.var.requestId })
  return request.newResponse(body, init)
}
