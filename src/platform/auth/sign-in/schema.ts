import * as z from 'zod'
import { described } from '../../../shared/values/described.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { Name, Text } from '../../../shared/values/text.ts'
import { signInDescriptions } from '../../identity/sign-in-descriptions.ts'
import { EnteredPassword } from '../passwords/strength.ts'
import { SignedIn } from '../sessions/schema.ts'

export const Login = z
  .strictObject(
    described(
      {
        email: Text(254).optional().meta({
          example: 'ada@university.example',
          description:
            'The email of an operator; with `installSid`, the email or the username of a user of the install.',
        }),
        username: Name(200).optional(),
        password: EnteredPassword,
        installSid: Sid('AI').optional(),
      },
      signInDescriptions,
    ),
  )
  .superRefine(({ email, username, installSid }, context) => {
    if (username !== undefined && installSid === undefined)
      context.addIssue({ code: 'custom', path: ['installSid'], message: 'Required with a username.' })
    if ((email === undefined) === (username === undefined))
      context.addIssue({ code: 'custom', path: ['email'], message: 'Send either an email or a username.' })
  })
  .meta({ id: 'Login' })

const SecondFactorRequired = z
  .object(described({ mfaRequired: z.literal(true), mfaToken: z.string() }, signInDescriptions))
  .meta({ id: 'SecondFactorAsked' })

export const LoginResponse = z.union([SignedIn, SecondFactorRequired])
