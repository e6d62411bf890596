import * as z from 'zod'
import { Sid } from '../../shared/values/sid.ts'

/** Selects the tokens to revoke. */
export const Revocation = z
  .strictObject({
    targetUserSid: Sid('US').optional(),
    credentialSid: Sid('AK').optional(),
    all: z.literal(true).optional().meta({ description: 'Revokes every token of the install.' }),
  })
  .refine(body => Object.values(body).filter(value => value !== undefined).length === 1, {
    message: 'Expected exactly one of targetUserSid, credentialSid and all.',
  })
  .meta({ id: 'TokenRevocation', description: 'Exactly one of the members.' })
