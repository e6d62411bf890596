// The path by which the edge routes is that of the URL standard: the Workers behind it parse the same URL.
import { expect, test } from 'vitest'
import { pathOf } from '../../../src/edge/path.ts'

const paths = [
  ...['', '/', '//', '/healthz', '/healthz/', '/v1/installs/AI0a/sts/tokens', '/.well-known/jwks.json'],
  ...[
    '/auth/../internal/outbox',
    '/auth/./x',
    '/auth/..',
    '/auth/.',
    '/a/...',
    '/a/.../b',
    '/a/..b',
    '/a/b..',
  ],
  ...['/auth/%2e%2e/internal/outbox', '/auth/.%2E/x', '/auth\\..\\internal\\outbox', '/a/%41', '/a b', '/ä'],
  ...['/auth/..;/internal', '/a\t/../b', '/a\n/b', '/a.', '/.a', '/a.b.c', '/a..b', '/@', '/a:b', '/a~b'],
]
const rests = ['', '?', '?a=/../b', '?x#y', '#', '#/../z']
const origins = [
  'http://127.0.0.1:8787',
  'https://exams.school.example',
  'https://u:p@host.example',
  'http://[::1]:1',
]

test('pathOf equals the path of URL for every kind of path', () => {
  for (const origin of origins)
    for (const path of paths)
      for (const rest of rests) {
        const url = origin + path + rest
        expect(pathOf(url), url).toBe(new URL(url).pathname)
      }
})

test('pathOf equals the path of URL for random texts', () => {
  const parts = [
    '/',
    '.',
    '..',
    '%2e',
    '%2F',
    '\\',
    'a',
    'auth',
    'internal',
    '-',
    '_',
    '?',
    '#',
    ':',
    '@',
    ' ',
    '\t',
    'é',
  ]
  for (let n = 0; n < 20_000; n++) {
    const text = Array.from(
      { length: 1 + (n % 9) },
      () => parts[Math.floor(Math.random() * parts.length)],
    ).join('')
    const url = `https://exams.school.example/${text}`
    expect(pathOf(url), url).toBe(new URL(url).pathname)
  }
})
