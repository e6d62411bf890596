// The generated types of the client are those of the route tables. Errors show in `npm run typecheck`, never when the tests run.

import { expectTypeOf, test } from 'vitest'
import type * as z from 'zod'
import type { Prefix } from '../../../db/sid.ts'
import type { Operations, SidPrefix } from '../../../packages/client/api.ts'
import type { ProblemCode } from '../../../src/client/index.ts'
import type { routes as platform } from '../../../src/platform/index.ts'
import type { routes as proctoring } from '../../../src/proctoring/index.ts'
import type { ProblemCode as DeclaredCode } from '../../../src/shared/problems/problem.ts'
import type { routes as sts } from '../../../src/sts/index.ts'

type Route = (typeof proctoring)[number] | (typeof sts)[number] | (typeof platform)[number]
type ByName = { [R in Route as `${R['method']} ${R['path']}`]: R }
type GeneratedName = { [M in keyof Operations]: `${M} ${keyof Operations[M] & string}` }[keyof Operations]
type GeneratedOf<Name> = Name extends `${infer M extends keyof Operations} ${infer At}`
  ? Operations[M][At & keyof Operations[M]]
  : never

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

type Part<O, Name extends string> = O extends { [K in Name]: infer T } ? T : Record<never, never>
type Written<T> = T extends Date ? Date | string : T extends readonly (infer One)[] ? One | One[] : T
type QueryOf<Q extends z.ZodType> = {
  [K in keyof z.input<Q>]: (K extends keyof z.output<Q> ? Written<z.output<Q>[K]> : never) | undefined
}
type BodyOf<B extends z.ZodType> =
  z.input<B> extends Uint8Array | undefined ? Record<never, never> : z.input<B>

/** The operations whose part differs. */
type Different<Of extends Record<keyof ByName, unknown>, Name extends string> = {
  [K in keyof ByName]: Same<Of[K], Part<GeneratedOf<K>, Name>> extends true ? never : K
}[keyof ByName]

/** The operations whose part accepts less than the generated type allows, or has other members. */
type Refused<Of extends Record<keyof ByName, unknown>, Name extends string> = {
  [K in keyof ByName]: Fits<Part<GeneratedOf<K>, Name>, Of[K]> extends true ? never : K
}[keyof ByName]
// Zod's object without members has the index signature of all texts.
type Fits<Generated, Declared> = [keyof Generated] extends [never]
  ? true
  : [Generated] extends [Declared]
    ? Same<keyof Generated, keyof Declared>
    : false

type Responses = { [K in keyof ByName]: z.input<ByName[K]['returns']> }
type Bodies = { [K in keyof ByName]: BodyOf<NonNullable<ByName[K]['body']>> }
type Parameters = { [K in keyof ByName]: z.input<NonNullable<ByName[K]['params']>> }
type Queries = { [K in keyof ByName]: QueryOf<NonNullable<ByName[K]['query']>> }

test('the operations are those of the route tables', () => {
  expectTypeOf<GeneratedName>().toEqualTypeOf<keyof ByName>()
})

test('each response has the type of its schema', () => {
  expectTypeOf<Different<Responses, 'response'>>().toEqualTypeOf<never>()
})

test('the parameters of each path have the types of their schemas', () => {
  expectTypeOf<Different<Parameters, 'params'>>().toEqualTypeOf<never>()
})

// Schemas also accept what the document does not promise: other spellings, and batches with malformed items.
test('the schema of each body and query accepts what the generated type allows, with the same members', () => {
  expectTypeOf<Refused<Bodies, 'body'>>().toEqualTypeOf<never>()
  expectTypeOf<Refused<Queries, 'query'>>().toEqualTypeOf<never>()
})

test('the codes of problems and the prefixes of sids are those of the code', () => {
  expectTypeOf<ProblemCode>().toEqualTypeOf<DeclaredCode>()
  expectTypeOf<SidPrefix>().toExtend<Prefix>()
})
