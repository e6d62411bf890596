// Recovery codes replace a lost app; each works once. A code has 25 digits, that is 83 bits. C4 accepts only digits.

import { drawBytes } from '../../../../db/draws.ts'
import { hashSecret } from '../../../shared/auth/secret.ts'

const codeCount = 10
const groupCount = 5
const groupDigits = 5

const groups = 10 ** groupDigits
const limit = 2 ** 32 - (2 ** 32 % groups)

/** Draws until the number is below the largest multiple, so that every group is equally likely. */
function randomGroup(): string {
  for (;;) {
    const number = new DataView(drawBytes(4).slice().buffer).getUint32(0)
    if (number < limit) return String(number % groups).padStart(groupDigits, '0')
  }
}

/** Returns ten new codes with separators: `01234-56789-…`. */
export const makeRecoveryCodes = (): string[] =>
  Array.from({ length: codeCount }, () => Array.from({ length: groupCount }, randomGroup).join('-'))

/** Returns a code without spaces and hyphens. */
export const digitsOf = (code: string): string => code.replaceAll(/[\s-]/g, '')

/** Returns the hash that is stored. A fast hash suffices for 83 random bits. */
export const hashRecoveryCode = (code: string): string => hashSecret(digitsOf(code))

export const isRecoveryCode = (digits: string): boolean => digits.length === groupCount * groupDigits
