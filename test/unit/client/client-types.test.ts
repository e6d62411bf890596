// Which uses of the client compile. Errors show in `npm run typecheck`, never when the tests run.

import { expectTypeOf, test } from 'vitest'
import type {
  ItemOf,
  ListPath,
  PathOf,
  ReportPath,
  RequestOf,
  ResponseOf,
} from '../../../src/client/operations.ts'

const users = '/v1/installs/{installSid}/users'
const profile = '/v1/installs/{installSid}/users/{userSid}/profile'
const roster = '/v1/installs/{installSid}/provision/oneroster'
const schedule = '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}'
const tokens = '/v1/installs/{installSid}/sts/tokens'

type Unbound<M extends 'get' | 'post' | 'put' | 'delete', At extends string> = RequestOf<M, At, never>
type InstallRequest<M extends 'get' | 'post' | 'put' | 'delete', At extends string> = RequestOf<
  M,
  At,
  'installSid'
>

test('only paths of the route tables compile, with their methods', () => {
  expectTypeOf<typeof users>().toExtend<PathOf<'get'>>()
  expectTypeOf<'/v1/installs/{installSid}/user'>().not.toExtend<PathOf<'get'>>()
  expectTypeOf<typeof users>().not.toExtend<PathOf<'delete'>>()
  expectTypeOf<'/v1/users'>().not.toExtend<PathOf<'get' | 'post' | 'put' | 'delete'>>()
  expectTypeOf<'/api/auth/login'>().toExtend<PathOf<'post'>>()
  expectTypeOf<'/v1/embeds/verify'>().toExtend<PathOf<'post'>>()
})

test('every path parameter without a default is required, and has its sid type', () => {
  expectTypeOf<{ params: { installSid: 'AI1'; userSid: 'US1' } }>().toExtend<Unbound<'get', typeof profile>>()
  expectTypeOf<{ params: { userSid: 'US1' } }>().not.toExtend<Unbound<'get', typeof profile>>()
  expectTypeOf<{ params: { userSid: 'US1' } }>().toExtend<InstallRequest<'get', typeof profile>>()
  expectTypeOf<{ params: { userSid: 'EX1' } }>().not.toExtend<InstallRequest<'get', typeof profile>>()
  expectTypeOf<{ params: object }>().not.toExtend<InstallRequest<'get', typeof profile>>()
  expectTypeOf<Record<never, never>>().not.toExtend<InstallRequest<'get', typeof profile>>()
  expectTypeOf<Record<never, never>>().toExtend<InstallRequest<'get', typeof users>>()
  expectTypeOf<keyof Unbound<'get', typeof profile>['params']>().toEqualTypeOf<'installSid' | 'userSid'>()
})

test('a query has the members of the operation, with typed values', () => {
  type Query = NonNullable<InstallRequest<'get', typeof users>['query']>
  expectTypeOf<keyof Query>().toEqualTypeOf<
    | ('firstName' | 'lastName' | 'search' | 'lmsId' | 'sisId' | 'apiId' | 'externalId' | 'adminUsers')
    | ('offset' | 'limit' | 'sortKeys' | 'sortOrder')
  >()
  expectTypeOf<Query['limit']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<Query['adminUsers']>().toEqualTypeOf<boolean | undefined>()
  expectTypeOf<'lastName'>().toExtend<Query['sortKeys']>()
  expectTypeOf<'height'>().not.toExtend<Query['sortKeys']>()
  type Window = NonNullable<Unbound<'get', '/v1/proctors/{proctorSid}/reports/examList'>['query']>
  expectTypeOf<Date>().toExtend<Window['examWindowStart']>()
  expectTypeOf<InstallRequest<'get', typeof profile>['query']>().toEqualTypeOf<undefined>()
})

test('a body with required members is required, and has no other members', () => {
  expectTypeOf<{ params: { examSid: 'EX1'; sessionSid: 'ES1' }; body: object }>().not.toExtend<
    InstallRequest<'post', typeof schedule>
  >()
  expectTypeOf<keyof InstallRequest<'post', typeof schedule>['body']>().toEqualTypeOf<
    'appointmentDate' | 'instructorProctorSid' | 'proctorType' | 'proctorGroupSid'
  >()
  expectTypeOf<{ params: { userSid: 'US1' } }>().not.toExtend<InstallRequest<'put', typeof profile>>()
  expectTypeOf<InstallRequest<'get', typeof users>['body']>().toEqualTypeOf<undefined>()
  expectTypeOf<{
    body: { tokenType: 'element'; elementType: 'exam-session'; targetUserSid: 'US1' }
  }>().toExtend<InstallRequest<'post', typeof tokens>>()
  expectTypeOf<{ body: { tokenType: 'element'; elementType: 'quiz'; targetUserSid: 'US1' } }>().not.toExtend<
    InstallRequest<'post', typeof tokens>
  >()
})

test('a file is sent as bytes with its media type', () => {
  expectTypeOf<{ body: Uint8Array; mediaType: 'application/zip' }>().toExtend<
    InstallRequest<'post', typeof roster>
  >()
  expectTypeOf<{ body: Uint8Array }>().not.toExtend<InstallRequest<'post', typeof roster>>()
  expectTypeOf<{ body: { file: string }; mediaType: string }>().not.toExtend<
    InstallRequest<'post', typeof roster>
  >()
})

test('a response is typed as on the wire: instants are text, sids have their type', () => {
  type User = ResponseOf<'get', typeof profile>
  expectTypeOf<User['createdDate']>().toEqualTypeOf<string>()
  expectTypeOf<User['lastEnrollmentSync']>().toEqualTypeOf<string | null>()
  expectTypeOf<User['sid']>().toEqualTypeOf<`US${string}`>()
  expectTypeOf<User>().not.toBeAny()
  expectTypeOf<ResponseOf<'post', '/v1/installs/{installSid}/sts/revocations'>>().toEqualTypeOf<void>()
})

test('lists have items, and only lists have pages', () => {
  expectTypeOf<keyof ItemOf<typeof users>>().toEqualTypeOf<
    'sid' | 'firstName' | 'lastName' | 'email' | 'username'
  >()
  expectTypeOf<typeof users>().toExtend<ListPath>()
  expectTypeOf<typeof profile>().not.toExtend<ListPath>()
})

test('only reports can be downloaded as files', () => {
  expectTypeOf<'/v1/proctors/{proctorSid}/reports/examList'>().toExtend<ReportPath>()
  expectTypeOf<typeof users>().not.toExtend<ReportPath>()
})
