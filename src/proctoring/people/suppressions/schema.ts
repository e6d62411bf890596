import * as z from 'zod'
import { listQuery, pageOf } from '../../../shared/http/page.ts'
import { described } from '../../../shared/values/described.ts'
import { Email } from '../../../shared/values/email.ts'
import { Instant } from '../../../shared/values/instant.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { foreignIdFilter } from '../../foreign-ids.ts'

export const SuppressionParams = z.strictObject({ installSid: Sid('AI'), suppressionSid: Sid('SU') })

export const Suppression = z
  .object(
    described(
      { sid: Sid('SU'), createdDate: Instant },
      { createdDate: { description: 'When the person was erased.' } },
    ),
  )
  .meta({ id: 'Suppression' })

export const SuppressionQuery = listQuery({}, ['createdDate'])
export const SuppressionPage = pageOf(Suppression, 'SuppressionPage')

/** Personal data, so it is sent in a body and not in a URL, which logs and histories store. */
export const SuppressionLookup = z
  .strictObject({
    ...foreignIdFilter,
    email: Email.optional().meta({ description: 'An email address of the person, in any case.' }),
  })
  .refine(ids => Object.keys(ids).length > 0, 'Expected at least one id or address.')
  .meta({ id: 'SuppressionLookup' })

export const SuppressionsFound = z
  .object({
    results: z.array(Suppression).meta({
      description: 'The suppressions of people who had one of these ids or this address; at most 100.',
    }),
  })
  .meta({ id: 'SuppressionsFound' })
