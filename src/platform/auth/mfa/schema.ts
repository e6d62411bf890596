import * as z from 'zod'
import { Problem } from '../../../shared/problems/problem.ts'
import { described } from '../../../shared/values/described.ts'
import { Text } from '../../../shared/values/text.ts'
import { signInDescriptions } from '../../identity/sign-in-descriptions.ts'
import { EnteredPassword } from '../passwords/strength.ts'

export const Code = Text(64).meta({
  description: 'A code of six digits of the authenticator app, or a recovery code.',
  example: '123456',
})

export const wrongCode = () => new Problem('code_invalid', 'The code is wrong or was already used.')

/** The proof of identity that is required to remove the second factor. */
export const MfaRemoval = z
  .strictObject(
    described(
      {
        password: EnteredPassword.optional().meta({
          description: 'The current password, instead of `code`.',
        }),
        code: Code.optional().meta({
          description: 'A code of the app or a recovery code, instead of `password`.',
        }),
      },
      signInDescriptions,
    ),
  )
  .refine(({ password, code }) => (password === undefined) !== (code === undefined), {
    path: ['password'],
    message: 'Send either `password` or `code`.',
  })
  .meta({ id: 'SecondFactorRemoval' })
