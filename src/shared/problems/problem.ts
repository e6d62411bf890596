/** All problem codes, each with its HTTP status and title. */
export const problems = {
  malformed_json: [400, 'Malformed JSON'],
  invalid_request: [400, 'Invalid request'],
  application_required: [400, 'Application required'],
  reset_token_invalid: [400, 'Invalid or expired link'],
  credential_required: [401, 'Credential required'],
  credential_invalid: [401, 'Invalid credential'],
  element_token_invalid: [401, 'Invalid elementToken for this stsToken'],
  jwt_invalid: [401, 'Invalid JWT'],
  invalid_credentials: [401, 'Invalid email or password'],
  code_invalid: [401, 'Invalid code'],
  mfa_token_invalid: [401, 'Invalid mfaToken'],
  action_not_allowed: [403, 'Action not allowed'],
  caller_not_accepted: [403, 'Credential type not accepted by this operation'],
  permission_ceiling_violation: [403, 'Requested permissions exceed those of the caller'],
  origin_not_allowed: [403, 'Origin not allowed to embed'],
  cross_site_request: [403, 'Cross-site request refused'],
  fresh_sign_in_required: [403, 'Recent sign-in required'],
  mfa_required_by_account: [403, 'Second factor required by the account'],
  setup_done: [403, 'Setup already completed'],
  setup_token_invalid: [403, 'Invalid setup token'],
  not_found: [404, 'Not found'],
  method_not_allowed: [405, 'Method not allowed'],
  already_enrolled: [409, 'User already enrolled in this course'],
  reference_gone: [409, 'Referenced resource deleted concurrently'],
  edited_meanwhile: [409, 'Resource changed concurrently'],
  primary_configuration: [409, 'Primary configuration cannot be deleted'],
  user_erased: [409, 'Personal data of the user has been erased'],
  event_type_in_use: [409, 'Event type in use'],
  code_taken: [409, 'Code already taken'],
  id_taken: [409, 'Id already taken'],
  id_conflict: [409, 'Record has another id'],
  person_suppressed: [409, 'Person was erased and is suppressed'],
  username_taken: [409, 'Username already taken'],
  email_taken: [409, 'Email address already taken'],
  last_owner: [409, 'Account requires at least one owner'],
  not_invited: [409, 'Operator has no open invitation'],
  mfa_enabled: [409, 'Second factor already enabled'],
  mfa_not_enrolled: [409, 'No second factor enrolled'],
  appointment_overlaps: [409, 'Learner has another appointment at this time'],
  capacity_full: [409, 'No capacity left at this time'],
  file_content_mismatch: [409, 'Content differs from the declared type'],
  file_not_uploaded: [409, 'File not uploaded'],
  too_many_files: [409, 'File limit reached'],
  exam_has_appointments: [409, 'Exam has future appointments'],
  exam_not_approved: [409, 'Exam configuration not approved'],
  no_attempts_left: [409, 'No attempts left'],
  not_assigned: [409, 'Learner not assigned to this exam'],
  outside_window: [409, 'Time outside the allowed window'],
  second_reviewer_required: [409, 'Second reviewer required'],
  session_active: [409, 'Learner already has an active session of this exam'],
  session_changed: [409, 'Session changed concurrently'],
  session_state_conflict: [409, 'Not allowed in the current session status'],
  slot_full: [409, 'No seats left in this slot'],
  slot_unavailable: [409, 'No slot for the whole appointment'],
  cancellation_policy: [409, 'Not allowed by the cancellation policy'],
  system_check_required: [409, 'System check required'],
  window_too_short: [409, 'Too little time left for the exam'],
  token_not_active: [409, 'Token not active'],
  credential_not_active: [409, 'Credential not active'],
  delivery_pending: [409, 'Delivery in progress'],
  endpoint_inactive: [409, 'Endpoint not active'],
  too_many_endpoints: [409, 'Webhook endpoint limit reached'],
  idempotency_key_in_use: [409, 'Request with this Idempotency-Key in progress'],
  restore_expired: [410, 'Restore period over'],
  body_too_slow: [408, 'Request body timeout'],
  precondition_failed: [412, 'Precondition failed'],
  body_too_large: [413, 'Request body too large'],
  unsupported_media_type: [415, 'Unsupported media type'],
  idempotency_key_reused: [422, 'Idempotency-Key already used'],
  upgrade_required: [426, 'WebSocket required'],
  too_many_attempts: [429, 'Too many attempts'],
  too_many_requests: [429, 'Too many requests in this minute'],
  internal: [500, 'Internal server error'],
  too_busy: [503, 'Too many concurrent requests of this kind'],
  too_slow: [503, 'Query took too long'],
  database_busy: [503, 'Database busy'],
  not_ready: [503, 'Not ready to serve'],
  database_unavailable: [503, 'Database unavailable'],
  sealing_key_mismatch: [503, 'Sealing key of the system is not the key of its database'],
  storage_full: [507, 'Storage full'],
} as const satisfies Record<string, readonly [number, string]>

/** Further statuses of codes. */
export const otherStatuses: Partial<Record<ProblemCode, ProblemStatus>> = {
  // The request is the same, but its response was erased.
  idempotency_key_reused: 409,
}

export type ProblemCode = keyof typeof problems
export type ProblemStatus = (typeof problems)[ProblemCode][0]

/** Whether the text is a problem code. */
export const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code)

/** An error of a request field: its path, its code, and a message for the client. */
export type FieldError = { path: string; code: string; message: string }

type ProblemOptions = {
  /** Additional members of the body, such as `errors` or `violations`. */
  members?: Record<string, unknown>
  headers?: Record<string, string>
  /** Instead of the status of the code. */
  status?: ProblemStatus
  /** For the log only. */
  cause?: unknown
}

/** An error that the response reports. The detail is for clients: it contains no internals and no secrets. */
export class Problem extends Error {
  readonly code: ProblemCode
  /** Whether the message is about this error, and not the default one of its code. */
  readonly hasDetail: boolean
  readonly members: Record<string, unknown>
  readonly headers: Record<string, string>
  readonly #status: ProblemStatus

  constructor(
    code: ProblemCode,
    detail?: string,
    { members = {}, headers = {}, status, cause }: ProblemOptions = {},
  ) {
    super(detail ?? `${problems[code][1]}.`, { cause })
    this.code = code
    this.hasDetail = detail !== undefined
    this.members = members
    this.headers = headers
    this.#status = status ?? problems[code][0]
  }

  /** Returns the members of RFC 9457, and the code. */
  toRecord() {
    const { code, message: detail } = this
    const [, title] = problems[code]
    return { type: `/docs/errors#${code}`, title, status: this.#status, detail, code }
  }

  /** Returns the status, headers and body of the response. */
  toResponse(requestId: string) {
    const record = this.toRecord()
    return {
      status: record.status,
      headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...this.headers },
      body: JSON.stringify({ ...record, requestId, ...this.members }),
    }
  }
}

/** The problem of a path that no operation has. */
export const noSuchPath = (path: string): Problem =>
  new Problem(
    'not_found',
    path.length > 1 && path.endsWith('/')
      ? 'There is no such path. Remove the slash at its end.'
      : 'There is no such path.',
  )

/** Returns the first row. @throws Problem `not_found` if there is none */
export function firstOr404<T>(rows: readonly T[]): T {
  const [row] = rows
  if (row === undefined) throw new Problem('not_found')
  return row
}

/** Returns the problem of a rate limit. @param seconds until the next attempt can succeed */
export const tooManyAttempts = (seconds: number) =>
  new Problem('too_many_attempts', `Try again in ${seconds} seconds.`, {
    headers: { 'retry-after': String(seconds) },
  })
