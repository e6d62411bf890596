import * as z from 'zod'
import { Sid } from '../../../shared/values/sid.ts'
import { LineName } from '../../../shared/values/text.ts'
import { EpochMs } from '../../epoch-ms.ts'

export const Account = z
  .object({
    id: Sid('AC'),
    name: z.string(),
    requireMfa: z.boolean().meta({ description: 'Whether every operator requires a second factor.' }),
    createdAt: EpochMs,
  })
  .meta({ id: 'Account' })

export const AccountUpdate = z
  .strictObject({ name: LineName(200).optional(), requireMfa: z.boolean().optional() })
  .meta({ id: 'AccountUpdate' })

export type AccountUpdate = z.output<typeof AccountUpdate>
