import { type SQL, sql } from 'drizzle-orm'

/** The tables of the rules, which identify survivors. */
export const keyOf: Record<string, SQL> = Object.fromEntries([
  ...['sts_token', 'sts_family', 'sts_event', 'webhook_attempt', 'webhook_delivery', 'event'].map(sidKey),
  ...['sign_in_session', 'sign_in_event', 'audit_event', 'message', 'file', 'used_download'].map(sidKey),
  ...['webhook_retry', 'webhook_notice'].map(sidKey),
  ...['mfa_challenge', 'password_reset', 'onboarding_link'].map(name => [
    name,
    sql`encode(secret_hash, 'hex')`,
  ]),
  ['throttle', sql`encode(key, 'hex')`],
  ['idempotency_key', sql`owner::text`],
  ['request_count', sql`caller`],
  ['live_topic', sql`topic`],
])

function sidKey(name: string): [string, SQL] {
  return [name, sql`replace(sid::text, '-', '')`]
}
