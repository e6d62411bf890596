import { expect, test } from 'vitest'
import { consoleAddress } from '../../../src/console/app/pages/sign-in/console-address.ts'

const origin = 'https://invigil.example'

test.each(['/console', '/console/sessions?status=Closed', '/console/users?q=a//..b', '/console?page=2#top'])(
  'after the sign-in, %s of the console is opened',
  asked => expect(consoleAddress(asked, origin)).toBe(asked),
)

test.each([
  ...[
    undefined,
    '',
    '/',
    '/docs',
    '/consoles',
    'console',
    '//evil.example/console',
    'https://evil.example/console',
  ],
  ...[
    '/console/..//evil.example',
    '/console/../docs',
    '/console//evil.example',
    '/\\\\evil.example',
    'javascript:alert(1)',
  ],
])('after the sign-in, %s opens the first page', asked =>
  expect(consoleAddress(asked, origin)).toBe('/console'),
)
