// The local endpoint plans a statement with a pattern at each execution (tools/neon/session.ts), which takes longer than the
// execution. So no statement of a frequent request contains a pattern.
import { expect, test } from 'vitest'
import { connect } from '../../../db/client.ts'
import { newSid } from '../../../db/sid.ts'
import { prepare, type Statement } from '../../../db/statement.ts'
import { findUser } from '../../../src/proctoring/people/users/queries.ts'
import { mayTakeExam } from '../../../src/proctoring/sessions/lifecycle/entitlement.ts'
import { findSession } from '../../../src/proctoring/sessions/read/find-session.ts'
import { listEnrollmentSessions } from '../../../src/proctoring/sessions/read/queries.ts'
import { EnrollmentSessionQuery } from '../../../src/proctoring/sessions/read/schema.ts'
import { insertSession } from '../../../src/proctoring/sessions/scheduling/create.ts'
import { windowsUnchanged } from '../../../src/proctoring/sessions/scheduling/effective-windows.ts'
import { slotUnchanged } from '../../../src/proctoring/sessions/scheduling/seats.ts'
import { readAuthority } from '../../../src/shared/auth/caller.ts'
import { emptyScope } from '../../../src/shared/auth/caller-scope.ts'
import { makeSecret } from '../../../src/shared/auth/secret.ts'
import { operationIdOf } from '../../../src/shared/http/route.ts'
import {
  mintRoot,
  mintRootIfUnchanged,
  mintSuccessor,
  mintSuccessorIfUnchanged,
} from '../../../src/sts/tokens/mint.ts'
import { hasPattern } from '../../../tools/neon/session.ts'
import { everyRoute } from '../../support/routes.ts'

// Nothing is sent to this database.
const db = connect('postgres://user:password@ep-local.example.com/db')
const hash = '0'.repeat(64)
const installSid = newSid('AI')
const [examSid, enrollmentSid] = [newSid('EX'), newSid('EN')]
const params = {
  ...{ installSid, examSid, enrollmentSid },
  ...{ userSid: newSid('US'), sessionSid: newSid('ES'), tokenSid: newSid('TA') },
}
const headers: Record<string, string> = { authorization: `Bearer ${makeSecret('token')}` }

/** The statements that an operation reads before it is handled. */
function loadedBy(operationId: string, body: unknown = undefined): Statement[] {
  const route = everyRoute.find(one => operationIdOf(one) === operationId)
  if (!route?.load) throw new Error(`${operationId} loads nothing.`)
  const query = route.query?.parse({}) ?? {}
  const input = { db, params, query, body, callerScope: emptyScope, header: (name: string) => headers[name] }
  return Object.values(route.load(input)).flat()
}

const secret = { secretHash: hash }
const version = { secretHash: hash, fingerprint: hash }
const root = {
  ...{ installSid, credentialSid: newSid('AK'), targetUserSid: null, tokenType: 'api' as const },
  ...{
    elementType: null,
    resource: '*',
    policy: { version: '1' as const, statements: [] },
    creatorFingerprint: hash,
  },
}
const replaced = { installSid, replacedSid: params.tokenSid, holderSid: newSid('AK') }
const authority = (kind: 'credential' | 'token', withVersion: boolean) =>
  readAuthority(db, { kind, hash }, installSid, { withVersion })
const filtered = EnrollmentSessionQuery.parse({ status: 'Scheduled,Closed', includeActive: 'true' })

const paths: Record<string, Statement[]> = {
  'embeds/verify': loadedBy('verifyEmbed'),
  introspect: loadedBy('introspectStsToken', { token: '' }),
  'the lookup of the caller': [
    ...[authority('credential', false), authority('credential', true), authority('token', false)],
  ],
  'B1, issue': [
    ...loadedBy('createStsToken', { targetUserSid: params.userSid }),
    ...[mintRoot(root, secret), mintRootIfUnchanged(root, secret, version)],
  ],
  'B2, refresh': [
    ...loadedBy('refreshStsToken'),
    mintSuccessor(params.tokenSid, replaced.holderSid, hash, secret),
    mintSuccessorIfUnchanged(replaced, secret, version),
  ],
  'A5, profile': loadedBy('readUserProfile'),
  'A9, session': [...loadedBy('readSession'), findSession(db, params)],
  'A10, sessions of an enrollment': [
    ...loadedBy('listEnrollmentSessions'),
    ...Object.values(listEnrollmentSessions(db, params, filtered)),
  ],
}

test.each(Object.entries(paths))('no statement of %s contains a pattern', (_, statements) => {
  const texts = statements.map(statement => prepare(statement).text)
  expect(texts).not.toEqual([])
  expect(texts.filter(hasPattern)).toEqual([])
})

// Neon plans each statement at each execution, unless a function keeps the plan.
test('a session is read by a function, with one column for each of its rows', () => {
  const { text } = prepare(findSession(db, params))
  expect(text).toContain('from session_record(')
  expect(text).not.toMatch(/(from|join) "|"\."/)
})

test('a user is read by a function, with one column for each of its rows', () => {
  const { text } = prepare(findUser(db, params))
  expect(text).toContain('from user_record(')
  expect(text).not.toMatch(/(from|join) "|"\."/)
})

const session = { sid: params.sessionSid, ...params, courseSid: newSid('CU') } as never
const windows = {
  ...{ examOpenDate: null, examCloseDate: null, scheduleOpenDate: null, scheduleCloseDate: null },
  ...{ duration: null, proctorTypes: [] },
}
const booking = { start: new Date(), end: null }

test.each(
  Object.entries({
    'the availability of a session': loadedBy('readAvailability'),
    'the choices of an appointment': loadedBy('scheduleSession', {}),
    'the checks of an appointment': [
      ...Object.values(windowsUnchanged(db, session, windows, true)),
      slotUnchanged(db, params.sessionSid, undefined, booking),
    ],
    'its record': loadedBy('readEffectiveExamConfiguration'),
    'the checks of a start': Object.values(mayTakeExam(db, session)),
    'a new session': Object.values(insertSession(db, { ...params, courseSid: newSid('CU') })),
  }),
)('the effective configuration is read by a function, not by its view, for %s', (_, statements) => {
  const texts = statements.map(statement => prepare(statement).text)
  expect(texts.join('\n')).toMatch(/effective_configuration_\w+\(|session_entitlement_of\(/)
  expect(
    texts.filter(text => /(from|join|,) "?(effective_configuration|session_entitlement)\b(?!\()/.test(text)),
  ).toEqual([])
})

test('a statement with a pattern is recognised', () => {
  expect(hasPattern(`select from users where last_name like 'a%'`)).toBe(true)
  expect(hasPattern(`select from users where last_name ilike 'a%'`)).toBe(true)
})
