import * as z from 'zod'
import { listQuery, pageOf } from '../../../shared/http/page.ts'
import { described } from '../../../shared/values/described.ts'
import { Instant } from '../../../shared/values/instant.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { Name, Text } from '../../../shared/values/text.ts'

export const ProctorParams = z.strictObject({ proctorSid: Sid('PA') })

const installSids = z
  .array(Sid('AI'))
  .max(1000)
  .refine(sids => new Set(sids).size === sids.length, 'Contains an install twice.')
  .meta({ description: 'The installs that the proctor account reports across.' })

const descriptions = {
  name: { description: 'The name of the company or team that proctors.', example: 'Northern Proctors' },
  installSids: { description: 'The installs that the proctor account reports across.' },
}

export const ProctorCreate = z
  .strictObject(described({ name: Name(200), installSids: installSids.default([]) }, descriptions))
  .meta({ id: 'ProctorCreate' })

/** Replaces all members. */
export const ProctorReplace = z
  .strictObject(described({ name: Name(200), installSids }, descriptions))
  .meta({ id: 'ProctorReplace' })

export const Proctor = z
  .object(
    described(
      {
        sid: Sid('PA'),
        name: z.string(),
        installSids: z.array(Sid('AI')),
        createdDate: Instant,
        editDate: Instant,
      },
      descriptions,
    ),
  )
  .meta({ id: 'Proctor' })

export const ProctorQuery = listQuery(
  { name: Text(200).optional().meta({ description: 'A part of the name, in any case.', example: 'north' }) },
  ['createdDate', 'name'],
)
export const ProctorPage = pageOf(Proctor, 'ProctorPage')
