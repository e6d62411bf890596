import * as z from 'zod'
import { listQuery, pageOf } from '../../../shared/http/page.ts'
import { Instant } from '../../../shared/values/instant.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { Text } from '../../../shared/values/text.ts'

export const ProctorParams = z.strictObject({ proctorSid: Sid('PA') })

const installSids = z
  .array(Sid('AI'))
  .max(1000)
  .refine(sids => new Set(sids).size === sids.length, 'Contains an install twice.')
  .meta({ description: 'The installs that the proctor account reports across.' })

export const ProctorCreate = z
  .strictObject({ name: Text(200), installSids: installSids.default([]) })
  .meta({ id: 'ProctorCreate' })

/** Replaces all members. */
export const ProctorReplace = z.strictObject({ name: Text(200), installSids }).meta({ id: 'ProctorReplace' })

export const Proctor = z
  .object({
    sid: Sid('PA'),
    name: z.string(),
    installSids: z.array(Sid('AI')),
    createdDate: Instant,
    editDate: Instant,
  })
  .meta({ id: 'Proctor' })

export const ProctorQuery = listQuery({ name: Text(200).optional() }, ['createdDate', 'name'])
export const ProctorPage = pageOf(Proctor, 'ProctorPage')
