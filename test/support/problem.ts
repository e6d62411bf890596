import { expect } from 'vitest'
import type { Answer } from './client.ts'

type FieldError = { path: string; code: string; message: string }

/** Checks the response against RFC 9457 as the decisions restrict it, and returns its `errors`. */
export function problemOf(answer: Answer, status: number): FieldError[] {
  expect(answer.status, answer.raw).toBe(status)
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json\b/)
  const { errors = [], ...members } = answer.body
  expect(members).toMatchObject({
    type: expect.stringMatching(/^\//),
    title: expect.stringMatching(/./),
    status,
    detail: expect.any(String),
    code: expect.stringMatching(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/),
    requestId: answer.headers.get('x-request-id'),
  })
  if (!Array.isArray(errors)) throw new Error(`errors is no list in ${answer.raw}`)
  for (const error of errors)
    expect(error).toEqual({
      path: expect.any(String),
      code: expect.any(String),
      message: expect.any(String),
    })
  return errors
}

/** The paths of the errors of a 400. */
export const badPaths = (answer: Answer): string[] => problemOf(answer, 400).map(({ path }) => path)
