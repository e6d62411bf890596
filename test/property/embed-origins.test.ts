// The origins that an install can name are sent in `frame-ancestors` (https://www.w3.org/TR/CSP3/, section 6.4.2).
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { serveEmbed } from '../../src/edge/embed.ts'
import { InstallSettingsUpdate } from '../../src/proctoring/installs/schema.ts'
import { anyCodePoint } from '../support/code-points.ts'

const baseUrl = 'https://invigil.example'

/** The header of a page of an install with these stored origins. */
async function policyOf(allowedOrigins: string[]): Promise<string> {
  const page = new Response('', { headers: { 'content-type': 'text/html' } })
  const { headers } = await serveEmbed(
    new Request(`${baseUrl}/embed/exam-session?install=AI${'0'.repeat(32)}`),
    {
      BASE_URL: baseUrl,
      ASSETS: { fetch: async () => page },
      STS: { fetch: async () => Response.json({ allowedOrigins }) },
    },
  )
  return headers.get('content-security-policy') ?? ''
}

const ancestorsIn = (policy: string) =>
  policy
    .split(';')
    .map(directive => directive.trim().split(/\s+/))
    .find(([name]) => name === 'frame-ancestors')
    ?.slice(1)

const isAccepted = (origin: string) =>
  InstallSettingsUpdate.safeParse({ allowedEmbedOrigins: [origin] }).success

const piece = fc.constantFrom(
  ...[
    'https://',
    'http://',
    'localhost',
    '127.0.0.1',
    '[::1]',
    'lms',
    '.',
    'example',
    ':',
    '8443',
    '443',
    '*',
    ';',
  ],
  ...[
    ',',
    ' ',
    '\t',
    '\n',
    "'",
    '"',
    "'self'",
    '/',
    '?',
    '#',
    '@',
    '%3b',
    '-',
    '_',
    'xn--mnchen-3ya',
    'A',
    '（',
    '\\',
  ],
)
const origins = fc.oneof(
  fc.string({ unit: anyCodePoint }),
  fc.array(piece, { maxLength: 8 }).map(pieces => pieces.join('')),
  fc.array(piece, { maxLength: 6 }).map(pieces => `https://${pieces.join('')}`),
  fc.webUrl().map(url => new URL(url).origin),
)

test('an accepted origin adds neither a directive nor a wildcard to the policy, and appears in it unchanged', async () => {
  const without = (await policyOf([])).split(';').length
  await fc.assert(
    fc.asyncProperty(origins, async origin => {
      fc.pre(isAccepted(origin))
      const policy = await policyOf([origin])
      expect(policy.split(';')).toHaveLength(without)
      expect(policy).not.toMatch(/[*,]/)
      expect(ancestorsIn(policy)).toEqual([origin])
    }),
  )
})

test('whatever is stored, the policy contains only origins of the accepted form', async () => {
  const without = (await policyOf([])).split(';').length
  await fc.assert(
    fc.asyncProperty(fc.array(origins, { maxLength: 4 }), async stored => {
      const policy = await policyOf(stored)
      expect(policy.split(';')).toHaveLength(without)
      for (const source of ancestorsIn(policy) ?? [])
        expect(source).toMatch(/^('none'|https?:\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d+)?)$/)
    }),
  )
})

describe('the accepted form is scheme://host[:port]', () => {
  test.each([
    'https://lms.example',
    'https://lms.example:8443',
    'https://xn--mnchen-3ya.example',
    'https://192.0.2.7',
    'https://[2001:db8::7]:8443',
    'http://localhost:3000',
    'http://127.0.0.1',
  ])('%s is accepted', origin => expect(isAccepted(origin)).toBe(true))

  test.each([
    'https://*',
    'https://*.example',
    'https://a;report-uri',
    'https://a,b',
    "https://'self'",
    'https://a_b.example',
    'https://user@lms.example',
    'https://lms.example.',
    'https://-lms.example',
    'https://lms..example',
    'https://lms.example:443',
    'https://lms.example:0',
    'https://lms.example:65536',
    'https://lms.example:',
    'https://lms.example/',
    'https://münchen.example',
    'https://lms.example https://evil.example',
    'ftp://lms.example',
    `https://${'a'.repeat(64)}.example`,
  ])('%s is refused', origin => expect(isAccepted(origin)).toBe(false))
})
