// Recovery codes stand in for a lost app, each once. They are digits, as C4 takes them: 25, which is 83 bits.

import { randomInt } from 'node:crypto'
import { hashSecret } from '../../../shared/auth/secret.ts'

const codes = 10
const groups = 5
const groupDigits = 5

const group = () => String(randomInt(10 ** groupDigits)).padStart(groupDigits, '0')

/** Ten new codes, as people write them down: `01234-56789-…`. */
export const makeRecoveryCodes = (): string[] =>
  Array.from({ length: codes }, () => Array.from({ length: groups }, group).join('-'))

/** A code without what people put between its digits. */
export const digitsOf = (code: string): string => code.replaceAll(/[\s-]/g, '')

/** As it is stored; 83 random bits are in no dictionary. */
export const hashRecoveryCode = (code: string): string => hashSecret(digitsOf(code))

export const isRecoveryCode = (digits: string): boolean => digits.length === groups * groupDigits
