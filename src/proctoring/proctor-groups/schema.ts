import * as z from 'zod'
import { listQuery, pageOf } from '../../shared/http/page.ts'
import { described } from '../../shared/values/described.ts'
import { Instant } from '../../shared/values/instant.ts'
import { Sid } from '../../shared/values/sid.ts'
import { Name, Text } from '../../shared/values/text.ts'
import { Capacity, capacityDescription } from '../capacity.ts'
import { InstallParams } from '../installs/schema.ts'
import { retiredFilter, retiredMember } from '../retire.ts'

export const ProctorGroupParams = InstallParams.extend({ proctorGroupSid: Sid('PG') })

const descriptions = {
  name: { description: 'The name that people read.', example: 'Evening shift' },
  members: { description: 'Sids of the users of the install who proctor for the group; at most 1000.' },
  capacity: capacityDescription,
}

const Members = z
  .array(Sid('US'))
  .max(1000)
  .refine(sids => new Set(sids).size === sids.length, 'Contains a user twice.')
  .meta(descriptions.members)

const input = z.strictObject(
  described({ name: Name(200), members: Members, capacity: Capacity }, descriptions),
)

export const ProctorGroupCreate = input
  .partial({ members: true, capacity: true })
  .meta({ id: 'ProctorGroupCreate' })

/** Changes only the members that are sent. */
export const ProctorGroupUpdate = input.partial().meta({ id: 'ProctorGroupUpdate' })

export const ProctorGroup = z
  .object(
    described(
      {
        sid: Sid('PG'),
        installSid: Sid('AI'),
        name: z.string(),
        members: z.array(Sid('US')).meta(descriptions.members),
        capacity: Capacity,
        ...retiredMember,
        createdDate: Instant,
        editDate: Instant,
      },
      descriptions,
    ),
  )
  .meta({ id: 'ProctorGroup' })

export const ProctorGroupQuery = listQuery(
  {
    name: Text(200).optional().meta({ description: 'A part of the name, in any case.', example: 'shift' }),
    userSid: Sid('US').optional().meta({ description: 'Only the groups of this user.' }),
    ...retiredFilter,
  },
  ['createdDate', 'name'],
)
export const ProctorGroupPage = pageOf(ProctorGroup, 'ProctorGroupPage')
