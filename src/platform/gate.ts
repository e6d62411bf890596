// Who calls area C: a person who has signed in, by bearer or cookie, or an API credential.

import { sql } from 'drizzle-orm'
import { authorise, type Judged } from '../shared/authority/authorise.ts'
import { type Bound, type Caller, presented, refuse, secretOf } from '../shared/authority/caller.ts'
import { apiGate, type Gate } from '../shared/authority/gate.ts'
import type { Reach } from '../shared/authority/reach.ts'
import type { CredentialRow, TokenRow } from '../shared/authority/read.ts'
import { hashSecret, secretKind } from '../shared/authority/secret.ts'
import { Problem } from '../shared/problem.ts'
import { policyOf } from './operators/roles.ts'
import { cookieName } from './sessions/cookie.ts'
import { accountOfSession, readSession, type SessionRow, sidOfSession } from './sessions/queries.ts'
import { type Subject, subjectIn } from './subject.ts'

/** Who it is, as the session's row tells it. */
type Person = Omit<SessionRow, 'session' | 'isLive' | 'isFresh' | 'accountSid'>

/** A person who has signed in. */
export type SessionCaller = Judged &
  Bound & {
    kind: 'session'
    subject: Subject
    session: SessionRow['session']
    /** Whether the sign-in is of the last 10 minutes. */
    isFresh: boolean
    accountSid: SessionRow['accountSid']
    person: Person
  }

export type PlatformCaller = SessionCaller | Caller

type ApiPresented = Parameters<typeof apiGate.reach>[0]
type Presented = ApiPresented | { kind: 'session'; hash: string }

export const platformGate: Gate<Presented, SessionRow[] | CredentialRow[] | TokenRow[], PlatformCaller> = {
  present({ method, header, cookie, baseUrl }) {
    const [token, authorization] = [header('token'), header('authorization')]
    const shown = secretOf(token, authorization)
    const secret = shown ?? cookie(cookieName(baseUrl))
    if (!(secret && secretKind(secret) === 'session')) return presented(token, authorization)
    if (!shown && method !== 'GET') requireOurOrigin(header('origin'), baseUrl)
    return { kind: 'session', hash: hashSecret(secret) }
  },
  read: (db, shown, installSid) =>
    shown.kind === 'session'
      ? readSession(db, { secretHash: shown.hash })
      : apiGate.read(db, shown, installSid),
  reach: shown => (shown.kind === 'session' ? reachOfSession(shown.hash) : apiGate.reach(shown)),
  admit(db, shown, rows, asked) {
    if (shown.kind !== 'session') return apiGate.admit(db, shown, rows as ApiRows, asked)
    const caller = toSessionCaller(rows.find(isSession))
    authorise(caller, asked)
    return caller
  },
}

/** A browser sends the cookie along with what other sites ask for, but says whose page asks. */
function requireOurOrigin(origin: string | undefined, baseUrl: string): void {
  if (origin !== new URL(baseUrl).origin)
    throw new Problem('cross_site_request', 'With the cookie, a change needs an Origin header of ours.')
}

const reachOfSession = (hash: string): Reach => ({
  account: accountOfSession(hash),
  installs: sql`false`,
  session: sidOfSession(hash),
})

/** What `read` asked the API's gate for, it answers of the API. */
type ApiRows = CredentialRow[] | TokenRow[]

const isSession = (row: SessionRow | CredentialRow | TokenRow): row is SessionRow => 'session' in row

function toSessionCaller(row: SessionRow | undefined): SessionCaller {
  if (!row?.isLive) throw refuse('credential_invalid', 'The session has ended.')
  const { session, isFresh, accountSid, isLive: _, ...person } = row
  return {
    kind: 'session',
    subject: subjectIn(session),
    ...{ session, isFresh, accountSid, person },
    installSid: null,
    install: undefined,
    role: person.role,
    policies: [policyOf(person.operatorRole)],
  }
}

/** The person who calls an operation that takes sessions alone. */
export function personOf(caller: PlatformCaller): SessionCaller {
  if (caller.kind !== 'session') throw new Problem('caller_not_accepted')
  return caller
}

/** The same, for what only a recent sign-in may do. @throws Problem `fresh_sign_in_required` */
export function freshPersonOf(caller: PlatformCaller): SessionCaller {
  const person = personOf(caller)
  if (!person.isFresh)
    throw new Problem('fresh_sign_in_required', 'Sign in again: this needs a sign-in of the last 10 minutes.')
  return person
}

/** Who acts, for the record. */
export const actorOf = (caller: PlatformCaller): string =>
  caller.kind === 'session' ? (caller.subject.operatorSid ?? caller.subject.userSid) : caller.credentialSid
