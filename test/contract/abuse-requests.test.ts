// Sends abusive paths, queries, headers and methods to every operation, from a caller that has the permission.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Stack } from '../../tools/stack/stack.ts'
import { inTurns } from '../support/abuse/in-turns.ts'
import { askBytes, askRaw } from '../support/abuse/raw.ts'
import { contentsAtRest, isCivil, makeTarget, type Target, targetIn } from '../support/abuse/target.ts'
import { segments, strangeTexts } from '../support/abuse/values.ts'
import { type Everything, makeEverything } from '../support/everything.ts'
import { rotating } from '../support/rounds.ts'
import { everyRoute, nameOf } from '../support/routes.ts'
import { ownStack, usualDatabase } from '../support/stack.ts'

let stack: Stack
let everything: Everything
beforeAll(async () => {
  stack = await ownStack(usualDatabase)
  everything = await makeEverything(stack)
})
afterAll(() => stack.close())

const cases = everyRoute.map((route, at) => ({ name: nameOf(route), route, at }))
const secretOf = ({ secrets: [token = ''] }: Target) => ({ token })

describe.each(cases.filter(({ route }) => route.params))('$name', ({ route, at }) => {
  test('an invalid value in place of a sid is refused, and nothing is written', async () => {
    const target = await targetIn(everything, route)
    const places = [...route.path.matchAll(/\{\w+\}/g)].length
    const sids = target.path.split('/').filter(each => /^[A-Z]{2}\w{32}/.test(each))
    expect(sids.length).toBe(places)
    const paths = rotating(segments, at, 4).map((bad, n) => target.path.replace(sids[n % places] ?? '', bad))
    const before = await contentsAtRest(stack)
    await inTurns(paths, async path => {
      const answer = await askRaw(stack, route.method.toUpperCase(), path, { headers: secretOf(target) })
      isCivil(answer, target)
      expect([400, 404, 405], path.slice(0, 200)).toContain(answer.status)
    })
    expect(await contentsAtRest(stack)).toEqual(before)
  })
})

/** Encoded values for query parameters. */
const queried = [
  ...[
    ...strangeTexts,
    '',
    '-0',
    '1e308',
    '1e3',
    '9'.repeat(400),
    '9007199254740993',
    '2147483648',
    '-1',
    'null',
  ],
  ...[
    'true',
    '0000-01-01',
    '9999-12-31',
    '+275760-09-13T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
    'x'.repeat(3000),
  ],
].map(encodeURIComponent)
const unreadable = ['%00', '%ED%A0%80', '%C3%28', '%', '%zz', 'a&x=y', 'a;b']

describe.each(cases.filter(({ route }) => route.query))('$name', ({ route, at }) => {
  test('each value of each parameter, once and twice, is accepted or refused without a 500', async () => {
    const target = await targetIn(everything, route)
    const names = Object.keys(route.query?.shape ?? {})
    const takes = (name: string, value: string) =>
      route.query?.safeParse({ [name]: decodeURIComponent(value) }).success ?? false
    const ask = async (query: string) => {
      const answer = await askRaw(stack, route.method.toUpperCase(), `${target.path}?${query}`, {
        headers: secretOf(target),
      })
      isCivil(answer, target)
      return answer
    }
    await inTurns(rotating(queried, at, 6), async value => {
      const [taken, wrong] = [true, false].map(good => names.filter(name => takes(name, value) === good))
      const queryOf = (which: string[] = []) => which.map(name => `${name}=${value}`).join('&')
      if (taken?.length) await ask(queryOf(taken))
      if (wrong?.length) expect((await ask(queryOf(wrong))).status, queryOf(wrong)).toBe(400)
    })
    for (const value of rotating(unreadable, at, 2))
      await ask(names.map(name => `${name}=${value}`).join('&'))
    await ask(names.map(name => `${name}=1&${name}=2`).join('&'))
    for (const odd of [
      names.map(name => `${name}[]=1`),
      names.map(name => `${name}[$ne]=1`),
      ['=1'],
      ['__proto__=1'],
    ])
      expect((await ask(odd.join('&'))).status, odd[0]).toBe(400)
  })
})

const long = 'x'.repeat(6000)
const latin = Buffer.from('é\u{1f600}').toString('latin1')
const introductions: Record<string, string>[] = [
  ...['Bearer', `Bearer ${long}`, 'Basic eDp5', 'Bearer eyJhbGciOiJub25lIn0.e30.', latin].map(
    authorization => ({ authorization }),
  ),
  ...['session=', `session=${long}`, 'session=a; session=b', 'session=%00', latin].map(cookie => ({
    cookie,
  })),
]
const others: Record<string, string[]> = {
  accept: ['', '*/*;q=x', 'text/csv;q=0', ';', `${'a/b,'.repeat(1500)}text/csv`, latin],
  'cf-connecting-ip': ['junk', '', '::1%eth0', '999.1.1.1', "1.1.1.1'; --", latin],
  'x-forwarded-for': ['junk', ',', '1.1.1.1,::1%eth0', `${'1.1.1.1,'.repeat(600)}127.0.0.1`, long, latin],
  'user-agent': [long, latin, '', "'; --"],
  'x-request-id': [long, latin, '', "'; --", '<script>'],
  origin: ['null', 'http://', long, latin],
  'x-application-id': ['x', `AP${'0'.repeat(32)}`, latin],
  'x-setup-token': [long, latin],
  'if-none-match': ['*'],
  range: ['bytes=0-1'],
  'x-forwarded-host': ['elsewhere.example'],
  'x-http-method-override': ['DELETE'],
}
/** One value per header and request. */
const strange = Array.from({ length: 6 }, (_, n) =>
  Object.fromEntries(Object.entries(others).map(([name, each]) => [name, each[n % each.length] ?? ''])),
)

describe.each(cases.filter(({ route }) => !route.upload))('$name', ({ route, at }) => {
  test('every header value gets a response', async () => {
    // A deleted record is missing for the next requests.
    const target = await (route.method === 'delete' ? makeTarget(route, stack) : targetIn(everything, route))
    const introduced = strange.map(odd => ({ ...secretOf(target), ...odd }))
    await inTurns([...rotating(introductions, at, 3), ...rotating(introduced, at, 2)], async odd => {
      const answer = await askRaw(stack, route.method.toUpperCase(), target.path, {
        headers: { ...odd, ...json(target) },
        ...(target.body && { body: [JSON.stringify(target.body)] }),
      })
      isCivil(answer, target)
      expect(answer.raw).not.toContain('elsewhere.example')
    })
  })
})

const json = ({ body }: Target): Record<string, string> =>
  body ? { 'content-type': 'application/json' } : {}

test.each(cases)('$name is not executed by another method', async ({ route, at }) => {
  const path = route.path.replaceAll(/\{\w+\}/g, 'x')
  for (const method of rotating(['TRACE', 'PROPFIND', 'PATCH'], at, 1)) {
    const answer = await askRaw(stack, method, path, { headers: { token: 'secret-of-mine' } })
    expect([method, answer.status]).toEqual([method, 405])
    isCivil(answer, { secrets: ['secret-of-mine'] })
  }
})

test.each(cases.filter(({ route }) => route.body))(
  '$name stops reading a body that does not end',
  async ({ route }) => {
    const target = await targetIn(everything, route)
    const type = route.upload?.mediaTypes[0] ?? 'application/json'
    const part = new Uint8Array(256 * 1024)
    const parts = Array.from(
      { length: (route.upload?.maxBytes ?? 1024 * 1024) / part.length + 1 },
      () => part,
    )
    const answer = await askRaw(stack, route.method.toUpperCase(), target.path, {
      headers: { ...secretOf(target), 'content-type': type },
      body: parts,
    })
    expect([answer.status, answer.text('code')]).toEqual([413, 'body_too_large'])
  },
)

test('a chunked body that also announces a length is limited while it is read', async () => {
  const bytes = 2 * 1024 * 1024
  const chunks = `${bytes.toString(16)}\r\n${' '.repeat(bytes)}\r\n0\r\n\r\n`
  const head =
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n'
  expect(await askBytes(stack, head + chunks)).toMatch(/^HTTP\/1.1 413/)
})

test.each([
  ['a method in lower case', 'get /healthz HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['no path', 'GET  HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a path of 100,000 characters', `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['a header of 100,000 characters', `GET /healthz HTTP/1.1\r\nHost: x\r\nA: ${'x'.repeat(100_000)}\r\n\r\n`],
  ['ten thousand headers', `GET /healthz HTTP/1.1\r\nHost: x\r\n${'A: b\r\n'.repeat(10_000)}\r\n`],
  ['an invalid chunk', 'POST /auth/verify HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
  ['NUL in a header', 'GET /healthz HTTP/1.1\r\nHost: x\r\nToken: a\0b\r\n\r\n'],
  ['a request that is not HTTP', '\x16\x03\x01\x02\x00\x01\r\n\r\n'],
])('%s ends the request, not the server', async (_, bytes) => {
  expect(await askBytes(stack, bytes)).not.toMatch(/^HTTP\/1.1 500/)
  expect(await askBytes(stack, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')).toBe('HTTP/1.1 200 OK')
})

test('a stall of this process is no hang of the system, whose database it serves', async () => {
  const server = createServer((_, response) => void sleep(50).then(() => response.end())).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  const baseUrl = `http://127.0.0.1:${Object(server.address()).port}`
  const asked = askRaw({ baseUrl }, 'GET', '/', { withinMs: 1000 })
  await once(server, 'request')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1100)
  expect((await asked).status).toBe(200)
  server.close()
})
