import type { Statement } from '../../../db/client.ts'
import { type Authenticator, apiAuthenticator } from './authenticator.ts'
import { auditActorOf, type Caller, type RequestCredentials } from './caller.ts'
import type { CredentialRow, TokenRow } from './credential-lookup.ts'
import { notAnOperator, toOperatorCaller } from './operator-caller.ts'
import { admissionValues } from './request-count.ts'
import { parseSession, type SessionCredentials } from './session-credentials.ts'
import { type OperatorSessionRow, ofUser, readOperatorSession, sessionValues } from './session-lookup.ts'
import { sessionScope } from './session-scope.ts'

type Credentials = RequestCredentials | SessionCredentials
type ApiRows = CredentialRow[] | TokenRow[]
type Rows = ApiRows | OperatorSessionRow[]

/** The authenticator of areas A and B: API credentials, the tokens that they issue, and the sessions of operators. */
export const installAuthenticator: Authenticator<Credentials, Rows, Caller> = {
  parseCredentials: source => parseSession(source) ?? apiAuthenticator.parseCredentials(source),
  lookup: (db, credentials, installSid, options) =>
    credentials.kind === 'session'
      ? (readOperatorSession(db, {
          ...sessionValues(credentials),
          installSid: installSid ?? null,
          ...admissionValues(options?.counting),
        }) as Statement<OperatorSessionRow[]>)
      : apiAuthenticator.lookup(db, credentials, installSid, options),
  scope: credentials =>
    credentials.kind === 'session' ? sessionScope(credentials.hash) : apiAuthenticator.scope(credentials),
  authenticate: (env, credentials, rows) =>
    credentials.kind === 'session'
      ? toOperatorCaller(rows as OperatorSessionRow[])
      : apiAuthenticator.authenticate(env, credentials, rows as ApiRows),
  refused(env, credentials, refusal) {
    if (credentials.kind !== 'session') return apiAuthenticator.refused?.(env, credentials, refusal)
    if (refusal.reason === ofUser) throw notAnOperator()
  },
  // Only a credential has a version with which a write can be attempted.
  recall: (credentials, installSid) =>
    credentials.kind === 'session' ? undefined : apiAuthenticator.recall?.(credentials, installSid),
  actor: auditActorOf,
}
