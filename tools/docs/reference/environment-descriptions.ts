import type { EdgeBindings } from '../../../src/edge/index.ts'
import type { Bindings as Platform } from '../../../src/platform/env.ts'
import type { Bindings as Proctoring } from '../../../src/proctoring/env.ts'
import type { Bindings as Realtime } from '../../../src/realtime/env.ts'
import type { KeyBindings } from '../../../src/shared/crypto/keys/bindings.ts'
import type { Bindings as Shared } from '../../../src/shared/env.ts'

export type Description = { kind: 'secret' | 'variable' | 'binding' | 'local'; text: string }

type Shape = typeof Shared.shape &
  typeof KeyBindings.shape &
  typeof Proctoring.shape &
  typeof Platform.shape &
  typeof Realtime.shape

/** The members of the environment of each area. `local` is only for the stack on one machine. */
export const descriptions: Record<keyof Shape, Description> = {
  DATABASE_URL: {
    kind: 'secret',
    text: 'The URL of the Postgres on Neon, which the Workers query over HTTP.',
  },
  BASE_URL: {
    kind: 'variable',
    text: 'The origin that clients see. Links, cookies and issuers of tokens are made from it, never from the `Host` header.',
  },
  NEON: { kind: 'local', text: 'Replaces Neon.' },
  SHOW_TRIPS: { kind: 'local', text: '`on` adds `Server-Timing` with the round trips to the database.' },
  LOG_LEVEL: {
    kind: 'variable',
    text: 'The lowest level that is logged: `info`, `error` or `off`. Any other value means `info`.',
  },
  METRICS_TOKEN: {
    kind: 'local',
    text: 'The bearer token for `GET /metrics`. Without it, the path does not exist and no metrics are collected.',
  },
  METRICS: {
    kind: 'binding',
    text: 'A dataset of Workers Analytics Engine, which receives the metrics on Cloudflare.',
  },
  SIGNING_KEY: { kind: 'secret', text: 'The private JWK that signs elementTokens and JWTs (RS256).' },
  JWKS: {
    kind: 'variable',
    text: 'The public keys of `SIGNING_KEY` as a JWK Set: next, active and retiring.',
  },
  SEALING_KEY: {
    kind: 'secret',
    text: '32 bytes in base64url, or several such keys separated by commas: the first one encrypts, all of them decrypt. Encrypts the secrets that must be readable, such as passwords of exams.',
  },
  PASSWORD_COST_LOG2: {
    kind: 'variable',
    text: "log2 of scrypt's N, from 4 to 16. When it changes, a password is hashed again at its next sign-in.",
  },
  PLATFORM: {
    kind: 'binding',
    text: 'The Worker `platform`, which is notified of changes, so that their events are delivered at once, and authenticates connections.',
  },
  REALTIME: {
    kind: 'binding',
    text: 'The Worker `realtime`, which sends events to the subscribers of their topics, and closes connections.',
  },
  SHARDS: { kind: 'binding', text: 'The Durable Objects that hold the sockets of clients.' },
  HUBS: { kind: 'binding', text: 'The Durable Objects of the events of applications.' },
  TOPICS: { kind: 'binding', text: 'The Durable Objects of topics: their order, history and presence.' },
  ACCOUNTS: {
    kind: 'binding',
    text: 'The Durable Objects of accounts: which shards hold connections of the account.',
  },
  MONITORS: {
    kind: 'binding',
    text: 'The Durable Objects of the monitors of exams: which learners are connected.',
  },
  DOCUMENTS: { kind: 'binding', text: 'The Durable Objects of synchronised documents.' },
  DOCUMENT_LISTS: {
    kind: 'binding',
    text: 'The Durable Objects that list the documents of an application.',
  },
  FILES: {
    kind: 'binding',
    text: 'The R2 bucket with the contents of files. Miniflare replaces it on one machine.',
  },
  SETUP_TOKEN: {
    kind: 'secret',
    text: 'The value of `X-Setup-Token` with which the first operator is created. Required where `BASE_URL` is https: without it, setup is refused.',
  },
  MAIL_FROM: { kind: 'variable', text: 'The sender address of mails.' },
  EMAIL: { kind: 'binding', text: "Cloudflare's `send_email`, which sends mails." },
  MAIL_URL: {
    kind: 'variable',
    text: 'The URL of another provider, which accepts `{from, to, subject, text, attachments}` as JSON with a bearer token.',
  },
  MAIL_KEY: { kind: 'secret', text: 'The bearer token for `MAIL_URL`.' },
  MAIL_CATCHER: { kind: 'local', text: 'Stores mails instead of sending them.' },
  SIGN_IN_LIMITER: {
    kind: 'binding',
    text: 'A rate limiter by IP address, which is checked before a sign-in.',
  },
  QSTASH_URL: {
    kind: 'variable',
    text: 'The URL of QStash in another region than the EU, which is the default of Upstash.',
  },
  QSTASH_CALLBACK_URL: {
    kind: 'local',
    text: 'The origin at which the local QStash calls the system. By default `BASE_URL`.',
  },
  QSTASH_TOKEN: {
    kind: 'secret',
    text: 'The token of your QStash, which schedules webhook deliveries. Without it, deliveries wait in the database.',
  },
  QSTASH_CURRENT_SIGNING_KEY: {
    kind: 'secret',
    text: 'The current key with which QStash signs its requests.',
  },
  QSTASH_NEXT_SIGNING_KEY: {
    kind: 'secret',
    text: 'The key with which QStash signs after its next rotation.',
  },
  WEBHOOK_ALLOW_HOSTS: {
    kind: 'variable',
    text: 'Hosts that may be called although they are not public or not https: `host` or `host:port`, separated by commas. Without a port, all ports of the host. A stack that only its own machine can reach allows `127.0.0.1,localhost`.',
  },
  WEBHOOK_RETRY_BASE_MS: {
    kind: 'variable',
    text: 'The delay before the first retry, in ms, at most 27000. Each further delay is 6 times as long.',
  },
  WEBHOOK_ENDPOINT_LIMIT: {
    kind: 'variable',
    text: 'Webhook endpoints that an application may have, at most 200. The callers bound to one install may create a fifth of them.',
  },
  WEBHOOK_PUBLISH_PER_MINUTE: {
    kind: 'variable',
    text: 'Events that an application may publish in a minute. After a minute without events it may publish as many at once. The callers bound to one install may publish a fifth of them.',
  },
  ENVIRONMENT: { kind: 'variable', text: 'The name of the environment in the metadata of events.' },
  EVENT_RETENTION_DAYS: {
    kind: 'variable',
    text: 'Days for which events and their deliveries are kept.',
  },
  DEAD_LETTER_RETENTION_DAYS: { kind: 'variable', text: 'Days for which dead letters are kept.' },
  FILE_RETENTION_DAYS: {
    kind: 'variable',
    text: 'Days for which the photos and returned files of closed sessions are kept.',
  },
  AUDIT_RETENTION_DAYS: {
    kind: 'variable',
    text: 'Days for which `…/sts/audit` and `/api/auth/events` list events.',
  },
}

type OfEdge = Description & { fallback?: string }

/** The members of the environment of the edge. Members that the areas have too are described above. */
export const edge: Record<keyof EdgeBindings, OfEdge> = {
  BASE_URL: descriptions.BASE_URL,
  JWKS: descriptions.JWKS,
  PROCTORING: { kind: 'binding', text: 'The Worker `proctoring` (area A).' },
  STS: { kind: 'binding', text: 'The Worker `sts` (area B).' },
  PLATFORM: descriptions.PLATFORM,
  REALTIME: descriptions.REALTIME,
  ASSETS: {
    kind: 'binding',
    text: 'The files of `dist/assets`: the embed, the console and the documentation.',
  },
  TRUSTED_PROXIES: {
    kind: 'local',
    text: 'The proxies whose `X-Forwarded-For` is trusted. The edge then sets `CF-Connecting-IP`, as Cloudflare does.',
    fallback: 'none',
  },
  LOCAL: { kind: 'local', text: 'Serves `/__local/`.', fallback: 'none' },
  SHOW_TRIPS: { ...descriptions.SHOW_TRIPS, fallback: 'none' },
  LOG_LEVEL: { ...descriptions.LOG_LEVEL, fallback: '`info`' },
  METRICS_TOKEN: { ...descriptions.METRICS_TOKEN, fallback: 'none' },
  METRICS: { ...descriptions.METRICS, fallback: 'none' },
}
