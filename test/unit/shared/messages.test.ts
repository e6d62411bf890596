// The message of a validation error: one sentence with the expected value, so that the client can correct the request.
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { fieldErrorsOf, invalid, unknownSid } from '../../../src/shared/problems/field-errors.ts'
import { noSuchPath } from '../../../src/shared/problems/problem.ts'
import { Instant } from '../../../src/shared/values/instant.ts'

const errorsOf = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value, { reportInput: true })
  return error ? fieldErrorsOf(error) : []
}

const messageOf = (schema: z.ZodType, value: unknown) => errorsOf(z.strictObject({ a: schema }), { a: value })

describe('one error, one sentence', () => {
  test.each([
    ['a missing value', z.string(), undefined, 'Required.'],
    ['a missing list', z.array(z.string()), undefined, 'Required.'],
    ['a wrong type', z.string(), 5, 'Expected a string, not a number.'],
    ['null where it is not permitted', z.string(), null, 'Expected a string, not null.'],
    ['a boolean that is text', z.boolean(), 'yes', 'Expected true or false, not a string.'],
    ['a list that is an object', z.array(z.string()), {}, 'Expected a list, not an object.'],
    ['an object that is a list', z.strictObject({}), [], 'Expected an object, not a list.'],
    ['a fraction', z.int(), 1.5, 'Expected a whole number, not a number.'],
    ['a choice', z.enum(['learner', 'instructor']), 'boss', 'Expected one of learner, instructor.'],
    ['one choice', z.literal('1'), '2', 'Expected 1.'],
    ['text that is too short', z.string().min(8), 'x', 'Expected at least 8 characters.'],
    ['empty text', z.string().min(1), '', 'Expected at least 1 character.'],
    ['text that is too long', z.string().max(2), 'abc', 'Expected at most 2 characters.'],
    ['a list that is too long', z.array(z.int()).max(1), [1, 2], 'Expected at most 1 item.'],
    ['a number that is too small', z.int().min(5), 4, 'Expected at least 5.'],
    ['a number that is too large', z.int().max(5), 6, 'Expected at most 5.'],
    ['a number that must be above', z.number().gt(0), 0, 'Expected more than 0.'],
    ['a multiple', z.int().multipleOf(5), 6, 'Expected a multiple of 5.'],
  ])('%s', (_, schema, value, message) => {
    expect(messageOf(schema, value).map(error => error.message)).toEqual([message])
  })

  test.each([
    ['an email address', z.email(), 'ada@school.example'],
    ['a date and time', Instant, '2027-03-01T09:00:00Z'],
    ['a date', z.iso.date(), '2027-03-01'],
    ['a URL', z.url(), 'https://lms.example/exam'],
  ])(
    '%s that is malformed has a message with an example, and the example is accepted',
    (_, schema, example) => {
      const [error] = messageOf(schema, 'x')
      expect(error?.message).toContain(` such as ${example}.`)
      expect(messageOf(schema, example)).toEqual([])
    },
  )

  test('the discriminator of a union names its values', () => {
    const union = z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('element') }),
      z.strictObject({ kind: z.literal('api') }),
    ])
    expect(errorsOf(union, {})).toMatchObject([{ path: 'kind', message: 'Expected one of element, api.' }])
  })

  test('a message of the schema has precedence over the general one', () => {
    expect(messageOf(z.string().regex(/^x$/, 'Expected x.'), 'y')).toMatchObject([{ message: 'Expected x.' }])
  })

  test('the detail of the problem names each path once', () => {
    const problem = invalid(...errorsOf(z.strictObject({ a: z.string(), b: z.int() }), { b: 'x' }))
    expect(problem.message).toBe('a: Required. b: Expected a number, not a string.')
  })
})

test('a sid that was not found is in the message', () => {
  const sid = `US${'0'.repeat(32)}`
  expect(unknownSid('userSid', 'user', sid).message).toBe(`There is no such user: ${sid}.`)
  expect(unknownSid('application-id', 'application').message).toBe('There is no such application.')
})

test('a path that ends with a slash gets the hint to remove it', () => {
  expect(noSuchPath('/v1/installs/').message).toBe('There is no such path. Remove the slash at its end.')
  expect(noSuchPath('/v1/nothing').message).toBe('There is no such path.')
  expect(noSuchPath('/').message).toBe('There is no such path.')
})
