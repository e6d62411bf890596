// Codes of authenticator apps: TOTP (RFC 6238) with SHA-1, 6 digits and steps of 30 seconds, which every app speaks.

import { Secret, TOTP } from 'otpauth'

const period = 30 // seconds
const secretBytes = 20 // 160 bits, as RFC 4226, section 4 recommends

/** Steps before and after the present one of which a code is taken: clocks differ, and people type slowly. */
const window = 1

const issuer = 'Invigil'

/** A new secret in base32. */
export const makeTotpSecret = (): string => new Secret({ size: secretBytes }).base32

/** The URL that an app reads from a QR code. */
export const otpauthUrl = (secret: string, email: string): string =>
  totpOf(secret, { issuer, label: email }).toString()

/**
 * The time step that the code is of, if it is one of the window around `now`: all of them are compared, each in
 * constant time. Hold it against the newest step that was used: a code counts once.
 */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token: code, timestamp, window })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / period) + delta
}

const totpOf = (secret: string, named: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...named, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period })
