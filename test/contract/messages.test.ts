// The messages of malformed values, over the parameters and the bodies of every operation.

import { expect, test } from 'vitest'
import * as z from 'zod'
import { WebhookCreate } from '../../src/platform/webhooks/endpoints/schema.ts'
import { fieldErrorsOf } from '../../src/shared/problems/field-errors.ts'
import { everyRoute, nameOf } from '../support/routes.ts'

/** Malformed for every format, number, date, sid and enumeration. Free text accepts them. */
const malformed = ['nope', '12:99', '%', '']

/** States a type, a limit or all values, or has an example. */
const isHelpful = (message: string) =>
  [
    /\bsuch as \S/,
    /^Expected (one of .+|[^ ]+)\.$/,
    /^Expected .+, not .+\.$/,
    /^Expected (at least|at most|more than|less than) /,
    /^Not a sid of this kind: expected [A-Z]{2} and 32 lowercase hexadecimal characters\.$/,
    /^Expected 8 to \d+ (letters|characters)/,
    /^Expected an object\.$/,
    /^An? \w+ must not be empty$/,
    /^Required\.$/,
  ].some(pattern => pattern.test(message)) && message !== 'Expected one of the documented forms.'

/** The members of an object schema, also inside of lists and wrappers. */
function membersOf(schema: unknown): [string, z.core.$ZodType][] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, member]) => [
      [name, member] as [string, z.core.$ZodType],
      ...membersOf(member),
    ])
  if (schema instanceof z.ZodArray) return [['[]', schema.element], ...membersOf(schema.element)]
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return membersOf(schema.unwrap())
  if (schema instanceof z.ZodPipe) return membersOf(schema.in)
  return []
}

const found = new Map<string, Set<string>>()
for (const route of everyRoute)
  for (const schema of [route.params, route.query, route.body])
    for (const [name, member] of membersOf(schema))
      for (const value of malformed) {
        const result = z.safeParse(member, value)
        if (result.success) continue
        for (const { message } of fieldErrorsOf(result.error)) {
          const at = found.get(message) ?? new Set()
          found.set(message, at.add(`${nameOf(route)} ${name}`))
        }
      }

test('a malformed value is refused with an example, a type, a limit or all its values', () => {
  expect(found.size).toBeGreaterThan(30)
  const vague = [...found]
    .filter(([message]) => !isHelpful(message))
    .map(([message, [at]]) => `${message} (${at})`)
  expect(vague).toEqual([])
})

test('a missing value is reported as required', () => {
  const others = everyRoute.flatMap(route =>
    [route.query, route.body].flatMap(membersOf).flatMap(([name, member]) => {
      const { error } = z.safeParse(member, undefined, { reportInput: true })
      return fieldErrorsOf(error ?? new z.ZodError([]))
        .filter(({ code, message }) => code !== 'required' || message !== 'Required.')
        .map(({ code, message }) => `${nameOf(route)} ${name}: ${code}: ${message}`)
    }),
  )
  expect([...new Set(others)]).toEqual([])
})

test('a malformed url does not hide the fault of the secret: both are reported', () => {
  const { error } = WebhookCreate.safeParse({
    url: 'nope',
    secret: 'short',
    events: ['exam_session.created'],
  })
  const errors = fieldErrorsOf(error ?? new z.ZodError([])).filter(({ path }) => path !== 'events.0')
  expect(errors).toEqual([
    {
      path: 'url',
      code: 'invalid_value',
      message: 'Expected a URL such as https://lms.example.com/webhooks.',
    },
    { path: 'secret', code: 'too_small', message: 'Expected at least 8 characters.' },
  ])
})
