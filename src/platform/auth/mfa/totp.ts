// TOTP codes (RFC 6238) with SHA-1, 6 digits and time steps of 30 seconds, which every authenticator app supports.

import { Secret, TOTP } from 'otpauth'
import { drawBytes } from '../../../../db/draws.ts'

const period = 30 // seconds
const secretBytes = 20 // 160 bits, recommended by RFC 4226, section 4

/**
 * The number of time steps before and after the current one whose codes are accepted, for clock skew and slow typing.
 */
const window = 1

const issuer = 'Invigil'

/** Returns a new secret in base32. */
export const makeTotpSecret = (): string =>
  new Secret({ buffer: drawBytes(secretBytes).slice().buffer }).base32

/** Returns the URL that a QR code contains for the app. */
export const otpauthUrl = (secret: string, email: string): string =>
  totpOf(secret, { issuer, label: email }).toString()

/**
 * Returns the time step of a code if it lies in the window around `now`, otherwise undefined. Compares every step of
 * the window in constant time. The caller must compare the result with the last used step, because a code works only
 * once.
 */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token: code, timestamp, window })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / period) + delta
}

const totpOf = (secret: string, labels: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...labels, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period })
