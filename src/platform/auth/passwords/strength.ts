import * as z from 'zod'
import { isStorable } from '../../../shared/values/text.ts'
import common from './common.json' with { type: 'json' }

/** The 3,000 most used passwords of 8 characters and more (OWASP ASVS 5.0, 6.2.4), after zxcvbn-ts; a test holds the list to theirs. */
const commonPasswords: ReadonlySet<string> = new Set(common.split(' '))

const isCommon = (password: string) => commonPasswords.has(password.normalize('NFKC').toLowerCase())

/** Characters as people count them, after the form that is hashed. */
const lengthOf = (password: string) => [...password.normalize('NFKC')].length

/** A new password: 8 to 128 characters of any kind, not among the common ones (NIST SP 800-63B, section 3.1.1.2). */
export const NewPassword = z
  .string()
  .refine(isStorable, 'Contains characters that cannot be stored.')
  .refine(text => lengthOf(text) >= 8 && lengthOf(text) <= 128, 'Expected 8 to 128 characters.')
  .refine(text => !isCommon(text), 'Is among the passwords that are tried first. Choose another one.')
  .meta({ format: 'password', minLength: 8, maxLength: 128, example: 'a lantern over quiet water' })

/** A password that is tried: no rule but what keeps hashing cheap. */
export const TriedPassword = z
  .string()
  .min(1)
  .max(256)
  .meta({ format: 'password', example: 'a lantern over quiet water' })
