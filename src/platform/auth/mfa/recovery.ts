// Recovery codes replace a lost app; each works once. A code has 25 digits, that is 83 bits. C4 accepts only digits.

import { randomInt } from 'node:crypto'
import { hashSecret } from '../../../shared/auth/secret.ts'

const codeCount = 10
const groupCount = 5
const groupDigits = 5

const randomGroup = () => String(randomInt(10 ** groupDigits)).padStart(groupDigits, '0')

/** Returns ten new codes with separators: `01234-56789-…`. */
export const makeRecoveryCodes = (): string[] =>
  Array.from({ length: codeCount }, () => Array.from({ length: groupCount }, randomGroup).join('-'))

/** Returns a code without spaces and hyphens. */
export const digitsOf = (code: string): string => code.replaceAll(/[\s-]/g, '')

/** Returns the hash that is stored. A fast hash suffices for 83 random bits. */
export const hashRecoveryCode = (code: string): string => hashSecret(digitsOf(code))

export const isRecoveryCode = (digits: string): boolean => digits.length === groupCount * groupDigits
