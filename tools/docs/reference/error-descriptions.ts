import type { ProblemCode } from '../../../src/shared/problems/problem.ts'

/** For each problem, what it means for the client and what to do. */
export const descriptions: Record<ProblemCode, string> = {
  malformed_json: 'Send one JSON value in UTF-8. A common cause is a body that was concatenated as text.',
  invalid_request:
    'Each item of `errors` contains the `path` of an error in the body, the query or the URL, and its description. Unknown members and unknown query parameters are errors too, so that a mistyped filter does not return everything.',
  application_required:
    'Your sign-in has access to several applications: send one in the header `X-Application-Id`. A credential belongs to one application.',
  reset_token_invalid:
    'A link works once: for 30 minutes if it resets a password, for 7 days if it is an invitation. Request another one.',
  credential_required:
    'Send the secret in the header `token`, or as `Authorization: Bearer`; a signed-in operator may send the cookie.',
  credential_invalid:
    'The secret is unknown, expired or revoked. The response does not show which. Issue a new token, or sign in again.',
  element_token_invalid:
    'The two tokens of an embed are issued together, and the elementToken expires no later than its stsToken. Send both as they were issued.',
  jwt_invalid:
    'The JWT is expired, altered, of another issuer, or of a kind that the operation does not accept. Issue a new one.',
  invalid_credentials:
    'The email address or the password is wrong. The response does not show which. After ten failures in 15 minutes the account is locked for 15 minutes.',
  code_invalid:
    'The code is wrong, or was already used: each code works once. Wait for the next code, and check the clock of the device.',
  mfa_token_invalid: 'An mfaToken is valid for 5 minutes and 5 attempts. Sign in again.',
  action_not_allowed:
    'The problem contains `action` and `resource`: the policies of the caller must allow the action on the resource. Those of an stsToken are its own policy, that of its creator and that of the caller that refreshed it last; that of an operator is the role.',
  caller_not_accepted:
    'The secret is valid, but of the wrong kind: the detail lists the kinds that the operation accepts. Only a credential can issue tokens, for example: an operator and an stsToken cannot.',
  permission_ceiling_violation:
    'A caller cannot grant more than it has. `violations` lists the excess by statement, action and resource. Test a policy with `POST …/sts/simulate`.',
  origin_not_allowed: "Add the page's origin to `allowedEmbedOrigins` in the settings of the install.",
  cross_site_request:
    'Requests with the cookie that change data must come from a page of the same origin. From another origin, send the session as a bearer token.',
  fresh_sign_in_required:
    'The sign-in must be at most 15 minutes old. Sign in again, then repeat the request.',
  mfa_required_by_account:
    'The account requires a second factor of every operator. Enroll one with `POST /api/auth/mfa/enroll` and confirm it.',
  setup_done: 'The first operator already exists, and can invite others.',
  setup_token_invalid:
    "Send the deployment's `SETUP_TOKEN` in the header `X-Setup-Token`. A system on http that has none accepts only requests to its own address that no proxy has forwarded.",
  not_found:
    'The path or one of its resources does not exist, or belongs to another account. Both cases have the same response on purpose.',
  method_not_allowed: 'The header `Allow` lists the methods of this path.',
  already_enrolled: 'No action is necessary. `POST …/provision` would have returned `Found Existing`.',
  reference_gone: 'Read the resources of the request again, and decide again.',
  edited_meanwhile: 'Read the resource again, apply the change to its current state, and send that.',
  primary_configuration: 'Change it instead. It is deleted with the exam.',
  user_erased:
    'An erasure cannot be undone, and an erased user cannot be used for new records. Create a new user.',
  event_type_in_use:
    'Events of this type exist, and their incidents depend on it. Create another type, and delete this one: it is retired.',
  code_taken:
    'Codes of proctor types are unique in an install. Choose another one, or change the type that has it.',
  id_taken:
    'Another record of the same kind in the install has this id: `errors` names the member. Choose another id, or change or delete that record. Users who are the same person can be merged.',
  id_conflict:
    'The record has another id of this kind, so the item may describe another record. Send `rekey: true` beside `ids` to replace the id.',
  person_suppressed:
    'The person was erased, so the system does not create the person again. An administrator can lift the suppression: `POST …/suppressions/lookup`, then `DELETE …/suppressions/{}`.',
  username_taken: 'Usernames are unique in an install. Choose another one.',
  email_taken: 'Another operator already has this address.',
  last_owner: 'Make another operator an owner first.',
  not_invited: 'The operator has set a password, or is disabled. A forgotten password is reset by mail.',
  mfa_enabled: 'Remove the second factor first, to enroll another one.',
  mfa_not_enrolled: 'Enroll one first with `POST /api/auth/mfa/enroll`.',
  exam_has_appointments:
    'Send `force: true` to unschedule them, or wait until they are over. Their learners must schedule again.',
  no_attempts_left: 'Raise `attempts` in a configuration of the exam: for one learner, by an accommodation.',
  not_assigned: 'Enroll the learner in the course, or assign the exam where its scope is limited.',
  outside_window:
    '`window` contains the bounds, of which either may be null. Choose a time within it, or change the effective configuration.',
  second_reviewer_required:
    'The review process of the exam has a second review. It must be done by another person than the first.',
  session_active:
    'A learner has one open session of an exam at a time. Use that one, or end or cancel it first.',
  session_changed: 'Another request changed the session at the same time. Read it and decide again.',
  session_state_conflict:
    '`currentStatus` is the status of the session, `allowedActions` lists the possible actions. See [the states of a session](../concepts.md#session).',
  slot_full: '`alternatives` lists the slots with free seats.',
  slot_unavailable:
    'The exam has slots, and none of those that the request allows lasts from the start to the end of the appointment. `alternatives` lists the slots with free seats.',
  appointment_overlaps: 'Choose another time, or move or cancel the other appointment first.',
  cancellation_policy:
    '`policy` contains what holds: how long before its start a learner can change the appointment (`leadTimeMinutes`), until when (`until`), how often (`maxReschedules`), and how often the learner has done so (`reschedules`). Integrations are not held to it.',
  system_check_required:
    'The install demands a system check. Record one that passed with `POST …/systemCheck`, or let the learner repeat it in the embed.',
  window_too_short: 'The exam closes less than 5 minutes after the start. Choose an earlier one.',
  capacity_full:
    'The proctor type or the proctor group has as many appointments at this time as its `capacity`. Choose another time, type or group.',
  file_content_mismatch:
    'The content of the file is not of its `contentType`, or has another size. The file was deleted: create another one.',
  file_not_uploaded:
    'Send the content to the `uploadUrl` of the file first. If it has expired, create another file.',
  too_many_files:
    'A session has at most 20 photos, and a configuration at most 20 exam files and 100 attachments, with those that can still be uploaded. Delete some first.',
  exam_not_approved: 'An administrator must approve the configuration of the exam first.',
  credential_not_active: 'Use its successor, or create a new credential.',
  token_not_active:
    'It was revoked, expired or replaced. When it was replaced, `replacedBy` names the successor: refresh that one, for example when a response was lost.',
  delivery_pending: 'It is retried automatically. Wait until it has ended.',
  too_many_endpoints: 'Delete an endpoint that you no longer need, or change an existing one.',
  endpoint_inactive: 'Activate the endpoint first, with `POST /api/webhooks/{webhookSid}/activate`.',
  body_too_large:
    'The limit is 1 MiB, 64 KiB for requests without a credential, 10 MiB for the archive of a roster. Send the data in parts.',
  restore_expired: 'The record was deleted more than 30 days ago. Create a new one.',
  idempotency_key_in_use:
    'The first request with this `Idempotency-Key` has not ended. Wait as many seconds as `Retry-After` contains, and send the same request again.',
  idempotency_key_reused:
    'Send a new `Idempotency-Key` with each new request. With status 409, the request is the same as before, but its response is not stored any more: a user whom it names was erased, or a new version was deployed. Read the resource instead.',
  precondition_failed:
    'The record has changed since you read it, and nothing was written. Read it again, apply the change to its current state, and send that with the new `ETag`.',
  body_too_slow:
    'A body must arrive within a minute, the archive of a roster within 5. Send it again over a faster connection, or in parts.',
  unsupported_media_type: 'Send `Content-Type: application/json`; a roster has its own media types.',
  upgrade_required: 'Connect with a WebSocket client, such as the npm package `centrifuge`.',
  too_many_attempts: 'Wait as many seconds as `Retry-After` contains.',
  too_many_requests:
    'The caller has sent as many requests in this minute as the install or the account allows, and nothing was done. Wait as many seconds as `Retry-After` contains. See [limits](conventions.md#limits).',
  internal:
    'Report the `requestId`. The change may have been made: read the resource before you repeat the request.',
  too_busy:
    'Too many passwords are being hashed, and nothing was changed. Wait as many seconds as `Retry-After` contains.',
  too_slow:
    'The database stopped a query after 30 seconds, an import after 60, and nothing was changed. The detail names what you can narrow. Repeating the same request takes as long.',
  database_busy:
    'The transaction conflicted with another one and was rolled back. Retry with increasing delays.',
  not_ready:
    'Try again later. `check` shows the operator of the system what is missing: `bindings`, `migrations`, `keys`, `sealing_key` or `storage`.',
  sealing_key_mismatch:
    'Passwords of exams, secrets of authenticator apps and secrets of webhook endpoints can be neither read nor written, and nothing was changed. Try again when the operator of the system has corrected `SEALING_KEY`.',
  storage_full:
    'The database has no space left, and nothing was changed. Reads still work. Try again when the operator of the system has added storage.',
  database_unavailable: 'Retry with increasing delays. Read the resource before you repeat a change.',
}
