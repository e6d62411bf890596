// The tables that create no events, each with its reason. A table is here or has a trigger of `capture_change`.

const derived = 'derived from other records, whose changes are events'
const ownRecord = 'the event of its session reports the change'
const signIn = 'sign-in data; the audit log has it'
const tokens = 'tokens and their use; the audit log has it'
const delivery = 'the delivery of events itself'
const internal = 'internal to the system; no response shows it'
const account = 'of the account, not of an install'

export const uncaptured: Record<string, string> = {
  account,
  adjustment: derived,
  api_credential: 'credentials; the audit log has them',
  application: account,
  appointment_volume: derived,
  appointment_volume_change: derived,
  audit_event: 'the audit log itself',
  configuration_change: 'the event of its configuration reports the change',
  duplicate_id: 'ids that the migration to unique ids removed',
  event: delivery,
  idempotency_key: internal,
  live_event: delivery,
  live_topic: internal,
  message: 'the mails of a session; the event of the session reports what caused them',
  mfa_challenge: signIn,
  object_deletion: internal,
  onboarding_link: 'single-use links; the event of the session reports what they change',
  operator: signIn,
  password_reset: signIn,
  proctor_account: account,
  proctor_account_install: account,
  rate: internal,
  recovery_code: signIn,
  request_count: internal,
  row_count: derived,
  row_count_change: derived,
  row_count_period: derived,
  sealing_probe: internal,
  session_pair: derived,
  session_transition: ownRecord,
  sign_in_event: signIn,
  sign_in_session: signIn,
  sts_event: tokens,
  sts_family: tokens,
  sts_token: tokens,
  suppression: 'the event of the user reports the erasure',
  suppression_key: internal,
  throttle: signIn,
  time_zone: 'the same for all installs; only a new version changes it',
  totp: signIn,
  unscheduled_learner: derived,
  unscheduled_mark: derived,
  used_download: internal,
  webhook_attempt: delivery,
  webhook_delivery: delivery,
  webhook_endpoint: 'webhook endpoints; the audit log has them',
  webhook_notice: internal,
  webhook_recovery: delivery,
  webhook_retry: delivery,
}
