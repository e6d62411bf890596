import type { ProblemCode } from '../../../src/shared/problems/problem.ts'

/** For each problem, what it means for the client and what to do. */
export const descriptions: Record<ProblemCode, string> = {
  malformed_json: 'Send one JSON value in UTF-8. A common cause is a body that was put together as text.',
  invalid_request:
    'Read `errors`: each names a `path` in the body, the query or the address, and what is wrong there. Unknown members and unknown query parameters are refused too, so that a mistyped filter does not answer everything.',
  application_required:
    'You sign for several applications: name one in the header `X-Application-Id`. A credential acts for its own.',
  reset_token_invalid:
    'A link works once: for 30 minutes when a password was forgotten, for 7 days when it invites. Ask for another one.',
  credential_required:
    'Send the secret in the header `token`, or as `Authorization: Bearer`; a person who has signed in may send the cookie.',
  credential_invalid:
    'The secret is unknown, expired or revoked; which of them is not told. Issue a new token, or sign in again.',
  element_token_invalid:
    'The two tokens of an embed belong together, and the elementToken ends no later than the stsToken that came with it. Hand both over as they were issued.',
  jwt_invalid: 'The JWT is expired, altered, not ours, or not of the kind that this takes. Issue a new one.',
  invalid_credentials:
    'The address or the password is wrong; which of them is not told. After ten failures in 15 minutes the account is closed for as long.',
  code_invalid:
    'The code is wrong, or was used before: each works once. Wait for the next one, and check the clock of the device.',
  mfa_token_invalid: 'An mfaToken lives for 5 minutes and 5 tries. Sign in again.',
  action_not_allowed:
    "The problem names `action` and `resource`: a policy of the caller must allow the one on the other. For an stsToken that is its own policy, its creator's and that of whoever refreshed it last; for an operator, the role.",
  caller_not_accepted:
    'The secret is good, but of the wrong kind: the detail lists those that the operation takes. An stsToken, for example, can never issue tokens.',
  permission_ceiling_violation:
    'Nobody can give more than they hold. `violations` lists what goes beyond, by statement, action and resource; try a policy with `POST …/sts/simulate`.',
  origin_not_allowed: "Add the page's origin to `allowedEmbedOrigins` in the settings of the install.",
  cross_site_request:
    'With the cookie, what changes something must come from a page of our own origin. Send the session as a bearer from elsewhere.',
  fresh_sign_in_required: 'The sign-in must be of the last 15 minutes. Sign in again, then repeat it.',
  mfa_required_by_account:
    'The account requires a second factor of every operator. Enroll one with `POST /api/auth/mfa/enroll` and confirm it.',
  setup_done: 'There is an operator already, who can invite others.',
  setup_token_invalid: "Send the deployment's `SETUP_TOKEN` in the header `X-Setup-Token`.",
  not_found:
    'The path, or something that it names, is not there, or belongs to somebody else: the two look the same on purpose.',
  method_not_allowed: 'The header `Allow` lists the methods of this path.',
  already_enrolled: 'Nothing is to be done. `POST …/provision` would have answered `Found Existing`.',
  reference_gone: 'Read again what the request refers to, and decide anew.',
  edited_meanwhile: 'Read it again, apply the change to what is there now, and send that.',
  primary_configuration: 'Change it instead; it goes when the exam is deleted.',
  user_erased: 'An erasure cannot be undone, and an erased user takes part in nothing new. Make a new user.',
  username_taken: 'Usernames are unique in an install. Choose another one.',
  email_taken: 'An operator has this address already.',
  last_owner: 'Make somebody else an owner first.',
  not_invited: 'The operator has set a password, or is disabled. A forgotten password is reset by mail.',
  mfa_enabled: 'Remove the second factor first, to enroll another one.',
  mfa_not_enrolled: 'Enroll one first with `POST /api/auth/mfa/enroll`.',
  no_attempts_left: 'Raise `attempts` in a configuration of the exam: for one learner, by an accommodation.',
  not_assigned: 'Enroll the learner in the course, or assign the exam where its scope is limited.',
  outside_window:
    '`window` holds the bounds, of which either may be null. Choose a time in it, or change the configuration in force.',
  session_active:
    'A learner has one open session of an exam at a time. Use that one, or end or cancel it first.',
  session_changed: 'Somebody else acted on the session at the same moment. Read it and decide anew.',
  session_state_conflict:
    '`currentStatus` and `allowedActions` say what the session is and what may be done. See [the states of a session](../concepts.md#session).',
  slot_full: '`alternatives` lists the slots that have seats left.',
  credential_not_active: 'Use its successor, or create a new credential.',
  token_not_active:
    'It was revoked, expired or replaced. When it was replaced, `replacedBy` names the successor: refresh that one, for example when an answer was lost.',
  delivery_pending: 'It will be tried again by itself. Wait until it has ended.',
  too_many_endpoints:
    'Delete an endpoint that is not needed any more, or change one of those that are there.',
  endpoint_inactive: 'Activate the endpoint first, with `POST /api/webhooks/{webhookSid}/activate`.',
  body_too_large:
    'A body may have 1 MiB, 64 KiB where no credential is needed, the archive of a roster 10 MiB. Send it in parts.',
  body_too_slow:
    'A body must have come within a minute, the archive of a roster within 5. Send it again over a better line, or in parts.',
  unsupported_media_type: 'Send `Content-Type: application/json`; a roster has media types of its own.',
  too_many_attempts: 'Wait as many seconds as `Retry-After` says.',
  internal: 'Tell us the `requestId`. Whether the change was made is unknown: read before you repeat it.',
  too_busy:
    'Too many passwords are hashed at once, and nothing was changed. Wait as many seconds as `Retry-After` contains.',
  database_busy:
    'Another transaction was in the way and this one was undone. Try again after a moment, and wait longer each time.',
  not_ready:
    'Try again later. `check` tells the operator of the system what is missing: `bindings`, `migrations` or `keys`.',
  database_unavailable:
    'Try again after a moment, and wait longer each time. Read before you repeat a change.',
}
