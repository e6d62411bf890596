import * as z from 'zod'
import { operatorRoles } from '../../../db/schema/operator.ts'
import { listQuery, pageOf } from '../../shared/http/page.ts'
import { described } from '../../shared/values/described.ts'
import { Email } from '../../shared/values/email.ts'
import { Sid } from '../../shared/values/sid.ts'
import { LineName } from '../../shared/values/text.ts'
import { EpochMs, NullableEpochMs } from '../epoch-ms.ts'
import { signInDescriptions } from '../identity/sign-in-descriptions.ts'

const Role = z.enum(operatorRoles)

const descriptions = {
  ...signInDescriptions,
  role: { description: 'What the operator may do in the account.' },
  status: { description: 'invited: has not set a password yet. disabled: cannot sign in.' },
}

export const Operator = z
  .object(
    described(
      {
        id: Sid('OP'),
        email: z.string(),
        name: z.string(),
        role: Role,
        status: z.enum(['invited', 'active', 'disabled']),
        mfaEnabled: z.boolean(),
        createdAt: EpochMs,
        lastLoginAt: NullableEpochMs,
      },
      descriptions,
    ),
  )
  .meta({ id: 'Operator' })

export const OperatorInvite = z
  .strictObject(described({ email: Email, name: LineName(200), role: Role }, descriptions))
  .meta({ id: 'OperatorInvite' })

export const OperatorUpdate = z
  .strictObject(described({ name: LineName(200).optional(), role: Role.optional() }, descriptions))
  .meta({ id: 'OperatorUpdate' })

export const OperatorParams = z.strictObject({ operatorSid: Sid('OP') })
export const OperatorPage = pageOf(Operator, 'OperatorPage')
export const OperatorQuery = listQuery(described({ role: Role.optional() }, descriptions), ['createdDate'])
export type OperatorQuery = z.output<typeof OperatorQuery>
