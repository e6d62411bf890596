import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { failure } from '../../src/shared/failure.ts'
import { Problem } from '../../src/shared/problem.ts'

const log = vi.spyOn(console, 'error').mockImplementation(() => {})
afterEach(() => log.mockClear())

const request = {
  var: { requestId: 'r-1' },
  newResponse: (body: string, init: { status: number; headers: Record<string, string> }) =>
    new Response(body, init),
}

/** An error as Neon's driver throws it, with what must not be told. */
const databaseError = (members: object) =>
  Object.assign(new Error('insert failed: ada@school.example'), { name: 'NeonDbError', ...members })

test('what we broke is answered without a word of the cause, and logged without its message', async () => {
  const response = failure(new Error('secret in a message'), request)
  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain('secret')
  expect(String(log.mock.calls)).toContain('"requestId":"r-1"')
  expect(String(log.mock.calls)).not.toContain('secret')
})

test('an unforeseen database error is logged by its codes only', async () => {
  const response = failure(databaseError({ code: '22012', routine: 'int4div' }), request)
  expect(response.status).toBe(500)
  const logged = String(log.mock.calls)
  expect(logged).toContain('"sqlstate":"22012"')
  expect(logged + (await response.text())).not.toContain('ada@school.example')
})

test.each([undefined, '08006', '53300', '57P01'])(
  'a database error of code %s is 503 with Retry-After',
  code => {
    const response = failure(databaseError({ code }), request)
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('1')
  },
)

test('a binding that is missing is named in the log', () => {
  failure(z.object({ DATABASE_URL: z.string() }).safeParse({}).error, request)
  expect(String(log.mock.calls)).toContain('DATABASE_URL')
})

test('a problem is not logged: it is the client who errs', () => {
  failure(new Problem('not_found'), request)
  expect(log).not.toHaveBeenCalled()
})
