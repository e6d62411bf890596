import * as z from 'zod'
import { described } from '../../../shared/values/described.ts'
import { limitDescriptions, limitRecord, limitUpdate } from '../../../shared/values/request-limits.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { LineName } from '../../../shared/values/text.ts'
import { EpochMs } from '../../epoch-ms.ts'

const descriptions = {
  name: { description: 'The name of the account, which mails contain.', example: 'Example University' },
  requireMfa: { description: 'Whether every operator requires a second factor.' },
  readsPerMinute: {
    ...limitDescriptions.readsPerMinute,
    description:
      'How many GET requests each caller may send in a minute to paths without an install; null: any number.',
  },
  writesPerMinute: {
    ...limitDescriptions.writesPerMinute,
    description:
      'How many other requests each caller may send in a minute to paths without an install; null: any number.',
  },
}

export const Account = z
  .object(
    described(
      {
        id: Sid('AC'),
        name: z.string(),
        requireMfa: z.boolean(),
        ...limitRecord,
        createdAt: EpochMs,
      },
      descriptions,
    ),
  )
  .meta({ id: 'Account' })

export const AccountUpdate = z
  .strictObject(
    described(
      { name: LineName(200).optional(), requireMfa: z.boolean().optional(), ...limitUpdate },
      descriptions,
    ),
  )
  .meta({ id: 'AccountUpdate' })

export type AccountUpdate = z.output<typeof AccountUpdate>
