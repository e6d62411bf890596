import type { EdgeBindings } from '../../../src/edge/index.ts'
import type { Bindings as Platform } from '../../../src/platform/env.ts'
import type { Bindings as Proctoring } from '../../../src/proctoring/env.ts'
import type { KeyBindings } from '../../../src/shared/crypto/keys/bindings.ts'
import type { Bindings as Shared } from '../../../src/shared/env.ts'

export type Meaning = { kind: 'secret' | 'variable' | 'binding' | 'local'; text: string }

type Shape = typeof Shared.shape & typeof KeyBindings.shape & typeof Proctoring.shape & typeof Platform.shape

/** What each member of the environment of an area means. `local` is for the stack on one machine alone. */
export const meanings: Record<keyof Shape, Meaning> = {
  DATABASE_URL: { kind: 'secret', text: 'The URL of the Postgres on Neon, which is asked over HTTP.' },
  BASE_URL: {
    kind: 'variable',
    text: 'The origin that clients see. Links, cookies and issuers of tokens are made from it, never from the `Host` header.',
  },
  NEON: { kind: 'local', text: 'Answers in the place of Neon.' },
  SHOW_TRIPS: { kind: 'local', text: '`on` adds `Server-Timing` with the round trips to the database.' },
  LOG_LEVEL: {
    kind: 'variable',
    text: 'From which level on lines are logged: `info`, `error` or `off`; anything else is `info`.',
  },
  SIGNING_KEY: { kind: 'secret', text: 'The private JWK that signs elementTokens and JWTs (RS256).' },
  JWKS: {
    kind: 'variable',
    text: 'The public keys that go with it, as a JWK Set: next, active and retiring.',
  },
  SEALING_KEY: {
    kind: 'secret',
    text: '32 bytes in base64url, or several such keys separated by commas: the first one seals, all of them open. Seals what must be readable again: passwords of exams, secrets of webhook endpoints and of authenticator apps.',
  },
  PASSWORD_COST_LOG2: {
    kind: 'variable',
    text: "log2 of scrypt's N, from 4 to 16. Hashes of sign-ins are made anew when it changes.",
  },
  PLATFORM: {
    kind: 'binding',
    text: 'The Worker `platform`: told of changes, so that their events are delivered at once.',
  },
  SETUP_TOKEN: {
    kind: 'secret',
    text: 'What the first operator must send as `X-Setup-Token`. Required where `BASE_URL` is https: setup is closed without it.',
  },
  MAIL_FROM: { kind: 'variable', text: 'The address that mails come from.' },
  EMAIL: { kind: 'binding', text: "Cloudflare's `send_email`, which sends mails." },
  MAIL_URL: {
    kind: 'variable',
    text: 'Or a provider that takes `{from, to, subject, text}` as JSON with a bearer.',
  },
  MAIL_KEY: { kind: 'secret', text: 'The bearer for `MAIL_URL`.' },
  MAIL_CATCHER: { kind: 'local', text: 'Keeps mails in the place of a provider.' },
  SIGN_IN_LIMITER: { kind: 'binding', text: 'A rate limiter, asked by address before a sign-in is tried.' },
  QSTASH_URL: { kind: 'variable', text: "QStash elsewhere than in the EU, Upstash's own default." },
  QSTASH_TOKEN: {
    kind: 'secret',
    text: 'The token of your QStash, which carries webhooks. Without it, what is to be delivered waits in the database.',
  },
  QSTASH_CURRENT_SIGNING_KEY: { kind: 'secret', text: 'By which QStash signs what it sends us.' },
  QSTASH_NEXT_SIGNING_KEY: { kind: 'secret', text: 'The same, once Upstash has rotated its keys.' },
  WEBHOOK_ALLOW_HOSTS: {
    kind: 'variable',
    text: 'Hosts that are called although they are not public, or not https: `host` or `host:port`, parted by commas. The stack on one machine excepts `127.0.0.1,localhost`.',
  },
  WEBHOOK_RETRY_BASE_MS: {
    kind: 'variable',
    text: 'The delay before the first retry, in ms, at most 27000. Each further one is 6 times as long.',
  },
  WEBHOOK_ENDPOINT_LIMIT: {
    kind: 'variable',
    text: 'Webhook endpoints that an application may have, at most 200.',
  },
  WEBHOOK_PUBLISH_PER_MINUTE: {
    kind: 'variable',
    text: 'Events that an application may publish in a minute; as many at once after a minute without any.',
  },
  ENVIRONMENT: { kind: 'variable', text: 'What events say of where they come from.' },
  EVENT_RETENTION_DAYS: {
    kind: 'variable',
    text: 'Days for which events and their deliveries are kept.',
  },
  DEAD_LETTER_RETENTION_DAYS: { kind: 'variable', text: 'Days for which dead letters are kept.' },
  AUDIT_RETENTION_DAYS: {
    kind: 'variable',
    text: 'Days for which `…/sts/audit` and `/api/auth/events` tell what happened.',
  },
}

type OfEdge = Meaning & { fallback?: string }

/** What the front door is given; what the areas are given too is explained there. */
export const edge: Record<keyof EdgeBindings, OfEdge> = {
  BASE_URL: meanings.BASE_URL,
  JWKS: meanings.JWKS,
  PROCTORING: { kind: 'binding', text: 'The Worker `proctoring` (area A).' },
  STS: { kind: 'binding', text: 'The Worker `sts` (area B).' },
  PLATFORM: meanings.PLATFORM,
  ASSETS: { kind: 'binding', text: 'The files of `dist/assets`: the embed and the pages of our own.' },
  LOCAL: { kind: 'local', text: 'Answers below `/__local/`.', fallback: 'none' },
  SHOW_TRIPS: { ...meanings.SHOW_TRIPS, fallback: 'none' },
  LOG_LEVEL: { ...meanings.LOG_LEVEL, fallback: '`info`' },
}

/** What each variable of a process means. */
export const machine: Record<string, string> = {
  PORT: 'The port of the one origin, or of the example.',
  STATE_DIR: 'The folder that holds all state.',
  DATABASE_URL:
    'A Postgres server: to use instead of the embedded one, to migrate, to fill with demo data, or to deploy to.',
  SEALING_KEY: 'The sealing key of now, for `npm run keys -- --rotate-sealing`.',
  WEBHOOK_RETRY_BASE_MS: 'As above.',
  SETUP_TOKEN: 'As above.',
  WEBHOOK_PUBLISH_PER_MINUTE: 'As above.',
  LOG_LEVEL: 'As above, but `error` unless it is set.',
  INVIGIL_URL: 'The system that the example embeds.',
  INVIGIL_CREDENTIAL: "The example's API credential.",
  INVIGIL_INSTALL: "The example's install.",
  INVIGIL_LEARNER: 'The user whom the example takes for its learner.',
  INVIGIL_PROCTOR: 'The user whom the example takes for its proctor.',
}
