// `npm run credentials -- list|create|rotate|revoke`: manages the API credentials of a database, for owners who have
// lost their own.

import { and, asc, eq } from 'drizzle-orm'
import * as z from 'zod'
import { batch, type Database } from '../../db/client.ts'
import { apiCredential, roles } from '../../db/schema/credential.ts'
import { account, application, install } from '../../db/schema/tenancy.ts'
import {
  credentialColumns,
  insertCredential,
  revokeCredential,
  rotateCredential,
} from '../../src/shared/auth/credentials/queries.ts'
import { grantable } from '../../src/shared/auth/credentials/rules.ts'
import { Policy } from '../../src/shared/auth/policy/policy.ts'
import { hashSecret, makeSecret } from '../../src/shared/auth/secret.ts'
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

const Options = z.strictObject({
  name: z.string().min(1).max(200).optional(),
  role: z.enum(roles).default('admin'),
  policy: z
    .string()
    .transform(text => JSON.parse(text))
    .pipe(Policy)
    .optional(),
  expires: z.iso
    .datetime()
    .transform(text => new Date(text))
    .optional(),
  install: Sid('AI').optional(),
  account: Sid('AC').optional(),
  'overlap-seconds': z.coerce.number().int().min(0).max(86_400).default(0),
})
type Options = z.output<typeof Options>

const commands: Record<string, (db: Database, options: Options, sid?: string) => Promise<unknown>> = {
  async list(db, selection) {
    const accountSid = await accountOf(db, selection)
    return db
      .select(credentialColumns)
      .from(apiCredential)
      .where(eq(apiCredential.accountSid, accountSid))
      .orderBy(asc(apiCredential.createdDate), asc(apiCredential.sid))
  },
  async create(db, { name, role, policy = everything, expires, ...selection }) {
    if (name === undefined) throw new Error('--name is required.')
    const scope = await scopeOf(db, selection)
    const secret = makeSecret('credential')
    const [made] = await insertCredential(db, scope, {
      ...{ name, role, createdBySid: null, secretHash: hashSecret(secret) },
      policy: grantable({ policies: [everything], role: 'admin' }, { policy, role }),
      expiresAt: expires ?? null,
    })
    return { ...made, secret }
  },
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

async function credentialOf(db: Database, text: string | undefined) {
  const sid = Sid('AK').parse(text)
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

const names = Object.keys(commands).join('|')
const { positionals, values } = readArguments({
  name: 'npm run credentials',
  description: 'Manages the API credentials of the database of DATABASE_URL.',
  options,
  positionals: [`<${names}>`, '[AK…]'],
})
const [name = '', sid] = positionals
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (!command) {
  console.error(`Unknown command '${name}'. The commands are ${names}.`)
  process.exit(2)
}
const { DATABASE_URL } = readEnvironment('npm run credentials')
if (!DATABASE_URL) {
  console.error('Set DATABASE_URL to the URL of the database (on Neon, its direct URL).')
  process.exit(1)
}

const selection = Options.parse(values)
const database = await openServer(DATABASE_URL)
const endpoint = await startNeonEndpoint(database.backend)
try {
  console.log(JSON.stringify(await command(connectThrough(endpoint), selection, sid), null, 2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await endpoint.close()
  await database.close()
}
