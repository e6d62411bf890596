// The environment variables of the commands. The commands read them through this table, and
// docs/reference/environment.md is generated from it.

import { isIP } from 'node:net'
import * as z from 'zod'
import { RetentionBindings } from '../src/platform/retention/env.ts'
import { EndpointLimit, PublishPerMinute, RetryBaseMs } from '../src/platform/webhooks/delivery/limits.ts'
import { SealingKeys } from '../src/shared/crypto/seal.ts'
import { logLevels } from '../src/shared/logging/log.ts'
import { AllowHosts } from '../src/shared/target/allow-hosts.ts'
import { parseNetworks } from '../src/shared/values/client-address.ts'
import { checkVariables, type Values, type Variable } from './check-variables.ts'

const text = z.string()
const port = z.coerce.number('Expected a port.').int().min(0).max(65_535)
const webUrl = z.url({ protocol: /^https?$/, error: 'Expected a URL with http or https.' })
const origin = webUrl
  .refine(url => /^https?:\/\/[^/?#@]+\/?$/.test(url), 'Expected an origin, without a path.')
  .transform(url => new URL(url).origin)
/** Vite and Vitest set `BASE_URL` to `/` for the processes that they start, which does not mean this system. */
const baseUrl = text.transform(url => (url === '/' ? undefined : url)).pipe(origin.optional())
const address = text
  .transform(host => (host === 'localhost' ? '127.0.0.1' : host))
  .refine(host => isIP(host) !== 0 && !host.includes('%'), 'Expected an IP address or localhost.')
const networks = text.refine(isNetworks, 'Expected IP addresses or networks, such as 10.0.0.0/8.')
const hosts = text.refine(
  entries => AllowHosts.safeParse(entries).success,
  'Expected host or host:port such as lms.example:8443.',
)

function isNetworks(networks: string): boolean {
  try {
    return parseNetworks(networks).length > 0
  } catch {
    return false
  }
}

const postgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'Expected a URL that starts with postgres://.',
})
const sealingKey = text.refine(keys => SealingKeys.safeParse(keys).success, {
  error: 'Expected 32 bytes in base64url, or several such keys separated by commas.',
})

const stateDir = { description: 'The directory of all state.', default: '.local', schema: text } as const

const invigil = {
  INVIGIL_URL: {
    description: 'The URL of the system. By default that of the stack in `STATE_DIR`.',
    schema: webUrl,
  },
  INVIGIL_CREDENTIAL: {
    description: 'The API credential. By default that of the demo account in `STATE_DIR`.',
    schema: text,
    isSecret: true,
  },
  INVIGIL_INSTALL: {
    description: 'The install. By default that of the demo account in `STATE_DIR`.',
    schema: text,
  },
} as const

const databaseUrl = <D extends string>(description: D) =>
  ({ description, schema: postgresUrl, isSecret: true }) as const

const productionUrl = {
  ...databaseUrl('The direct URL of the production database.'),
  isRequired: true,
} as const

const retentionDays = (name: keyof typeof RetentionBindings.shape) =>
  ({ description: 'The variable of the Worker `platform`.', schema: RetentionBindings.shape[name] }) as const

const start = {
  PORT: { description: 'The port of the origin; 0 selects a free one.', default: '8787', schema: port },
  HOST: {
    description:
      'The IP address to listen on. With another one than a loopback address, `BASE_URL` and `SETUP_TOKEN` are required.',
    default: '127.0.0.1',
    schema: address,
  },
  BASE_URL: {
    description:
      'The origin that clients use, such as `https://exams.school.example`, of which links, cookies and issuers of tokens are made. By default that of `HOST` and `PORT`. If it is https or not a loopback address, `SETUP_TOKEN` is required, and there is no demo account.',
    schema: baseUrl,
  },
  TRUSTED_PROXIES: {
    description:
      'The addresses of the proxies in front of the system, or their networks (CIDR), separated by commas. Only from them, `X-Forwarded-For` contains the address of the client.',
    schema: networks,
  },
  STATE_DIR: stateDir,
  DATABASE_URL: databaseUrl(
    'The URL of a Postgres server. By default the stack starts a database of its own.',
  ),
  DEMO: {
    description:
      'What the first start with an empty database creates beside the demo account: `S` two installs of the account with about 1,000 sessions, `none` nothing.',
    default: 'S',
    schema: z.enum(['S', 'none']),
  },
  SEALING_KEY: {
    description: 'The secret of the Workers. By default the key in `STATE_DIR/sealing-key`.',
    schema: sealingKey,
    isSecret: true,
  },
  WEBHOOK_RETRY_BASE_MS: { description: 'The variable of the Worker `platform`.', schema: RetryBaseMs },
  WEBHOOK_PUBLISH_PER_MINUTE: {
    description: 'The variable of the Worker `platform`.',
    schema: PublishPerMinute,
  },
  WEBHOOK_ENDPOINT_LIMIT: { description: 'The variable of the Worker `platform`.', schema: EndpointLimit },
  LOG_LEVEL: {
    description: 'The variable of the Workers. By default `error`.',
    schema: z.enum(logLevels),
  },
  METRICS_TOKEN: {
    description: 'The bearer token for `GET /metrics`. Without it, the path does not exist.',
    schema: text.min(16, 'Expected at least 16 characters.'),
    isSecret: true,
  },
  SETUP_TOKEN: {
    description:
      'The secret of the Worker `platform`. Required if other machines can reach the system: see `HOST` and `BASE_URL`.',
    schema: text.min(16, 'Expected at least 16 characters.'),
    isSecret: true,
  },
  WEBHOOK_ALLOW_HOSTS: {
    description:
      'The variable of the Workers `platform` and `proctoring`. By default `127.0.0.1,localhost`, and none if other machines can reach the system.',
    schema: hosts,
  },
  MAIL_FROM: { description: 'The variable of the Worker `platform`.', schema: text.min(3) },
  MAIL_URL: {
    description:
      'The variable of the Worker `platform`. Without it, mails are written to `STATE_DIR/mail.jsonl` and not sent.',
    schema: webUrl,
  },
  MAIL_KEY: { description: 'The secret of the Worker `platform`.', schema: text, isSecret: true },
  MAIL_LIST: {
    description:
      'Whether `GET /__local/mail` lists the mails that were not sent: `on` shows them to every client, `off` to none. By default only to clients on this machine, and to none if other machines can reach the system.',
    schema: z.enum(['on', 'off']),
  },
  EVENT_RETENTION_DAYS: retentionDays('EVENT_RETENTION_DAYS'),
  DEAD_LETTER_RETENTION_DAYS: retentionDays('DEAD_LETTER_RETENTION_DAYS'),
  AUDIT_RETENTION_DAYS: retentionDays('AUDIT_RETENTION_DAYS'),
  FILE_RETENTION_DAYS: retentionDays('FILE_RETENTION_DAYS'),
} as const

/** The variables of each command, which is a script of package.json or a file. */
export const commands = {
  'npm start': start,
  'npm run dev': start,
  'npm run db:migrate': {
    STATE_DIR: stateDir,
    DATABASE_URL: databaseUrl(
      'The direct URL of the database to migrate. By default the database in `STATE_DIR`.',
    ),
  },
  'npm run backup': {
    STATE_DIR: stateDir,
    DATABASE_URL: databaseUrl('The direct URL of the database. By default the database in `STATE_DIR`.'),
    SEALING_KEY: {
      description:
        'The sealing key of the system, if it is not in `STATE_DIR/sealing-key`. The backup does not contain it.',
      schema: sealingKey,
      isSecret: true,
    },
  },
  'npm run repair': {
    STATE_DIR: stateDir,
    DATABASE_URL: databaseUrl('The direct URL of the database. By default the database in `STATE_DIR`.'),
  },
  'npm run restore': {
    STATE_DIR: stateDir,
    DATABASE_URL: databaseUrl('The direct URL of an empty database. By default a new one in `STATE_DIR`.'),
  },
  'npm run db:move': {
    STATE_DIR: stateDir,
    DATABASE_URL: { ...databaseUrl('The direct URL of an empty database.'), isRequired: true },
  },
  'npm run demo:data': {
    STATE_DIR: stateDir,
    DATABASE_URL: databaseUrl(
      'The URL of the server to fill. By default the embedded Postgres in `STATE_DIR`.',
    ),
  },
  'npm run deploy': {
    DATABASE_URL: databaseUrl(
      'The direct URL of the database of the environment. A dry run does not require it.',
    ),
  },
  'npm run bootstrap': {
    DATABASE_URL: productionUrl,
  },
  'npm run credentials': {
    DATABASE_URL: productionUrl,
  },
  'npm run keys': {
    SEALING_KEY: {
      description: 'The current sealing key, which `--rotate-sealing` requires.',
      schema: sealingKey,
      isSecret: true,
    },
  },
  'npm run tour': { STATE_DIR: stateDir },
  'npm run example': {
    PORT: { description: 'The port of the example.', default: '8788', schema: port },
    STATE_DIR: stateDir,
    ...invigil,
    INVIGIL_LEARNER: {
      description: 'The user of the pages of a learner. By default the demo learner.',
      schema: text,
    },
    INVIGIL_PROCTOR: {
      description: 'The user of the page of a proctor. By default the demo instructor.',
      schema: text,
    },
  },
} as const satisfies Record<string, Record<string, Variable>>

export type Command = keyof typeof commands

/**
 * The values of the variables of a command, or their defaults. An empty variable counts as not set. Warns of variables
 * with similar names. If a value is invalid, prints a line for each of them and ends the process with code 1.
 */
export function readEnvironment<Name extends Command>(command: Name): Values<(typeof commands)[Name]> {
  const known = Object.values(commands).flatMap(variables => Object.keys(variables))
  const { values, errors, warnings } = checkVariables(commands[command], process.env, known)
  for (const line of [...warnings, ...errors]) console.error(line)
  if (errors.length > 0) process.exit(1)
  return values
}
