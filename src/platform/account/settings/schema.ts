import * as z from 'zod'
import { described } from '../../../shared/values/described.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { LineName } from '../../../shared/values/text.ts'
import { EpochMs } from '../../epoch-ms.ts'

const descriptions = {
  name: { description: 'The name of the account, which mails contain.', example: 'Example University' },
  requireMfa: { description: 'Whether every operator requires a second factor.' },
}

export const Account = z
  .object(
    described(
      {
        id: Sid('AC'),
        name: z.string(),
        requireMfa: z.boolean(),
        createdAt: EpochMs,
      },
      descriptions,
    ),
  )
  .meta({ id: 'Account' })

export const AccountUpdate = z
  .strictObject(
    described({ name: LineName(200).optional(), requireMfa: z.boolean().optional() }, descriptions),
  )
  .meta({ id: 'AccountUpdate' })

export type AccountUpdate = z.output<typeof AccountUpdate>
