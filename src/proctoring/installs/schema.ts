import * as z from 'zod'
import { listQuery, pageOf } from '../../shared/http/page.ts'
import { isEmbedOrigin } from '../../shared/values/embed-origin.ts'
import { Instant } from '../../shared/values/instant.ts'
import { Sid } from '../../shared/values/sid.ts'
import { Text } from '../../shared/values/text.ts'

export const InstallParams = z.strictObject({ installSid: Sid('AI') })

export const InstallCreate = z.strictObject({ name: Text(200) }).meta({ id: 'InstallCreate' })

export const Install = z
  .object({
    sid: Sid('AI'),
    accountSid: Sid('AC'),
    applicationSid: Sid('AP'),
    name: z.string(),
    createdDate: Instant,
    editDate: Instant,
  })
  .meta({ id: 'Install' })

export const InstallQuery = listQuery({ name: Text(200).optional() }, ['createdDate', 'name'])
export const InstallPage = pageOf(Install, 'InstallPage')

const Origin = z
  .string()
  .max(300)
  .refine(
    isEmbedOrigin,
    'Expected scheme://host[:port] such as https://lms.example, in lower case and without a path or a wildcard.',
  )
  .refine(
    text => /^https:|^http:\/\/(localhost|127\.0\.0\.1)(:|$)/.test(text),
    'Expected https; http is for localhost only.',
  )

export const InstallSettings = z
  .object({
    maxTokenTtlSeconds: z.int(),
    defaultTimezone: z.string().meta({ example: 'America/New_York' }),
    requireManagerExamApproval: z.boolean(),
    requireManagerProctorApproval: z.boolean(),
    allowedEmbedOrigins: z.array(z.string()),
  })
  .meta({ id: 'InstallSettings' })

/** Changes only the members that are sent. */
export const InstallSettingsUpdate = z
  .strictObject({
    maxTokenTtlSeconds: z.int().min(1).max(3600).optional(),
    defaultTimezone: Text(64).optional().meta({ description: 'The name of an IANA time zone.' }),
    requireManagerExamApproval: z.boolean().optional(),
    requireManagerProctorApproval: z.boolean().optional(),
    allowedEmbedOrigins: z.array(Origin).max(50).optional(),
  })
  .meta({ id: 'InstallSettingsUpdate' })
