import type * as z from 'zod'
import './messages.ts'
import { type FieldError, isProblemCode, Problem } from './problem.ts'

type Issue = z.core.$ZodIssue

/** Returns a problem with the path of each field error. */
export const invalid = (...errors: FieldError[]) =>
  new Problem('invalid_request', summary(errors), { members: { errors: errors.slice(0, maxFieldErrors) } })

/**
 * The error of a sid that does not exist, or belongs to another tenant.
 * @param sid what the client sent; absent if it is not a sid at all
 */
export const unknownSid = (path: string, thing: string, sid?: string | null): FieldError => ({
  path,
  code: 'unknown_sid',
  message: `There is no such ${thing}${sid ? `: ${sid}` : ''}.`,
})

const provisionMessages: Record<string, string> = {
  unknown_sid: 'There is no such record.',
  ambiguous_ids: 'The ids name different records.',
  reference_gone: 'A referenced record was deleted concurrently.',
  username_taken: 'Another user of this install has this username.',
  id_taken: 'Another record of this install has this id.',
  id_conflict: 'The record has another id of this kind. Send rekey: true to replace it.',
  exam_has_appointments: 'The exam has future appointments, so it cannot become a draft.',
}

/** Returns the field error for a code that the database raised. */
export const provisionFieldError = ({ path, code }: Pick<FieldError, 'path' | 'code'>): FieldError => ({
  path,
  code,
  message: provisionMessages[code] ?? 'Conflicts with an existing record.',
})

/** Returns the problem for a code that the database raised: its own if the code is one, or `invalid_request`. */
export function provisionProblem(fault: Pick<FieldError, 'path' | 'code'>): Problem {
  const error = provisionFieldError(fault)
  if (!isProblemCode(fault.code)) return invalid(error)
  return new Problem(fault.code, error.message, { members: { errors: [error] } })
}

/**
 * Returns the errors of the sids in a list that `rows` do not contain.
 * @param path the path of the list; each error appends the index
 */
export function unknownSids(
  path: string,
  sids: readonly string[],
  rows: readonly { sid: string }[],
  thing: string,
) {
  const known = new Set(rows.map(({ sid }) => sid))
  return sids.flatMap((sid, at) => (known.has(sid) ? [] : unknownSid(`${path}.${at}`, thing, sid)))
}

/** @throws Problem `invalid_request` if there are errors */
export function throwIfAny(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalid(...errors)
}

/** The maximum number of errors in a response. A body of 1 MiB can contain a hundred thousand. */
const maxFieldErrors = 100

/** Converts the issues of zod to field errors. Each unknown member has its own error with its path. */
export function fieldErrorsOf(error: z.core.$ZodError, known: readonly string[] = []): FieldError[] {
  return error.issues.flatMap(issue =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map(key => unknownField([...issue.path, key], known))
      : { path: dotted(issue.path), code: codeOf(issue), message: messageOf(issue) },
  )
}

export const unknownField = (path: readonly PropertyKey[], known: readonly string[]): FieldError => ({
  path: dotted(path),
  code: 'unknown_member',
  message: known.length > 0 ? `Unknown member. Known members: ${known.join(', ')}.` : 'Unknown member.',
})

// Zod includes the input only with `reportInput`.
const isMissing = (issue: Issue) => 'input' in issue && issue.input === undefined

const codeOf = (issue: Issue) =>
  isMissing(issue) ? 'required' : issue.code === 'custom' ? 'invalid_value' : issue.code

// A custom type, such as a sid, has one message for all values that it refuses.
const messageOf = (issue: Issue) =>
  isMissing(issue) && issue.code === 'custom' ? 'Required.' : issue.message

const dotted = (path: readonly PropertyKey[]) => path.map(String).join('.')

const summary = (errors: readonly FieldError[]) =>
  errors
    .slice(0, 3)
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
    .join(' ')
    .concat(errors.length > 3 ? ` And ${errors.length - 3} more.` : '')
