import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { batch } from '../../../../db/client.ts'
import { application } from '../../../../db/schema/tenancy.ts'
import { clearCookie } from '../../../shared/auth/session-cookie.ts'
import { asPage } from '../../../shared/http/page.ts'
import { findLastSignIn, insertSignInEvent } from '../../audit/queries.ts'
import { ownRoute } from '../../env.ts'
import { clientOf } from '../../identity/client.ts'
import { idOf } from '../../identity/sign-in-subject.ts'
import { personOf } from '../../principal/authenticator.ts'
import { endSession, requireSession } from './end.ts'
import { listSessionRows } from './list.ts'
import { Person, SessionPage, SessionParams, SessionQuery } from './schema.ts'

const tag = 'Sign-in'
const callers = ['session'] as const

export const readSelf = ownRoute({
  method: 'get',
  path: '/api/auth/me',
  operationId: 'readCurrentUser',
  tag,
  callers,
  summary: 'Get the current user',
  description: 'The operator or the user of an install who signed in, with the applications of the account.',
  whileEnrolling: true,
  returns: Person,
  load: ({ db, callerScope }) => ({
    applications: db
      .select({ id: application.sid, name: application.name })
      .from(application)
      .where(eq(application.accountSid, callerScope.account))
      .orderBy(application.sid),
    signIns: findLastSignIn(db, callerScope),
  }),
  handle({ caller, loaded: { applications, signIns } }) {
    const { subject, person } = personOf(caller)
    const { createdDate: createdAt, lastLoginDate, ...members } = person
    const lastLoginAt = lastLoginDate ?? signIns[0]?.createdDate ?? null
    return { id: idOf(subject), ...members, createdAt, lastLoginAt, applications }
  },
})

export const logout = ownRoute({
  method: 'post',
  path: '/api/auth/logout',
  operationId: 'endAuthSession',
  repeatable: true,
  tag,
  callers,
  summary: 'Log out',
  whileEnrolling: true,
  description: 'Ends the current session and clears its cookie.',
  body: z.strictObject({}),
  returns: z.void(),
  status: 204,
  async handle({ db, caller, header }) {
    const { subject, session, accountSid } = personOf(caller)
    await batch(db, {
      session: endSession(db, subject, session.sid),
      event: insertSignInEvent(db, {
        event: 'signed_out',
        client: clientOf(header),
        of: { ...subject, accountSid },
      }),
    })
  },
  headers: ({ env }) => clearCookie(env.baseUrl),
})

export const listOwnSessions = ownRoute({
  method: 'get',
  path: '/api/auth/sessions',
  operationId: 'listAuthSessions',
  tag,
  callers,
  summary: 'List sign-in sessions',
  description: 'The sessions of the current user that have not ended.',
  query: SessionQuery,
  returns: SessionPage,
  load: ({ db, callerScope, query }) => listSessionRows(db, callerScope, query),
  handle: ({ caller, loaded: { rows, counted }, ...request }) => {
    const { session } = personOf(caller)
    const sessions = rows.map(row => ({ ...row, current: row.id === session.sid }))
    return asPage({ ...request, loaded: { rows: sessions, counted } })
  },
})

export const endOwnSession = ownRoute({
  method: 'delete',
  path: '/api/auth/sessions/{sessionSid}',
  operationId: 'deleteAuthSession',
  tag,
  callers,
  summary: 'End a sign-in session',
  description: 'Ends one session of the current user, such as that of a lost device. Effective immediately.',
  params: SessionParams,
  returns: z.void(),
  status: 204,
  async handle({ db, caller, params, header }) {
    const { subject, accountSid } = personOf(caller)
    await batch(db, {
      required: requireSession(db, subject, params.sessionSid),
      session: endSession(db, subject, params.sessionSid),
      event: insertSignInEvent(db, {
        event: 'session_ended',
        client: clientOf(header),
        of: { ...subject, accountSid },
      }),
    })
  },
})
