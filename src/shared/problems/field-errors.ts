import type * as z from 'zod'
import { type FieldError, Problem } from './problem.ts'

type Issue = z.core.$ZodIssue

/** Refuses a request, naming the path of each fault. */
export const invalid = (...errors: FieldError[]) =>
  new Problem('invalid_request', summary(errors), { members: { errors: errors.slice(0, maxFieldErrors) } })

/** A body names something that is not there, or that is another tenant's. */
export const unknownSid = (path: string, thing: string): FieldError => ({
  path,
  code: 'unknown_sid',
  message: `There is no such ${thing}.`,
})

const provisionMessages: Record<string, string> = {
  unknown_sid: 'There is no such record.',
  ambiguous_ids: 'The ids name different records.',
  reference_gone: 'Something that it refers to was deleted at the same time.',
  username_taken: 'Another user of this install has this username.',
}

/** A fault that only the database could find, in words. */
export const provisionFieldError = ({ path, code }: Pick<FieldError, 'path' | 'code'>): FieldError => ({
  path,
  code,
  message: provisionMessages[code] ?? 'Does not fit what is there.',
})

/**
 * The faults of a list of sids of which only `rows` were found.
 * @param path of the list; each fault adds its place in it
 */
export function unknownSids(
  path: string,
  sids: readonly string[],
  rows: readonly { sid: string }[],
  thing: string,
) {
  const known = new Set(rows.map(({ sid }) => sid))
  return sids.flatMap((sid, at) => (known.has(sid) ? [] : unknownSid(`${path}.${at}`, thing)))
}

/** @throws Problem `invalid_request` when there are faults */
export function throwIfAny(faults: readonly FieldError[]): void {
  if (faults.length > 0) throw invalid(...faults)
}

/** A body of 1 MiB can hold a hundred thousand faults; nobody reads more than this. */
const maxFieldErrors = 100

/** Zod's findings as the faults that a client reads: one for each unknown member, with the path of that member. */
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
  message: known.length > 0 ? `Not known here. Known: ${known.join(', ')}.` : 'Not known here.',
})

// Zod tells the input only where it is asked to (`reportInput`).
const isMissing = (issue: Issue) =>
  issue.code === 'invalid_type' && 'input' in issue && issue.input === undefined

const codeOf = (issue: Issue) =>
  isMissing(issue) ? 'required' : issue.code === 'custom' ? 'invalid_value' : issue.code

const messageOf = (issue: Issue) => (isMissing(issue) ? 'Required.' : issue.message)

const dotted = (path: readonly PropertyKey[]) => path.map(String).join('.')

const summary = (errors: readonly FieldError[]) =>
  errors
    .slice(0, 3)
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
    .join(' ')
    .concat(errors.length > 3 ? ` And ${errors.length - 3} more.` : '')
