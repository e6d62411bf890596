// The environment variables of the commands. The commands read them through this table, and
// docs/reference/environment.md is generated from it.

export type Variable = { description: string; default?: string; isRequired?: true }

const stateDir = { description: 'The directory of all state.', default: '.local' } as const

const invigil = {
  INVIGIL_URL: { description: 'The URL of the system. By default that of the stack in `STATE_DIR`.' },
  INVIGIL_CREDENTIAL: {
    description: 'The API credential. By default that of the demo account in `STATE_DIR`.',
  },
  INVIGIL_INSTALL: { description: 'The install. By default that of the demo account in `STATE_DIR`.' },
} as const

const start = {
  PORT: { description: 'The port of the origin.', default: '8787' },
  STATE_DIR: stateDir,
  DATABASE_URL: {
    description: 'The URL of a Postgres server. By default the stack starts a database of its own.',
  },
  WEBHOOK_RETRY_BASE_MS: { description: 'The variable of the Worker `platform`.' },
  WEBHOOK_PUBLISH_PER_MINUTE: { description: 'The variable of the Worker `platform`.' },
  WEBHOOK_ENDPOINT_LIMIT: { description: 'The variable of the Worker `platform`.' },
  LOG_LEVEL: { description: 'The variable of the Workers. By default `error`.' },
  SETUP_TOKEN: { description: 'The secret of the Worker `platform`.' },
} as const

/** The variables of each command, which is a script of package.json or a file. */
export const commands = {
  'npm start': start,
  'npm run dev': start,
  'npm run db:migrate': {
    STATE_DIR: stateDir,
    DATABASE_URL: {
      description: 'The direct URL of the database to migrate. By default the database in `STATE_DIR`.',
    },
  },
  'npm run demo:data': {
    STATE_DIR: stateDir,
    DATABASE_URL: {
      description: 'The URL of the server to fill. By default the embedded Postgres in `STATE_DIR`.',
    },
  },
  'npm run deploy': {
    DATABASE_URL: { description: 'The direct URL of the production database.', isRequired: true },
  },
  'npm run bootstrap': {
    DATABASE_URL: { description: 'The direct URL of the production database.', isRequired: true },
  },
  'npm run credentials': {
    DATABASE_URL: { description: 'The direct URL of the production database.', isRequired: true },
  },
  'npm run keys': {
    SEALING_KEY: { description: 'The current sealing key, which `--rotate-sealing` requires.' },
  },
  'npm run tour': { STATE_DIR: stateDir },
  'npm run example': {
    PORT: { description: 'The port of the example.', default: '8788' },
    STATE_DIR: stateDir,
    ...invigil,
    INVIGIL_LEARNER: { description: 'The user of the pages of a learner. By default the demo learner.' },
    INVIGIL_PROCTOR: { description: 'The user of the page of a proctor. By default the demo instructor.' },
  },
  'examples/typed-client.ts': {
    INVIGIL_URL: { description: 'The URL of the system.', default: 'http://127.0.0.1:8787' },
    INVIGIL_CREDENTIAL: { description: 'The API credential.', isRequired: true },
    INVIGIL_INSTALL: { description: 'The install.', isRequired: true },
  },
} as const satisfies Record<string, Record<string, Variable>>

export type Command = keyof typeof commands

type Values<Name extends Command> = {
  [Key in keyof (typeof commands)[Name]]: (typeof commands)[Name][Key] extends { default: string }
    ? string
    : string | undefined
}

/** The values of the variables of a command, or their defaults. */
export function readEnvironment<Name extends Command>(command: Name): Values<Name> {
  const variables: [string, Variable][] = Object.entries(commands[command])
  const values = variables.map(([name, variable]) => [name, process.env[name] ?? variable.default])
  return Object.fromEntries(values)
}
