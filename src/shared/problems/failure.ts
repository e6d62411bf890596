import { invalid, provisionFieldError } from './field-errors.ts'
import { isProblemCode, Problem, type ProblemStatus, tooManyAttempts } from './problem.ts'

/** What breaking a constraint means to a client. Constraints that are not here can only be broken by our own mistake. */
const constraintProblems: Record<string, () => Problem> = {
  operator_email: () => new Problem('email_taken', 'An operator has this address already.'),
  operator_first: () => new Problem('setup_done', 'There are operators already: sign in.'),
  users_username: () => new Problem('username_taken', 'Another user of this install has this username.'),
  exam_session_active: () => new Problem('session_active'),
  course_offering_dates: () => beforeOpening('endDate', 'startDate'),
  exam_configuration_exam_dates: () => beforeOpening('examCloseDate', 'examOpenDate'),
  exam_configuration_schedule_dates: () => beforeOpening('scheduleCloseDate', 'scheduleOpenDate'),
  assignment_exam_dates: () => beforeOpening('examCloseDate', 'examOpenDate'),
  assignment_scheduling_dates: () => beforeOpening('schedulingCloseDate', 'schedulingOpenDate'),
}

/** A body that is right in itself can still close before what is stored opens. */
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

/** A statement alone wraps the driver's error, a batch does not. */
export const databaseError = (error: unknown): DatabaseError | undefined => {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return inner instanceof Error && inner.name === 'NeonDbError' ? inner : undefined
}

/** Classes of SQLSTATE that say the server cannot serve now: connection, resources, operator intervention. */
const isUnavailable = ({ code }: DatabaseError) =>
  code === undefined || (/^(08|53|57)/.test(code) && code !== '08P01') // a protocol violation is ours

/** Deadlocks and the like: the transaction was undone, and may be tried again (class 40). */
const isBusy = ({ code }: DatabaseError) => code?.startsWith('40') ?? false

/** Turns whatever was thrown into the problem that a client is told. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  const failed = databaseError(error)
  if (!failed) return new Problem('internal', undefined, { cause: error })
  // guard() raises IV001 with the problem's code as its message.
  if (failed.code === 'IV001' && isProblemCode(failed.message)) return new Problem(failed.message)
  // provision() raises IV002 with a fault's code as its message and the path as its detail.
  if (failed.code === 'IV002')
    return invalid(provisionFieldError({ path: failed.detail ?? '', code: failed.message }))
  // require_rate_limit_attempt() and the rates raise IV003 with the seconds to wait as their message.
  if (failed.code === 'IV003') return tooManyAttempts(Number(failed.message))
  if (isUnavailable(failed))
    return new Problem('database_unavailable', undefined, { cause: error, headers: { 'retry-after': '1' } })
  if (isBusy(failed))
    return new Problem('database_busy', undefined, { cause: error, headers: { 'retry-after': '1' } })
  if (failed.code === '23503') return new Problem('reference_gone')
  return (
    constraintProblems[failed.constraint ?? '']?.() ?? new Problem('internal', undefined, { cause: error })
  )
}

/** What a failure needs of the request: its id, and a way to answer that keeps the headers set so far. */
type Request = {
  var: { requestId: string }
  newResponse(body: string, init: { status: ProblemStatus; headers: Record<string, string> }): Response
}

/** Answers whatever was thrown as a problem. */
export function failure(error: unknown, request: Request): Response {
  const { body, ...init } = toProblem(error).toAnswer(request.var.requestId)
  return request.newResponse(body, init)
}
