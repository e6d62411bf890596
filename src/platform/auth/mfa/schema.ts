import * as z from 'zod'
import { Problem } from '../../../shared/problems/problem.ts'
import { Text } from '../../../shared/values/text.ts'
import { TriedPassword } from '../passwords/strength.ts'

export const Code = Text(64).meta({ example: '123456' })

export const wrongCode = () => new Problem('code_invalid', 'The code is not right, or was used before.')

/** What proves that the person of the session removes the second factor. */
export const Removal = z
  .strictObject({
    password: TriedPassword.optional(),
    code: Code.optional().meta({ description: 'Of the app, or a recovery code, instead of `password`.' }),
  })
  .refine(({ password, code }) => (password === undefined) !== (code === undefined), {
    path: ['password'],
    message: 'Send either the password or a code.',
  })
  .meta({ id: 'SecondFactorRemoval' })
