// The messages of validation errors: one sentence each, with the expected value and, for malformed text, an example.

import * as z from 'zod'

type RawIssue = z.core.$ZodRawIssue

/** The message of an issue for which the schema has none of its own. */
export function issueMessage(issue: RawIssue): string {
  if (issue.input === undefined) return 'Required.'
  switch (issue.code) {
    case 'invalid_type':
      return `Expected ${typeNames[issue.expected] ?? issue.expected}, not ${typeName(issue.input)}.`
    case 'invalid_value':
      return `Expected ${oneOf(issue.values)}.`
    case 'too_small':
      return `Expected ${issue.exact ? '' : issue.inclusive === false ? 'more than ' : 'at least '}${amount(issue.origin, issue.minimum)}.`
    case 'too_big':
      return `Expected ${issue.exact ? '' : issue.inclusive === false ? 'less than ' : 'at most '}${amount(issue.origin, issue.maximum)}.`
    case 'invalid_format':
      return `Expected ${formats[issue.format] ?? 'another format'}.`
    case 'not_multiple_of':
      return `Expected a multiple of ${issue.divisor}.`
    case 'invalid_union':
      return unionMessage(issue)
    default:
      return 'Expected another value.'
  }
}

z.config({ customError: issueMessage })

const typeNames: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const formats: Record<string, string> = {
  email: 'an email address such as ada@school.example',
  datetime: 'an ISO 8601 date and time such as 2027-03-01T09:00:00Z',
  date: 'an ISO 8601 date such as 2027-03-01',
  url: 'a URL such as https://lms.example/exam',
  uuid: 'a UUID such as 0f8fad5b-d9cb-469f-a165-70867728950e',
}

function typeName(input: unknown): string {
  if (input === null) return 'null'
  if (Array.isArray(input)) return 'a list'
  if (typeof input === 'boolean') return String(input)
  return typeNames[typeof input] ?? typeof input
}

const oneOf = (values: readonly unknown[]) =>
  values.length === 1 ? String(values[0]) : `one of ${values.map(String).join(', ')}`

function amount(origin: string, limit: number | bigint): string {
  const unit = units[origin]
  return unit ? `${limit} ${unit}${Number(limit) === 1 ? '' : 's'}` : String(limit)
}

const units: Record<string, string> = { string: 'character', array: 'item', set: 'item', file: 'byte' }

/** The values of a discriminator, or the general sentence for other unions. */
function unionMessage(issue: RawIssue): string {
  const { options } = issue as { options?: unknown }
  return Array.isArray(options) ? `Expected ${oneOf(options)}.` : 'Expected one of the documented forms.'
}
