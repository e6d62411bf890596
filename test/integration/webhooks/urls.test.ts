// The permitted URLs of an endpoint, checked equally in create and update.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer, Call } from '../../support/client.ts'
import { badMembers, rowsOf } from '../../support/webhooks.ts'
import { makeWorld } from '../../support/world.ts'

let admin: Call
let at: string
const original = 'https://lms.example.com/hook'

beforeAll(async () => {
  ;({ admin } = await makeWorld())
  const body = { url: original, secret: 'a secret of mine', events: ['document.updated'] }
  at = `/api/webhooks/${(await admin('POST', '/api/webhooks', { body })).text('id')}`
})

const sends: Record<string, (url: unknown) => Promise<Answer>> = {
  create: url =>
    admin('POST', '/api/webhooks', {
      body: { url, secret: 'a secret of mine', events: ['document.updated'] },
    }),
  update: url => admin('PUT', at, { body: { url } }),
}

const refused: Record<string, unknown[]> = {
  'schemes other than https': [
    ...[
      'http://lms.example.com/',
      'ftp://lms.example.com/',
      'ws://lms.example.com/',
      'wss://lms.example.com/',
    ],
    ...['file:///etc/passwd', 'javascript:alert(1)', 'data:text/plain,x', 'gopher://lms.example.com/'],
  ],
  'texts that are not a URL': [
    '',
    'x',
    '/hook',
    '//lms.example.com/',
    'lms.example.com',
    'https://',
    'https://[::1',
    7,
    null,
    {},
    [],
  ],
  'user names and passwords': [
    ...[
      'https://user@lms.example.com/',
      'https://user:pass@lms.example.com/',
      'https://:pass@lms.example.com/',
    ],
    ...['https://lms.example.com@10.0.0.1/', 'http://user@127.0.0.1:9/', 'https://user:@localhost/'],
  ],
  'names with one label': ['https://intranet/', 'https://postgres:5432/', 'https://lms/', 'https://lms./'],
  'names of internal networks': [
    ...[
      'https://db.internal/',
      'https://metadata.google.internal/',
      'https://printer.local/',
      'https://x.localdomain/',
    ],
    ...['https://app.localhost/', 'https://nas.home.arpa/', 'https://DB.INTERNAL/', 'https://db.internal./'],
  ],
  'private addresses': [
    ...['https://10.0.0.1/', 'https://10.255.255.255/', 'https://172.16.0.1/', 'https://172.31.255.255/'],
    ...[
      'https://192.168.0.1/',
      'https://192.168.255.255:8443/',
      'https://100.64.0.1/',
      'https://100.127.255.255/',
    ],
  ],
  'loopback addresses other than the excepted host': [
    ...[
      'https://127.0.0.2/',
      'https://127.255.255.254/',
      'https://[::1]/',
      'https://0.0.0.0/',
      'https://0.1.2.3/',
    ],
    ...['http://127.0.0.2/', 'http://[::1]/', 'http://0.0.0.0/'],
  ],
  'link-local addresses': [
    ...['https://169.254.0.1/', 'https://169.254.169.254/latest/meta-data/', 'https://[fe80::1]/'],
    ...['https://[fe80::a9fe:a9fe]/', 'https://[febf::1]/'],
  ],
  'multicast, broadcast and reserved addresses': [
    ...['https://224.0.0.1/', 'https://239.255.255.255/', 'https://240.0.0.1/', 'https://255.255.255.255/'],
    ...[
      'https://[ff02::1]/',
      'https://[ff0e::1]/',
      'https://192.0.0.1/',
      'https://192.0.2.1/',
      'https://198.18.0.1/',
    ],
    ...['https://198.51.100.1/', 'https://203.0.113.1/', 'https://[2001:db8::1]/', 'https://[100::1]/'],
  ],
  'unique local addresses': ['https://[fc00::1]/', 'https://[fd12:3456:789a::1]/', 'https://[fec0::1]/'],
  'IPv4 within IPv6': [
    ...[
      'https://[::ffff:10.0.0.1]/',
      'https://[::ffff:a00:1]/',
      'https://[::ffff:127.0.0.1]/',
      'https://[::10.0.0.1]/',
    ],
    ...[
      'https://[64:ff9b::10.0.0.1]/',
      'https://[64:ff9b::7f00:1]/',
      'https://[64:ff9b:1::1]/',
      'https://[2002:a00:1::]/',
    ],
    ...['https://[2002:7f00:1::1]/', 'https://[2001:0:1:2:3:4:5:6]/', 'https://[::ffff:0:10.0.0.1]/'],
  ],
  'private addresses in other digits': [
    ...[
      'https://167772161/',
      'https://0xa000001/',
      'https://012.0.0.1/',
      'https://0xa.0.0.1/',
      'https://10.1/',
    ],
    ...['https://192.168.257/', 'https://2852039166/', 'https://0xA9FEA9FE/', 'https://0251.0376.0251.0376/'],
    ...[
      'https://１０.０.０.１/',
      'https://10。0。0。1/',
      'https://10.0.0.1./',
      'https://1⓪.0.0.1/',
      'https://%31%30.0.0.1/',
    ],
  ],
  'URLs that a parser rewrites': [
    ...[
      ' https://lms.example.com/',
      'https://lms.example.com/ ',
      'https://lms.exa\tmple.com/',
      'https:\\\\10.0.0.1\\',
    ],
    ...['https://lms.example.com/\r\nX-Header: 1', 'https://lms.example.com/\u0000'],
  ],
}

describe.each(Object.keys(sends))('at %s', way => {
  test.each(Object.entries(refused))('%s are 400 at url', async (_, urls) => {
    for (const url of urls)
      expect(badMembers((await sends[way]?.(url)) ?? expect.fail()), JSON.stringify(url)).toEqual(['url'])
  })

  test('https to a public name or address is accepted and stored unchanged', async () => {
    for (const url of [
      ...[
        'https://lms.example.com/',
        'https://lms.example.com:8443/a/b?c=d&e=%20',
        'https://LMS.Example.COM/Hook',
      ],
      ...[
        'https://93.184.216.34/hook',
        'https://[2606:4700:4700::1111]/',
        'https://bücher.example/',
        'https://a.b.c.d.example',
      ],
    ]) {
      const answer = await sends[way]?.(url)
      expect(answer?.status, `${url}: ${answer?.raw}`).toBeLessThan(300)
      expect(answer?.body['url']).toBe(url)
    }
  })

  test('the local stack accepts 127.0.0.1 and localhost, by http and on any port', async () => {
    for (const url of [
      ...[
        'http://127.0.0.1/',
        'http://127.0.0.1:1/',
        'http://127.0.0.1:65535/hook',
        'https://127.0.0.1:8443/',
      ],
      ...['http://localhost:9999/', 'https://localhost/', 'http://LOCALHOST:3000/x'],
    ]) {
      const answer = await sends[way]?.(url)
      expect(answer?.status, `${url}: ${answer?.raw}`).toBeLessThan(300)
    }
  })

  test('a URL of 2048 characters is accepted, and a longer one is 400', async () => {
    const url = (length: number) => 'https://lms.example.com/'.padEnd(length, 'x')
    expect((await sends[way]?.(url(2048)))?.status).toBeLessThan(300)
    expect(badMembers((await sends[way]?.(url(2049))) ?? expect.fail())).toEqual(['url'])
  })
})

test('no refused URL is stored', async () => {
  const urls = rowsOf(await admin('GET', '/api/webhooks')).map(({ url }) => url)
  for (const url of Object.values(refused).flat()) expect(urls).not.toContain(url)
})
