import { z } from '@hono/zod-openapi'
import { Instant } from '../../shared/instant.ts'
import { listQuery, pageOf } from '../../shared/page.ts'
import { Sid } from '../../shared/sid.ts'
import { Text } from '../../shared/text.ts'

export const ProctorParams = z.strictObject({ proctorSid: Sid('PA') })

const installSids = z
  .array(Sid('AI'))
  .max(1000)
  .refine(sids => new Set(sids).size === sids.length, 'Names an install twice.')
  .openapi({ description: 'The installs that the proctor account reports across.' })

export const ProctorCreate = z
  .strictObject({ name: Text(200), installSids: installSids.default([]) })
  .openapi('ProctorCreate')

/** Replaces the whole. */
export const ProctorReplace = z.strictObject({ name: Text(200), installSids }).openapi('ProctorReplace')

export const Proctor = z
  .object({
    sid: Sid('PA'),
    name: z.string(),
    installSids: z.array(Sid('AI')),
    createdDate: Instant,
    editDate: Instant,
  })
  .openapi('Proctor')

export const ProctorQuery = listQuery({ name: Text(200).optional() }, ['createdDate', 'name'])
export const ProctorPage = pageOf(Proctor, 'ProctorPage')
