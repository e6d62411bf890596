import { z } from '@hono/zod-openapi'
import { Instant } from '../../shared/instant.ts'
import { Sid } from '../../shared/sid.ts'
import { Text } from '../../shared/text.ts'

export const InstallParams = z.strictObject({ installSid: Sid('AI') })

export const InstallCreate = z.strictObject({ name: Text(200) }).openapi('InstallCreate')

export const Install = z
  .object({
    sid: Sid('AI'),
    accountSid: Sid('AC'),
    applicationSid: Sid('AP'),
    name: z.string(),
    createdDate: Instant,
    editDate: Instant,
  })
  .openapi('Install')
