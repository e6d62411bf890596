/** The closed catalogue: code -> [HTTP status, title]. The only place that ties the two. */
export const problems = {
  malformed_json: [400, 'The body is not JSON'],
  invalid_request: [400, 'The request is invalid'],
  application_required: [400, 'Say which application'],
  reset_token_invalid: [400, 'The link is not valid any more'],
  credential_required: [401, 'A credential is required'],
  credential_invalid: [401, 'The credential is not valid'],
  element_token_invalid: [401, 'The elementToken is not valid for this stsToken'],
  jwt_invalid: [401, 'The token is not valid'],
  invalid_credentials: [401, 'The sign-in is not right'],
  code_invalid: [401, 'The code is not right'],
  mfa_token_invalid: [401, 'The mfaToken is not valid'],
  action_not_allowed: [403, 'The credential may not do this'],
  caller_not_accepted: [403, 'This kind of credential may not call this operation'],
  permission_ceiling_violation: [403, 'More was asked for than the caller holds'],
  origin_not_allowed: [403, 'Pages of this origin may not embed'],
  cross_site_request: [403, 'The request comes from another site'],
  fresh_sign_in_required: [403, 'This needs a sign-in of the last minutes'],
  mfa_required_by_account: [403, 'The account requires a second factor'],
  setup_done: [403, 'The platform has been set up'],
  setup_token_invalid: [403, 'The setup token is not right'],
  not_found: [404, 'There is no such thing'],
  method_not_allowed: [405, 'The method is not allowed here'],
  already_enrolled: [409, 'The user is enrolled in this course already'],
  reference_gone: [409, 'Something that it refers to was deleted at the same time'],
  edited_meanwhile: [409, 'Somebody else changed it at the same time'],
  primary_configuration: [409, 'The primary configuration stays with its exam'],
  user_erased: [409, 'The personal data of this user has been erased'],
  username_taken: [409, 'The username is taken'],
  email_taken: [409, 'The email address is taken'],
  last_owner: [409, 'An account keeps at least one owner'],
  not_invited: [409, 'The operator has no open invitation'],
  mfa_enabled: [409, 'A second factor is in force already'],
  mfa_not_enrolled: [409, 'There is no second factor to confirm or to remove'],
  no_attempts_left: [409, 'The learner has no attempts left'],
  not_assigned: [409, 'The learner is not to take this exam'],
  outside_window: [409, 'The time lies outside the window'],
  session_active: [409, 'The learner has an active session of this exam'],
  session_changed: [409, 'The session changed at the same time'],
  session_state_conflict: [409, 'The status of the session does not allow this'],
  slot_full: [409, 'All seats of the slot are taken'],
  token_not_active: [409, 'The token is not active'],
  credential_not_active: [409, 'The credential is not active'],
  delivery_pending: [409, 'The delivery is under way'],
  endpoint_inactive: [409, 'The endpoint is not active'],
  too_many_endpoints: [409, 'The application has as many endpoints as it may have'],
  body_too_slow: [408, 'The body took too long'],
  body_too_large: [413, 'The body is too large'],
  unsupported_media_type: [415, 'The body is not declared as JSON'],
  too_many_attempts: [429, 'Too many attempts'],
  internal: [500, 'Something failed on our side'],
  too_busy: [503, 'Too many requests of this kind at once'],
  database_busy: [503, 'The database was too busy with this, try again'],
  not_ready: [503, 'Not ready to serve'],
  database_unavailable: [503, 'The database cannot be reached'],
} as const satisfies Record<string, readonly [number, string]>

export type ProblemCode = keyof typeof problems
export type ProblemStatus = (typeof problems)[ProblemCode][0]

/** Whether the text is a code of the catalogue. */
export const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code)

/** One fault of a request: where, what kind, and a sentence for a stranger. */
export type FieldError = { path: string; code: string; message: string }

type ProblemOptions = {
  /** More members of the body, such as `errors` or `violations`. */
  members?: Record<string, unknown>
  headers?: Record<string, string>
  /** For the log only; never shown. */
  cause?: unknown
}

/** A failure that a client is told about. `detail` is for a stranger: no internals, nothing secret. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly members: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(
    code: ProblemCode,
    detail?: string,
    { members = {}, headers = {}, cause }: ProblemOptions = {},
  ) {
    super(detail ?? `${problems[code][1]}.`, { cause })
    this.code = code
    this.members = members
    this.headers = headers
  }

  /** The problem as status, headers and body of an answer. */
  toAnswer(requestId: string) {
    const [status, title] = problems[this.code]
    const { code, message: detail, members } = this
    return {
      status,
      headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...this.headers },
      body: JSON.stringify({
        type: `/docs/errors#${code}`,
        title,
        status,
        detail,
        code,
        requestId,
        ...members,
      }),
    }
  }
}

/** The one place where absence becomes a 404: the first row, or the row itself. */
export function firstOr404<T>(rows: readonly T[]): T {
  const [row] = rows
  if (row === undefined) throw new Problem('not_found')
  return row
}

/** The refusal of somebody who tries too often. @param seconds until the next try may succeed */
export const tooManyAttempts = (seconds: number) =>
  new Problem('too_many_attempts', `Try again in ${seconds} seconds.`, {
    headers: { 'retry-after': String(seconds) },
  })
