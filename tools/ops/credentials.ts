// `npm run credentials -- list|create|rotate|revoke`: manages the API credentials of a database, for owners who have
// lost their own.

import { and, asc, eq } from 'drizzle-orm'
import * as z from 'zod'
import { batch, type Database } from '../../db/client.ts'
import { apiCredential, roles } from '../../db/schema/credential.ts'
import { account, application, install } from '../../db/schema/tenancy.ts'
import type { SidOf } from '../../db/sid.ts'
import {
  credentialColumns,
  insertCredential,
  revokeCredential,
  rotateCredential,
} from '../../src/shared/auth/credentials/queries.ts'
import { grantable } from '../../src/shared/auth/credentials/rules.ts'
import { Policy } from '../../src/shared/auth/policy/policy.ts'
import { hashSecret, makeSecret } from '../../src/shared/auth/secret.ts'
import { databaseError, toProblem } from '../../src/shared/problems/failure.ts'
import { fieldErrorsOf } from '../../src/shared/problems/field-errors.ts'
import { Sid } from '../../src/shared/values/sid.ts'
import { readArguments } from '../arguments.ts'
import { readEnvironment } from '../environment.ts'
import { connectThrough, openServer } from '../neon/database.ts'
import { startNeonEndpoint } from '../neon/neon-endpoint.ts'

const everything = {
  version: '1' as const,
  statements: [{ effect: 'Allow' as const, actions: ['sp:*'], resources: ['*'] }],
}

const options = {
  name: { type: 'string', value: '<text>', description: 'create: the name.' },
  role: {
    type: 'string',
    value: `<${roles.join('|')}>`,
    description: 'create: the role. The default is admin.',
  },
  policy: {
    type: 'string',
    value: '<JSON>',
    description: 'create: the policy. Without it, all actions are allowed.',
  },
  expires: {
    type: 'string',
    value: '<ISO time>',
    description: 'create: the expiry. Without it, there is none.',
  },
  install: { type: 'string', value: '<AI…>', description: 'create: limits the credential to an install.' },
  account: {
    type: 'string',
    value: '<AC…>',
    description: 'list, create: required if there are several accounts.',
  },
  'overlap-seconds': {
    type: 'string',
    value: '<0 to 86400>',
    description: 'rotate: how long the old secret remains valid. The default is 0.',
  },
} as const

const overlapRange = 'Expected 0 to 86400 seconds.'

const Options = z.strictObject({
  name: z.string().min(1).max(200).optional(),
  role: z.enum(roles).default('admin'),
  policy: z
    .string()
    .transform((text, { addIssue }) => {
      try {
        return JSON.parse(text)
      } catch {
        addIssue('Expected JSON.')
        return z.NEVER
      }
    })
    .pipe(Policy)
    .optional(),
  expires: z.iso
    .datetime()
    .transform(text => new Date(text))
    .optional(),
  install: Sid('AI').optional(),
  account: Sid('AC').optional(),
  'overlap-seconds': z.coerce
    .number(overlapRange)
    .int(overlapRange)
    .min(0, overlapRange)
    .max(86_400, overlapRange)
    .default(0),
})
type Options = z.output<typeof Options>

type Command = (db: Database, options: Options, sid: SidOf<'AK'>) => Promise<unknown>

/** The commands that change the credential of their second argument. */
const changes: Record<string, Command> = {
  async rotate(db, { 'overlap-seconds': overlapSeconds }, sid) {
    const secret = makeSecret('credential')
    const rotation = { secretHash: hashSecret(secret), overlapSeconds, createdBySid: null }
    const { made } = await batch(db, rotateCredential(db, await credentialOf(db, sid), rotation))
    return { ...made[0], secret }
  },
  async revoke(db, _, sid) {
    const { sid: credentialSid, accountSid } = await credentialOf(db, sid)
    await revokeCredential(db, credentialSid, eq(apiCredential.accountSid, accountSid))
    return { sid: credentialSid, active: false }
  },
}

const others: Record<string, (db: Database, options: Options) => Promise<unknown>> = {
  async list(db, selection) {
    const accountSid = await accountOf(db, selection)
    return db
      .select(credentialColumns)
      .from(apiCredential)
      .where(eq(apiCredential.accountSid, accountSid))
      .orderBy(asc(apiCredential.createdDate), asc(apiCredential.sid))
  },
  async create(db, { name = '', role, policy = everything, expires, ...selection }) {
    const scope = await scopeOf(db, selection)
    const secret = makeSecret('credential')
    const [made] = await insertCredential(db, scope, {
      ...{ name, role, createdBySid: null, secretHash: hashSecret(secret) },
      policy: grantable({ policies: [everything], role: 'admin' }, { policy, role }),
      expiresAt: expires ?? null,
    })
    return { ...made, secret }
  },
}

async function credentialOf(db: Database, sid: SidOf<'AK'>) {
  const [found] = await db.select(credentialColumns).from(apiCredential).where(eq(apiCredential.sid, sid))
  if (!found) throw new Error(`The credential ${sid} does not exist.`)
  return found
}

async function accountOf(db: Database, { account: sid }: Pick<Options, 'account'>) {
  const [found, another] = await db
    .select({ sid: account.sid })
    .from(account)
    .where(sid && eq(account.sid, sid))
    .limit(2)
  if (!found) throw new Error('The account does not exist.')
  if (another) throw new Error('The database has several accounts: select one with --account.')
  return found.sid
}

async function scopeOf(db: Database, selection: Pick<Options, 'account' | 'install'>) {
  const accountSid = await accountOf(db, selection)
  if (selection.install === undefined) {
    const [first] = await db
      .select({ sid: application.sid })
      .from(application)
      .where(eq(application.accountSid, accountSid))
      .orderBy(asc(application.createdDate), asc(application.sid))
      .limit(1)
    if (!first) throw new Error('The account has no application.')
    return { accountSid, applicationSid: first.sid, installSid: null }
  }
  const [found] = await db
    .select({ installSid: install.sid, applicationSid: install.applicationSid })
    .from(install)
    .where(and(eq(install.accountSid, accountSid), eq(install.sid, selection.install)))
  if (!found) throw new Error('The install does not exist in the account.')
  return { accountSid, ...found }
}

/** Parses the options. @throws Error that names the first invalid one */
function optionsOf(values: Record<string, unknown>): Options {
  const { data, error } = Options.safeParse(values)
  if (data) return data
  const [fault] = fieldErrorsOf(error)
  throw new Error(`--${fault?.path.replace('.', ': ')}: ${fault?.message}`)
}

/** Returns the command with its arguments, which need no database. @throws Error if one is missing or invalid */
function commandOf(
  [name = '', text]: readonly string[],
  options: Options,
): (db: Database) => Promise<unknown> {
  const change = Object.hasOwn(changes, name) ? changes[name] : undefined
  const other = Object.hasOwn(others, name) ? others[name] : undefined
  if (name === 'create' && options.name === undefined) throw new Error('--name is required.')
  if (other) return db => other(db, options)
  if (!change) throw new Error(`Unknown command '${name}'. The commands are ${names}.`)
  if (text === undefined) throw new Error(`Name the credential: ${name} AK….`)
  const { data: sid } = Sid('AK').safeParse(text)
  if (!sid)
    throw new Error(
      `The credential '${text}' is invalid: expected AK and 32 lowercase hexadecimal characters.`,
    )
  return db => change(db, options, sid)
}

/** Describes a failure in one line. */
function sentenceOf(error: unknown): string {
  const failed = databaseError(error)
  if (!failed) return error instanceof Error ? error.message : String(error)
  const { code, message } = toProblem(error)
  return code === 'internal' ? `The database refuses this: ${failed.message.split('\n')[0]}.` : message
}

const names = Object.keys({ ...others, ...changes }).join('|')
const { positionals, values } = readArguments({
  name: 'npm run credentials',
  description: 'Manages the API credentials of the database of DATABASE_URL.',
  options,
  positionals: [`<${names}>`, '[AK…]'],
})
const { DATABASE_URL } = readEnvironment('npm run credentials')

try {
  if (!DATABASE_URL) throw new Error('Set DATABASE_URL to the URL of the database (on Neon, its direct URL).')
  const command = commandOf(positionals, optionsOf(values))
  const database = await openServer(DATABASE_URL)
  const endpoint = await startNeonEndpoint(database.backend)
  try {
    console.log(JSON.stringify(await command(connectThrough(endpoint)), null, 2))
  } finally {
    await endpoint.close()
    await database.close()
  }
} catch (error) {
  console.error(sentenceOf(error))
  process.exitCode = 1
}
