import { expect, test } from 'vitest'
import { AllowHosts } from '../../../src/shared/target/allow-hosts.ts'
import { requirePublicTarget, resolverOf } from '../../../src/shared/target/resolve.ts'
import { targetErrorMessage } from '../../../src/shared/target/url.ts'

const url = 'https://hooks.school.example/invigil'
const [typeA, typeCname, typeAaaa] = [1, 5, 28]

type Records = { type: number; data: string }[]
type Zone = { A?: Records; AAAA?: Records }

const a = (...addresses: string[]) => addresses.map(data => ({ type: typeA, data }))
const aaaa = (...addresses: string[]) => addresses.map(data => ({ type: typeAaaa, data }))
const alias = { type: typeCname, data: 'edge.school.example.' }

type Query = { url: URL; init: RequestInit }
type Answerer = (type: 'A' | 'AAAA', asked: Query) => Response | Promise<Response>

/** A resolver over HTTPS with the given responses, and the requests that it received. */
function fakeDoh(answer: Answerer) {
  const asked: Query[] = []
  const fetch = (text: string, init: RequestInit) => {
    const query = { url: new URL(text), init }
    asked.push(query)
    return Promise.resolve(answer(query.url.searchParams.get('type') === 'A' ? 'A' : 'AAAA', query))
  }
  return { asked, fetch }
}

const zone = (records: Zone, status = 0) =>
  fakeDoh(type => Response.json({ Status: status, TC: false, Answer: records[type] }))

const deliver = (doh: { fetch: Parameters<typeof resolverOf>[0]['fetch'] }, allowed = '', target = url) =>
  requirePublicTarget(target, {
    allowHosts: AllowHosts.parse(allowed),
    resolve: resolverOf({ ...doh, timeoutMs: 200 }),
  })

const refusal = (reason: string, message: string | RegExp = /./) =>
  expect.objectContaining({ reason, message: expect.stringMatching(message) })

test.each<[string, Zone]>([
  ['one address', { A: a('93.184.215.14') }],
  ['addresses of both families', { A: a('1.1.1.1', '1.0.0.1'), AAAA: aaaa('2606:4700:4700::1111') }],
  ['only IPv6', { AAAA: aaaa('2606:4700:4700::1111') }],
  ['an alias of a public name', { A: [alias, ...a('1.1.1.1')], AAAA: [alias] }],
])('a name with %s is permitted', async (_, records) => {
  expect(await deliver(zone(records))).toBeUndefined()
})

test.each<[string, Zone]>([
  ['one private address', { A: a('10.0.0.1') }],
  ['the address of cloud metadata', { A: a('169.254.169.254') }],
  ['one private address among public ones', { A: a('1.1.1.1', '8.8.8.8', '192.168.0.1', '9.9.9.9') }],
  ['a private IPv6 address beside a public IPv4 one', { A: a('1.1.1.1'), AAAA: aaaa('fd00::1') }],
  ['a private IPv4 address beside a public IPv6 one', { A: a('127.0.0.1'), AAAA: aaaa('2606:4700::1') }],
  ['a mapped address', { AAAA: aaaa('::ffff:8.8.8.8') }],
  ['an address of NAT64', { AAAA: aaaa('64:ff9b::a9fe:a9fe') }],
  ['an alias of a private name', { A: [alias, ...a('127.0.0.1')] }],
  ['text in place of an address', { A: a('edge.school.example.') }],
  ['an empty text in place of an address', { A: a('1.1.1.1', '') }],
])('a name with %s is blocked', async (_, records) => {
  await expect(deliver(zone(records))).rejects.toEqual(refusal('blocked', 'not public'))
})

test('a name that was public at the creation of the webhook and resolves to 127.0.0.1 at delivery is blocked', async () => {
  let addresses = a('1.1.1.1')
  const doh = fakeDoh(type => Response.json({ Status: 0, Answer: type === 'A' ? addresses : [] }))
  expect(targetErrorMessage(url, { allowHosts: [] })).toBeUndefined()
  expect(await deliver(doh)).toBeUndefined()
  addresses = a('127.0.0.1')
  await expect(deliver(doh)).rejects.toEqual(refusal('blocked'))
})

test('a URL that is refused by itself is blocked without a query', async () => {
  const doh = zone({ A: a('1.1.1.1') })
  for (const target of [
    'http://hooks.school.example/',
    'https://127.0.0.1/',
    'https://metadata.google.internal/',
  ])
    await expect(deliver(doh, '', target)).rejects.toEqual(refusal('blocked'))
  expect(doh.asked).toEqual([])
})

test('an address and an excepted host are not resolved', async () => {
  const doh = zone({ A: a('127.0.0.1') })
  for (const target of [
    'https://1.1.1.1/',
    'https://[2606:4700::1]/',
    'http://localhost:9/',
    'http://127.0.0.1:9/',
  ])
    expect(await deliver(doh, 'localhost,127.0.0.1', target)).toBeUndefined()
  expect(doh.asked).toEqual([])
})

test('an exception for one port does not apply to another port', async () => {
  const doh = zone({ A: a('127.0.0.1') })
  const [allowed, target] = ['sink.example.com:9000', 'https://sink.example.com']
  expect(await deliver(doh, allowed, `${target}:9000/`)).toBeUndefined()
  await expect(deliver(doh, allowed, `${target}:9001/`)).rejects.toEqual(refusal('blocked'))
})

test('both families are queried at the public resolver, for the name in ASCII without its last dot', async () => {
  const doh = zone({ A: a('1.1.1.1') })
  await deliver(doh, '', 'https://BÜCHER.example.:8443/hook?secret=1')
  const questions = doh.asked.map(({ url, init }) => [
    url.href,
    new Headers(init.headers).get('accept'),
    init.redirect,
  ])
  expect(questions).toEqual(
    ['A', 'AAAA'].map(type => [
      `https://cloudflare-dns.com/dns-query?name=xn--bcher-kva.example&type=${type}`,
      ...['application/dns-json', 'manual'],
    ]),
  )
})

test('another resolver can be configured', async () => {
  const doh = zone({ A: a('1.1.1.1') })
  const resolve = resolverOf({ fetch: doh.fetch, endpoint: 'https://dns.google/resolve?cd=0' })
  expect(await resolve('a.example')).toEqual(['1.1.1.1'])
  expect(doh.asked[0]?.url.href).toBe('https://dns.google/resolve?cd=0&name=a.example&type=A')
})

const good = Response.json({ Status: 0, Answer: a('1.1.1.1') })
const text = (body: string, init?: ResponseInit) => () => new Response(body, init)

test.each<[string, Answerer, string | RegExp]>([
  ['does not exist', () => Response.json({ Status: 3 }), 'NXDOMAIN'],
  ['cannot be resolved', () => Response.json({ Status: 2 }), 'SERVFAIL'],
  ['is refused by a rule of the resolver', () => Response.json({ Status: 5 }), 'REFUSED'],
  ['fails in another way', () => Response.json({ Status: 23 }), 'code 23'],
  [
    'fails although an address is included',
    () => Response.json({ Status: 2, Answer: a('1.1.1.1') }),
    'SERVFAIL',
  ],
  ['has no records', () => Response.json({ Status: 0 }), 'no address'],
  ['has an empty list', () => Response.json({ Status: 0, Answer: [] }), 'no address'],
  ['has only an alias', () => Response.json({ Status: 0, Answer: [alias] }), 'no address'],
  [
    'has a truncated answer',
    () => Response.json({ Status: 0, TC: true, Answer: a('1.1.1.1') }),
    'valid response',
  ],
  ['fails for IPv6 only', type => (type === 'A' ? good.clone() : Response.json({ Status: 2 })), 'SERVFAIL'],
  ['is answered with an error', text('', { status: 500 }), 'status 500'],
  [
    'is answered with a redirect',
    text('', { status: 302, headers: { location: 'https://a.example' } }),
    '302',
  ],
  ['is answered with a page', text('<html>'), 'valid response'],
  ['is answered with an empty body', text(''), 'valid response'],
  ['is answered with null', text('null'), 'valid response'],
  ['is answered without a status', text('{"Answer":[{"type":1,"data":"1.1.1.1"}]}'), 'valid response'],
  ['is answered with records of another form', text('{"Status":0,"Answer":["1.1.1.1"]}'), 'valid response'],
  ['is answered with numbers', text('{"Status":0,"Answer":[{"type":1,"data":16843009}]}'), 'valid response'],
  [
    'has a too large response',
    () => Response.json({ Status: 0, Answer: a(...Array(3000).fill('1.1.1.1')) }),
    'large',
  ],
  ['fails by a broken connection', () => Promise.reject(new TypeError('fetch failed')), 'valid response'],
])('a name that %s counts as not resolved', async (_, answer, message) => {
  await expect(deliver(fakeDoh(answer))).rejects.toEqual(refusal('dns', message))
})

test('a resolver that does not respond is abandoned in time, before its headers or in the middle of its body', async () => {
  const silent = fakeDoh(
    (_, { init }) =>
      new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
  )
  const stuck = fakeDoh((_, { init }) => {
    const start = (controller: ReadableStreamDefaultController) =>
      init.signal?.addEventListener('abort', () => controller.error(init.signal?.reason))
    return new Response(new ReadableStream({ start }))
  })
  for (const doh of [silent, stuck])
    await expect(deliver(doh)).rejects.toEqual(refusal('dns', 'valid response'))
})

test('an endless response is abandoned after 64 KiB', async () => {
  let sent = 0
  let cancelled = 0
  const endless = () => {
    const pull = (controller: ReadableStreamDefaultController) => {
      sent += 1024
      controller.enqueue(new Uint8Array(1024).fill(0x20))
    }
    const cancel = () => {
      cancelled += 1
    }
    return new Response(new ReadableStream({ pull, cancel }))
  }
  await expect(deliver(fakeDoh(endless))).rejects.toEqual(refusal('dns', 'large'))
  await expect.poll(() => cancelled).toBe(2)
  expect(sent).toBeLessThan(2 * 70 * 1024)
})
