import fc from 'fast-check'
import { expect, test } from 'vitest'
import { targetErrorMessage } from '../../../src/shared/target/url.ts'
import { anyCodePoint } from '../../support/code-points.ts'
import { rounds } from '../../support/rounds.ts'

const nobody = { allowHosts: [], ownHosts: ['api.invigil.example'] }
const notHttps = 'Must begin with https://.'
const notUrl = 'Expected a URL such as https://lms.example.com/webhooks.'
const notPublic = 'The address is not public.'
const internal = 'The host belongs to an internal network.'
const noName = 'The host is not a valid DNS name.'
const badPort = 'The port must be 443, or 1024 and above.'
const hidden = 'Contains white space, a backslash or a control character.'
const credentials = 'Must not contain a user name or a password.'
const own = 'Must not be a URL of this service.'

const refused: Record<string, string[]> = {
  [notHttps]: [
    ...['http://example.com/', 'HTTP://example.com/', 'ftp://example.com/', 'ws://example.com/'],
    ...['wss://example.com/', 'file:///etc/passwd', 'gopher://127.0.0.1:6379/_INFO', 'javascript:alert(1)'],
    ...['data:text/plain,x', 'blob:https://example.com/1', 'http://127.0.0.1/', 'mailto:a@example.com'],
  ],
  [notUrl]: [
    ...['', 'example.com', '//example.com/', '/hook', 'https://', 'https:///', 'https://example.com:65536/'],
    ...['https://example.com:http/', 'https://256.0.0.1/', 'https://1.2.3.4.5/', 'https://127.0.0.09/'],
    ...['https://[::1/', 'https://[::1]x/', 'https://[fe80::1%eth0]/', 'https://[fe80::1%25eth0]/'],
    ...['https://::1/', 'https://exa%00mple.com/', 'https://4294967296/', 'https://example.0x7f/'],
    ...['https://[::ffff:127.1]/', 'https://a<b>.example.com/'],
  ],
  [notPublic]: [
    ...['https://127.0.0.1/', 'https://127.0.0.1:8443/', 'https://127.1/', 'https://127.0.1/', 'https://0/'],
    ...['https://2130706433/', 'https://0x7f000001/', 'https://017700000001/', 'https://0177.0.0.1/'],
    ...['https://0x7f.1/', 'https://0x7F.0x0.0x0.0x1/', 'https://127.0.0.1./', 'https://0x/'],
    ...[
      'https://%31%32%37.0.0.1/',
      'https://１２７.０.０.１/',
      'https://127。0。0。1/',
      'https://①②⑦.⓪.⓪.①/',
    ],
    ...['https://10.0.0.1/', 'https://172.16.0.1/', 'https://192.168.1.1/', 'https://100.64.0.1/'],
    ...['https://169.254.169.254/latest/meta-data/', 'https://2852039166/', 'https://0xa9fea9fe/'],
    ...['https://100.100.100.200/', 'https://192.0.0.192/', 'https://224.0.0.1/', 'https://255.255.255.255/'],
    ...['https://[::]/', 'https://[::1]/', 'https://[0:0:0:0:0:0:0:1]/', 'https://[::1]:8443/'],
    ...['https://[::ffff:127.0.0.1]/', 'https://[::FFFF:7F00:1]/', 'https://[::ffff:8.8.8.8]/'],
    ...['https://[::127.0.0.1]/', 'https://[64:ff9b::169.254.169.254]/', 'https://[64:ff9b::808:808]/'],
    ...['https://[64:ff9b:1::a00:1]/', 'https://[2002:7f00:1::]/', 'https://[2002:808:808::1]/'],
    ...['https://[2001:0:7f00:1::1]/', 'https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/'],
    ...['https://[fe80::5efe:10.0.0.1]/', 'https://[2606:4700::5efe:10.0.0.1]/', 'https://[fd00:ec2::254]/'],
    ...['https://[fe80::1]/', 'https://[fec0::1]/', 'https://[ff02::1]/', 'https://[100::1]/'],
    ...['https://[2001:db8::1]/', 'https://[3fff::1]/', 'https://[5f00::1]/', 'https://[4000::1]/'],
  ],
  [internal]: [
    ...['https://localhost/', 'https://LOCALHOST/', 'https://localhost./', 'https://localhost:8443/'],
    ...[
      'https://ｌｏｃａｌｈｏｓｔ/',
      'https://loc%61lhost/',
      'https://loc\u00adalhost/',
      'https://sink.localhost/',
    ],
    ...['https://metadata/', 'https://metadata.google.internal/', 'https://METADATA.GOOGLE.INTERNAL./'],
    ...['https://printer.local/', 'https://nas.home.arpa/', 'https://1.0.0.127.in-addr.arpa/'],
    ...['https://router.lan/', 'https://wiki.corp/', 'https://wiki.intranet/', 'https://a.private/'],
    ...['https://nas.home/', 'https://localhost.localdomain/', 'https://db.prod.internal:5432/'],
    ...['https://printer。local/', 'https://com/', 'https://xn--p1ai/'],
  ],
  [noName]: [
    ...[
      'https://./',
      'https://../',
      'https://example..com/',
      'https://.example.com/',
      'https://127.0.0.1../',
    ],
    ...[
      'https://example.com../',
      'https://*.example.com/',
      'https://a$b.example.com/',
      'https://a!.example/',
    ],
    ...[`https://${'a'.repeat(64)}.example/`, `https://${'a.'.repeat(126)}example/`],
  ],
  [badPort]: [
    ...[
      'https://example.com:80/',
      'https://example.com:0/',
      'https://example.com:22/',
      'https://8.8.8.8:25/',
    ],
    ...['https://example.com:1023/', 'https://[2606:4700::1]:53/', 'https://127.0.0.1:80/'],
  ],
  [credentials]: [
    ...['https://user@example.com/', 'https://user:secret@example.com/', 'https://:secret@example.com/'],
    ...['https://example.com@127.0.0.1/', 'https://example.com%40@127.0.0.1/', 'https://a@b@127.0.0.1/'],
  ],
  ['Must not have a fragment.']: [
    'https://example.com/#a',
    'https://example.com#@127.0.0.1/',
    'https://a.example/#',
  ],
  [hidden]: [
    ...[
      ' https://example.com/',
      'https://example.com/ ',
      'https://exam\nple.com/',
      'https://example.com/\ta',
    ],
    ...['https://example.com\\@127.0.0.1/', 'https:\\\\example.com/', 'https://example.com/\u0000'],
    ...[
      'https://example.com/a b',
      'https://127.0.\r\n0.1/',
      'https://example.com/\u3000',
      '\ufeffhttps://a.example/',
    ],
  ],
  [own]: [
    ...[
      'https://api.invigil.example/',
      'https://API.Invigil.Example./v1',
      'https://api.invigil.example:8443/',
    ],
    'https://api。invigil。example/',
  ],
  ['Is longer than 2048 characters.']: [
    `https://example.com/${'a'.repeat(2029)}`,
    `https://example.com/${'ä'.repeat(400)}`,
    `https://example.com/${'a/../'.repeat(500)}`,
  ],
}

const cases = Object.entries(refused).flatMap(([message, urls]) => urls.map(url => ({ url, message })))

test.each(cases)('$url: $message', ({ url, message }) => {
  expect(targetErrorMessage(url, nobody)).toBe(message)
})

test.each([
  ...['https://example.com', 'https://example.com/', 'HTTPS://EXAMPLE.COM/Hook', 'https://example.com./'],
  ...[
    'https://example.com:443/',
    'https://example.com:1024/',
    'https://example.com:8443/',
    'https://example.com:65535/',
  ],
  ...['https://hooks.school.example/invigil?tenant=1&x=%20', 'https://a.b.c.d.e.example.org/'],
  ...[
    'https://bücher.example/',
    'https://xn--bcher-kva.example/',
    'https://пример.рф/hook',
    'https://例え。jp/',
  ],
  ...[
    'https://1.1.1.1/',
    'https://134744072/',
    'https://8.8.8.8:8443/hook',
    'https://８.８.８.８/',
    'https://0x8080808/',
  ],
  ...['https://[2606:4700:4700::1111]/', 'https://[2606:4700:4700::1111]:8443/', 'https://[2620:FE::FE]/'],
  ...['https://internal.example.com/', 'https://localhost.example.com/', 'https://local.example/'],
  ...['https://mylocalhost.com/', 'https://notinvigil.example/', 'https://www.api.invigil.example/'],
  ...[
    'https://127.0.0.1.example.com/',
    'https://10.example.com/',
    'https://1e100.net/',
    'https://a_b.example.com/',
  ],
  ...[
    'https://example.com/@127.0.0.1/',
    'https://example.com/?u=http://169.254.169.254/',
    'https://hooks.test/',
  ],
  ...['https://example.com/a:b@c', 'https://example.com/%23', `https://${'a'.repeat(63)}.example/`],
  `https://example.com/${'a'.repeat(2028)}`,
])('%s is permitted', url => {
  expect(targetErrorMessage(url, nobody)).toBeUndefined()
})

test('any text gets a result without a crash, and is permitted only as https to a host outside', () => {
  const piece = fc.constantFrom(
    'https://',
    'http:',
    '//',
    '@',
    ':',
    '.',
    '[',
    ']',
    '%',
    '127',
    '0x7f',
    'a.io',
    '/',
    '?',
  )
  const text = fc.oneof(
    fc.string({ unit: anyCodePoint }),
    fc.webUrl(),
    fc.array(fc.oneof(piece, fc.string()), { maxLength: 8 }).map(pieces => `https://${pieces.join('')}`),
  )
  fc.assert(
    fc.property(text, url => {
      if (targetErrorMessage(url, nobody) !== undefined) return true
      const { protocol, username, hostname, hash } = new URL(url)
      return (
        `${protocol}${username}${hash}` === 'https:' && hostname.includes('.') !== hostname.startsWith('[')
      )
    }),
    { numRuns: rounds({ quick: 500, all: 5000 }) },
  )
})
