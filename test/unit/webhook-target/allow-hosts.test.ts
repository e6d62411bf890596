import { expect, test } from 'vitest'
import { AllowHosts } from '../../../src/shared/target/allow-hosts.ts'
import { targetErrorMessage } from '../../../src/shared/target/url.ts'

const local = { allowHosts: AllowHosts.parse('127.0.0.1,localhost'), ownHosts: ['127.0.0.1'] }

test.each([
  ...[
    'http://127.0.0.1:9999/sink',
    'https://127.0.0.1/',
    'http://localhost/',
    'http://LOCALHOST.:80/',
    'http://127.1:1/',
  ],
  ...['http://2130706433:8787/', 'https://example.com/'],
])('%s is permitted if 127.0.0.1 and localhost are excepted', url => {
  expect(targetErrorMessage(url, local)).toBeUndefined()
})

test.each([
  ...[
    'http://127.0.0.2/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://example.com/',
    'https://10.0.0.1/',
  ],
  ...[
    'http://sink.localhost/',
    'http://127.0.0.1.example.com/',
    'ftp://127.0.0.1/',
    'ws://localhost/',
    'https://nas/',
  ],
  ...[
    'http://user@127.0.0.1/',
    'http://127.0.0.1/#a',
    'http://127.0.0.1\\@example.com/',
    'file://localhost/etc/passwd',
  ],
])('%s is refused even if 127.0.0.1 and localhost are excepted', url => {
  expect(targetErrorMessage(url, local)).toEqual(expect.any(String))
})

test.each([
  ['sink.internal:8080', 'http://sink.internal:8080/', 'http://sink.internal:8081/'],
  ['127.0.0.1:80', 'http://127.0.0.1/', 'https://127.0.0.1/'],
  ['127.0.0.1:443', 'https://127.0.0.1/', 'http://127.0.0.1/'],
  ['127.0.0.1:22', 'https://127.0.0.1:22/', 'https://127.0.0.1/'],
  ['[::1]:9000', 'http://[0:0::1]:9000/', 'http://[::1]:9001/'],
  ['[::1]', 'http://[::1]:9000/', 'http://[::2]:9000/'],
  [' Sink.Lan , 10.0.0.1 ', 'http://sink.lan./', 'http://10.0.0.2/'],
])('%j excepts %s and not %s', (text, allowed, refused) => {
  const rules = { allowHosts: AllowHosts.parse(text) }
  expect(targetErrorMessage(allowed, rules)).toBeUndefined()
  expect(targetErrorMessage(refused, rules)).toEqual(expect.any(String))
})

test.each([undefined, '', ' ', ',,'])('%j excepts nothing', text => {
  expect(AllowHosts.parse(text)).toEqual([])
})

test.each([
  ...[
    '*',
    '*.example.com',
    '*:80',
    'http://127.0.0.1',
    '127.0.0.1/8',
    '127.0.0.1:',
    '127.0.0.1:99999',
    '127.1',
    '::1',
  ],
  ...[
    'localhost:080',
    'localhost.',
    'user@localhost',
    'localhost/x',
    'localhost#',
    'localhost?',
    'a b',
    'localhost;a',
    '.',
  ],
  ...['2130706433', '[::ffff:127.0.0.1]', 'localhost:*', ':80', 'localhost,*', 'büro.lan'],
])('%j is not a valid list of hosts: it would never match, or match all', text => {
  expect(AllowHosts.safeParse(text).success).toBe(false)
})
