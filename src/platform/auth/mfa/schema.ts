import * as z from 'zod'
import { Problem } from '../../../shared/problems/problem.ts'
import { Text } from '../../../shared/values/text.ts'
import { EnteredPassword } from '../passwords/strength.ts'

export const Code = Text(64).meta({ example: '123456' })

export const wrongCode = () => new Problem('code_invalid', 'The code is wrong or was already used.')

/** The proof of identity that is required to remove the second factor. */
export const MfaRemoval = z
  .strictObject({
    password: EnteredPassword.optional(),
    code: Code.optional().meta({
      description: 'A code of the app or a recovery code, instead of `password`.',
    }),
  })
  .refine(({ password, code }) => (password === undefined) !== (code === undefined), {
    path: ['password'],
    message: 'Send either `password` or `code`.',
  })
  .meta({ id: 'SecondFactorRemoval' })
