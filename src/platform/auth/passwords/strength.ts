import * as z from 'zod'
import { isStorable } from '../../../shared/values/text.ts'
import common from './common.json' with { type: 'json' }

/**
 * The 3,000 most common passwords of at least 8 characters (OWASP ASVS 5.0, 6.2.4). A test compares the list with
 * zxcvbn-ts.
 */
const commonPasswords: ReadonlySet<string> = new Set(common.split(' '))

const isCommon = (password: string) => commonPasswords.has(password.normalize('NFKC').toLowerCase())

/** Returns the length in code points, after the normalization that also precedes hashing. */
const lengthOf = (password: string) => [...password.normalize('NFKC')].length

/** A new password: 8 to 128 characters of any kind, and not a common password (NIST SP 800-63B, section 3.1.1.2). */
export const NewPassword = z
  .string()
  .refine(isStorable, 'Contains characters that cannot be stored.')
  .refine(text => lengthOf(text) >= 8 && lengthOf(text) <= 128, 'Expected 8 to 128 characters.')
  .refine(text => !isCommon(text), 'Is one of the most common passwords. Choose another one.')
  .meta({ format: 'password', minLength: 8, maxLength: 128, example: 'a lantern over quiet water' })

/**
 * An entered password. Only its length is limited, to bound the cost of hashing. Before the normalization, each of its 128
 * characters can have four, such as a Greek letter with three accents.
 */
export const EnteredPassword = z
  .string()
  .min(1)
  .max(4 * 128)
  .meta({ format: 'password', example: 'a lantern over quiet water' })
