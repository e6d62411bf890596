// What the client lets compile. All of it fails in `npm run typecheck`, and nothing of it when the tests run.

import { expectTypeOf, test } from 'vitest'
import type { Client } from '../../../src/client/index.ts'
import type {
  AnswerOf,
  ItemOf,
  ListPath,
  PathOf,
  ReportPath,
  RequestOf,
} from '../../../src/client/operations.ts'

const users = '/v1/installs/{installSid}/users'
const profile = '/v1/installs/{installSid}/users/{userSid}/profile'
const roster = '/v1/installs/{installSid}/provision/oneroster'
const schedule = '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}'
const tokens = '/v1/installs/{installSid}/sts/tokens'

type Unbound<M extends 'get' | 'post' | 'put' | 'delete', At extends string> = RequestOf<M, At, never>
type Bound<M extends 'get' | 'post' | 'put' | 'delete', At extends string> = RequestOf<M, At, 'installSid'>

test('only paths of the tables, with the methods that they have', () => {
  expectTypeOf<typeof users>().toExtend<PathOf<'get'>>()
  expectTypeOf<'/v1/installs/{installSid}/user'>().not.toExtend<PathOf<'get'>>()
  expectTypeOf<typeof users>().not.toExtend<PathOf<'delete'>>()
  expectTypeOf<'/v1/users'>().not.toExtend<PathOf<'get' | 'post' | 'put' | 'delete'>>()
  expectTypeOf<'/api/auth/login'>().toExtend<PathOf<'post'>>()
  expectTypeOf<'/v1/embeds/verify'>().toExtend<PathOf<'post'>>()
})

test('every member of the path is required, but for what the client knows, and of its own kind', () => {
  expectTypeOf<{ params: { installSid: 'AI1'; userSid: 'US1' } }>().toExtend<Unbound<'get', typeof profile>>()
  expectTypeOf<{ params: { userSid: 'US1' } }>().not.toExtend<Unbound<'get', typeof profile>>()
  expectTypeOf<{ params: { userSid: 'US1' } }>().toExtend<Bound<'get', typeof profile>>()
  expectTypeOf<{ params: { userSid: 'EX1' } }>().not.toExtend<Bound<'get', typeof profile>>()
  expectTypeOf<{ params: object }>().not.toExtend<Bound<'get', typeof profile>>()
  expectTypeOf<Record<never, never>>().not.toExtend<Bound<'get', typeof profile>>()
  expectTypeOf<Record<never, never>>().toExtend<Bound<'get', typeof users>>()
  expectTypeOf<keyof Unbound<'get', typeof profile>['params']>().toEqualTypeOf<'installSid' | 'userSid'>()
})

test('a query has the members that the operation has, as values of code', () => {
  type Query = NonNullable<Bound<'get', typeof users>['query']>
  expectTypeOf<keyof Query>().toEqualTypeOf<
    | ('firstName' | 'lastName' | 'lmsId' | 'sisId' | 'apiId' | 'externalId' | 'adminUsers')
    | ('offset' | 'limit' | 'sortKeys' | 'sortOrder')
  >()
  expectTypeOf<Query['limit']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<Query['adminUsers']>().toEqualTypeOf<boolean | undefined>()
  expectTypeOf<'lastName'>().toExtend<Query['sortKeys']>()
  expectTypeOf<'height'>().not.toExtend<Query['sortKeys']>()
  type Window = NonNullable<Unbound<'get', '/v1/proctors/{proctorSid}/reports/examList'>['query']>
  expectTypeOf<Date>().toExtend<Window['examWindowStart']>()
  expectTypeOf<Bound<'get', typeof profile>['query']>().toEqualTypeOf<undefined>()
})

test('a body is required where something of it is, and has no other members', () => {
  expectTypeOf<{ params: { examSid: 'EX1'; sessionSid: 'ES1' }; body: object }>().not.toExtend<
    Bound<'post', typeof schedule>
  >()
  expectTypeOf<keyof Bound<'post', typeof schedule>['body']>().toEqualTypeOf<
    'appointmentDate' | 'instructorProctorSid'
  >()
  expectTypeOf<{ params: { userSid: 'US1' } }>().not.toExtend<Bound<'put', typeof profile>>()
  expectTypeOf<Bound<'get', typeof users>['body']>().toEqualTypeOf<undefined>()
  expectTypeOf<{
    body: { tokenType: 'element'; elementType: 'exam-session'; targetUserSid: 'US1' }
  }>().toExtend<Bound<'post', typeof tokens>>()
  expectTypeOf<{ body: { tokenType: 'element'; elementType: 'quiz'; targetUserSid: 'US1' } }>().not.toExtend<
    Bound<'post', typeof tokens>
  >()
})

test('a file goes as bytes with its media type', () => {
  expectTypeOf<{ body: Uint8Array; mediaType: 'application/zip' }>().toExtend<Bound<'post', typeof roster>>()
  expectTypeOf<{ body: Uint8Array }>().not.toExtend<Bound<'post', typeof roster>>()
  expectTypeOf<{ body: { file: string }; mediaType: string }>().not.toExtend<Bound<'post', typeof roster>>()
})

test('an answer is what is on the wire: instants are text, sids are of their kind', () => {
  type User = AnswerOf<'get', typeof profile>
  expectTypeOf<User['createdDate']>().toEqualTypeOf<string>()
  expectTypeOf<User['lastEnrollmentSync']>().toEqualTypeOf<string | null>()
  expectTypeOf<User['sid']>().toEqualTypeOf<`US${string}`>()
  expectTypeOf<ReturnType<Client['get']>>().not.toBeAny()
  expectTypeOf<AnswerOf<'post', '/v1/installs/{installSid}/sts/revocations'>>().toEqualTypeOf<void>()
})

test('lists have items, and only lists have pages', () => {
  expectTypeOf<keyof ItemOf<typeof users>>().toEqualTypeOf<
    'sid' | 'firstName' | 'lastName' | 'email' | 'username'
  >()
  expectTypeOf<typeof users>().toExtend<ListPath>()
  expectTypeOf<typeof profile>().not.toExtend<ListPath>()
})

test('reports come as files, and nothing else does', () => {
  expectTypeOf<'/v1/proctors/{proctorSid}/reports/examList'>().toExtend<ReportPath>()
  expectTypeOf<typeof users>().not.toExtend<ReportPath>()
})
