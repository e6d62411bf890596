// The test vectors of the RFCs, for the library that creates and checks codes.
import { HOTP, Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'

// The secret of both appendices: the ASCII text "12345678901234567890".
const secret = Secret.fromUTF8('12345678901234567890')

test.each([
  ...[[59, '94287082'] as const, [1111111109, '07081804'] as const, [1111111111, '14050471'] as const],
  ...[[1234567890, '89005924'] as const, [2000000000, '69279037'] as const],
  [20000000000, '65353130'] as const,
])('RFC 6238, appendix B, SHA-1: at %i seconds the code is %s', (seconds, code) => {
  const totp = new TOTP({ secret, algorithm: 'SHA1', digits: 8, period: 30 })
  expect(totp.generate({ timestamp: seconds * 1000 })).toBe(code)
  expect(totp.validate({ token: code, timestamp: seconds * 1000, window: 0 })).toBe(0)
})

test.each(
  ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'].map(
    (code, counter) => [counter, code] as const,
  ),
)('RFC 4226, appendix D: for the counter %i the code is %s', (counter, code) => {
  expect(new HOTP({ secret, algorithm: 'SHA1', digits: 6 }).generate({ counter })).toBe(code)
})

test('the defaults are six digits of SHA-1 every 30 seconds', () => {
  expect(new TOTP({ secret })).toMatchObject({ algorithm: 'SHA1', digits: 6, period: 30 })
  expect(new TOTP({ secret }).generate({ timestamp: 59_000 })).toBe('287082')
})
