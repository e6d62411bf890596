import { expect, test } from 'vitest'
import * as z from 'zod'
import { failureMembers } from '../../../src/shared/logging/failure.ts'
import { failure } from '../../../src/shared/problems/failure.ts'
import { Problem } from '../../../src/shared/problems/problem.ts'

const request = {
  var: { requestId: 'r-1' },
  req: { path: '/' },
  newResponse: (body: string, init: { status: number; headers: Record<string, string> }) =>
    new Response(body, init),
}

const logged = (error: unknown): string => JSON.stringify(failureMembers(error))

/** An error as Neon's driver throws it, with details that must not be shown. */
const databaseError = (members: object) =>
  Object.assign(new Error('insert failed: ada@school.example'), { name: 'NeonDbError', ...members })

test('an internal error is returned without its cause, and logged with its location but without its message', async () => {
  const broken = new Error('secret in a message')
  const response = failure(broken, request)
  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain('secret')
  expect(logged(broken)).toContain('failure.test.ts')
  expect(logged(broken)).not.toContain('secret')
})

test('an unforeseen database error is logged by its codes only', async () => {
  const broken = databaseError({ code: '22012', routine: 'int4div' })
  const response = failure(broken, request)
  expect(response.status).toBe(500)
  expect(logged(broken)).toContain('"sqlstate":"22012"')
  expect(logged(broken) + (await response.text())).not.toContain('ada@school.example')
})

test.each([undefined, '08006', '53300', '57P01'])(
  'a database error of code %s is 503 with Retry-After',
  code => {
    const response = failure(databaseError({ code }), request)
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('1')
  },
)

test.each([
  'could not extend file "base/5/1249": No space left on device',
  'could not extend file because project size limit (512 MB) has been exceeded',
])('a full disk and the storage limit of Neon are 507 storage_full: %s', async message => {
  const response = failure(Object.assign(databaseError({ code: '53100' }), { message }), request)
  expect(response.status).toBe(507)
  const text = await response.text()
  expect(JSON.parse(text)).toMatchObject({ code: 'storage_full' })
  expect(text).not.toContain('512')
})

test('a missing binding is named in the log', () => {
  expect(logged(z.object({ DATABASE_URL: z.string() }).safeParse({}).error)).toContain('DATABASE_URL')
})

test('a client error is logged with its code and nothing of the request', () => {
  expect(failureMembers(new Problem('not_found', 'No Ada.', { members: { name: 'Ada' } }))).toEqual({
    code: 'not_found',
  })
})
