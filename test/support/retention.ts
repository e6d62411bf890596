// Rows for each rule of retention, at any time, in a database without a running system, which would delete them.
import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { batch, type Database } from '../../db/client.ts'
import { auditEvent } from '../../db/schema/audit.ts'
import { message } from '../../db/schema/message.ts'
import { onboardingLink } from '../../db/schema/onboarding.ts'
import {
  mfaChallenge,
  operator,
  passwordReset,
  signInEvent,
  signInSession,
  throttle,
} from '../../db/schema/operator.ts'
import { examSession } from '../../db/schema/session.ts'
import { stsEvent, stsFamily, stsToken } from '../../db/schema/sts.ts'
import { attempt, delivery, event, webhookEndpoint } from '../../db/schema/webhook.ts'
import { newSid, type Prefix, type SidOf, sidFromUuid } from '../../db/sid.ts'
import { deleteOld } from '../../src/platform/retention/delete.ts'
import { defaultPeriods, type RuleName, rulesOf } from '../../src/platform/retention/rules.ts'
import { connectThrough, type DatabaseChoice, openDatabase } from '../../tools/neon/database.ts'
import { startNeonEndpoint } from '../../tools/neon/neon-endpoint.ts'
import { insertTenant, newTenant } from '../../tools/ops/tenant.ts'
import { ensureDemo } from '../../tools/stack/demo.ts'
import { temporaryDirectory } from './directory.ts'
import { fileRows } from './retention-files.ts'
import { keptCount, keptKey, webhookRows } from './retention-keys.ts'
import { keyOf } from './retention-tables.ts'

export const dayMs = 24 * 60 * 60 * 1000
export const rules = rulesOf(defaultPeriods)
export const ruleNames = Object.keys(rules).filter((name): name is RuleName => name in rules)

type Status = (typeof delivery.$inferInsert)['status']

/** Deletes rows that are old by the clock, in as many runs as necessary. */
export async function deleteAllOld(db: Database, now: Date): Promise<void> {
  for (let gone = 1; gone > 0; ) {
    const counts = await deleteOld(db, defaultPeriods, now)
    gone = Object.values(counts).reduce((sum, count) => sum + count, 0)
  }
}

export type Scene = Awaited<ReturnType<typeof openScene>>

/** A database with a tenant and an operator, and functions that create rows in it. Close it. */
export async function openScene(choice: DatabaseChoice) {
  const directory = temporaryDirectory()
  const database = await openDatabase(choice, directory)
  const endpoint = await startNeonEndpoint(database.backend)
  const db = connectThrough(endpoint)
  await ensureDemo(db, directory, 'http://127.0.0.1')
  const tenant = newTenant('Retention', 'Retention')
  const operatorSid = newSid('OP')
  const endpointSid = newSid('WH')
  await batch(db, {
    ...insertTenant(db, tenant),
    operator: db.insert(operator).values({
      ...{ sid: operatorSid, accountSid: tenant.account.sid, role: 'owner' as const },
      ...{ email: 'ada@platform.example', name: 'Ada' },
    }),
    endpoint: db.insert(webhookEndpoint).values({
      ...{ sid: endpointSid, applicationSid: tenant.application.sid, url: 'https://lms.example.com/' },
      ...{ secret: '', events: [], active: false },
    }),
  })
  const [session] = await db.select({ sid: examSession.sid }).from(examSession).limit(1)
  const sessionSid = session?.sid ?? newSid('ES')
  return {
    db,
    roundTrips: endpoint.roundTrips,
    ...makersOf(db, { tenant, operatorSid, endpointSid, sessionSid }),
    /** The remaining rows of the rules' tables, under the names that the makers use. */
    async survivors(): Promise<Set<string>> {
      const asked = Object.entries(keyOf).map(
        ([name, key]) => sql`select ${name} || ' ' || ${key} as name from ${sql.identifier(name)}`,
      )
      const { rows } = await db.execute<{ name: string }>(sql.join(asked, sql` union all `))
      return new Set(rows.map(({ name }) => name))
    },
    async close() {
      await endpoint.close()
      await database.close()
    },
  }
}

/** A sid that was created at this time. */
const sidAt = <P extends Prefix>(prefix: P, at: Date): SidOf<P> =>
  sidFromUuid(prefix, v7({ msecs: at.getTime() }))

const someHash = () => randomBytes(32).toString('hex')

type Around = {
  tenant: ReturnType<typeof newTenant>
  operatorSid: SidOf<'OP'>
  endpointSid: SidOf<'WH'>
  sessionSid: SidOf<'ES'>
}

function makersOf(db: Database, { tenant, operatorSid, endpointSid, sessionSid }: Around) {
  const [applicationSid, installSid] = [tenant.application.sid, tenant.install.sid]
  const hashed = async (name: string, insert: (secretHash: string) => Promise<unknown>) => {
    const hash = someHash()
    await insert(hash)
    return `${name} ${hash}`
  }

  /** A family whose absolute end is at this time. */
  async function family(absoluteExpiresAt: Date): Promise<SidOf<'TA'>> {
    const sid = newSid('TA')
    const credentialSid = tenant.credential.sid
    await db.insert(stsFamily).values({
      ...{ sid, installSid, credentialSid, holderSid: credentialSid, tokenType: 'api', resource: '*' },
      policy: { version: '1', statements: [] },
      ...{ installEpoch: 0, credentialEpoch: 0, holderEpoch: 0, absoluteExpiresAt },
    })
    return sid
  }

  async function token(familySid: SidOf<'TA'>, generation: number, expiresAt: Date): Promise<string> {
    const sid = newSid('TA')
    await db.insert(stsToken).values({ sid, familySid, generation, secretHash: someHash(), expiresAt })
    return `sts_token ${sid.slice(2)}`
  }

  async function anEvent(createdDate: Date): Promise<SidOf<'EV'>> {
    const sid = sidAt('EV', createdDate)
    await db.insert(event).values({
      ...{
        sid,
        applicationSid,
        topic: 'a',
        source: 'sdk',
        type: 'document.updated',
        payload: {},
        createdDate,
      },
    })
    return sid
  }

  /** A delivery that ended at this time, of an event at that time; pending without an end. */
  async function aDelivery(status: Status, at: Date) {
    const eventSid = await anEvent(at)
    const sid = newSid('WD')
    const finishedDate = status === 'pending' ? null : at
    await db.insert(delivery).values({
      ...{ sid, applicationSid, eventSid, endpointSid, status, createdDate: at, finishedDate, dueDate: at },
    })
    return { sid, eventSid }
  }

  async function anAttempt(deliverySid: SidOf<'WD'>, eventSid: SidOf<'EV'>, number = 1): Promise<string> {
    const [sid, exchange] = [newSid('WT'), { headers: {}, body: '', truncated: false }]
    await db.insert(attempt).values({
      ...{ sid, applicationSid, deliverySid, endpointSid, eventSid, eventType: 'document.updated', number },
      ...{ url: 'https://lms.example.com/', success: false, durationMs: 1, request: exchange },
    })
    return `webhook_attempt ${sid.slice(2)}`
  }

  const attemptOf = async (status: Status, at: Date) => {
    const { sid, eventSid } = await aDelivery(status, at)
    return anAttempt(sid, eventSid)
  }
  const named = async (table: string, made: Promise<{ sid: string } | string>) => {
    const one = await made
    return `${table} ${(typeof one === 'string' ? one : one.sid).slice(2)}`
  }
  let even = false

  /** For each rule, creates a row whose period starts at this time, and names it. */
  const rowAt: Record<RuleName, (at: Date) => Promise<string>> = {
    idempotencyKeys: at => keptKey(db, at),
    requestCounts: at => keptCount(db, at),
    ...webhookRows(db, { applicationSid, endpointSid, operatorSid }),
    tokens: async at => token(await family(at), 0, at),
    families: at => named('sts_family', family(at)),
    async tokenEvents(createdDate) {
      const sid = sidAt('TR', createdDate)
      await db.insert(stsEvent).values({ sid, installSid, event: 'issued', createdDate })
      return `sts_event ${sid.slice(2)}`
    },
    attempts: at => attemptOf('delivered', at),
    deliveries: at => {
      even = !even
      return named('webhook_delivery', aDelivery(even ? 'delivered' : 'skipped', at))
    },
    deadAttempts: at => attemptOf('dead', at),
    deadLetters: at => named('webhook_delivery', aDelivery('dead', at)),
    events: at => named('event', anEvent(at)),
    async signInSessions(expiresAt) {
      const sid = newSid('SI')
      await db.insert(signInSession).values({ sid, operatorSid, secretHash: someHash(), expiresAt })
      return `sign_in_session ${sid.slice(2)}`
    },
    mfaChallenges: expiresAt =>
      hashed('mfa_challenge', secretHash =>
        db.insert(mfaChallenge).values({ secretHash, operatorSid, expiresAt }),
      ),
    passwordResets: expiresAt =>
      hashed('password_reset', secretHash =>
        db.insert(passwordReset).values({ secretHash, operatorSid, expiresAt }),
      ),
    rateLimitAttempts: at =>
      hashed('throttle', key =>
        db.insert(throttle).values({ key, taken: [new Date(at.getTime() - 400 * dayMs), at] }),
      ),
    async signInEvents(createdDate, sid = sidAt('SV', createdDate)) {
      await db.insert(signInEvent).values({ sid, event: 'signed_in', createdDate })
      return `sign_in_event ${sid.slice(2)}`
    },
    async auditEvents(createdDate) {
      const sid = sidAt('AU', createdDate)
      await db.insert(auditEvent).values({
        ...{ sid, accountSid: tenant.account.sid, kind: 'account', action: 'updated' },
        ...{ recordSid: tenant.account.sid, createdDate },
      })
      return `audit_event ${sid.slice(2)}`
    },
    async messages(finishedDate) {
      const sid = newSid('MS')
      await db.insert(message).values({
        ...{ sid, installSid, sessionSid, kind: 'confirmation', status: even ? 'sent' : 'failed' },
        ...{ dueDate: finishedDate, finishedDate },
      })
      return `message ${sid.slice(2)}`
    },
    onboardingLinks: expiresAt =>
      hashed('onboarding_link', secretHash =>
        db.insert(onboardingLink).values({ secretHash, sessionSid, expiresAt }),
      ),
    ...fileRows(db, { installSid, sessionSid }),
  }
  return { rowAt, family, token, aDelivery, anAttempt, tenant }
}
