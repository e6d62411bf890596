import * as z from 'zod'
import { reviewRules } from '../../../db/schema/proctoring.ts'
import { Flag, listQuery, pageOf } from '../../shared/http/page.ts'
import { described } from '../../shared/values/described.ts'
import { Instant } from '../../shared/values/instant.ts'
import { Sid } from '../../shared/values/sid.ts'
import { Name, OneLine, Text } from '../../shared/values/text.ts'
import { Capacity, capacityDescription } from '../capacity.ts'
import { InstallParams } from '../installs/schema.ts'
import { retiredFilter, retiredMember } from '../retire.ts'

export const ProctorTypeParams = InstallParams.extend({ proctorTypeSid: Sid('TS') })

/** As long as an entry of the `proctorTypes` of a configuration. */
const Code = OneLine(100)

const descriptions = {
  code: {
    description:
      'The text by which the `proctorTypes` of configurations name the type; unique in the install.',
    example: 'record-and-review',
  },
  name: { description: 'The name that people read.', example: 'Record and review' },
  live: { description: 'Whether a person proctors during the appointment.' },
  review: { description: '`required`: the attempt is reviewed after its end.' },
  roomScan: { description: 'Whether the learner must record the room before the start.' },
  autoApprove: {
    description:
      'Whether appointments of the type wait for no approval, whatever the exam and the install demand.',
  },
  capacity: capacityDescription,
}

const settings = {
  live: z.boolean(),
  review: z.enum(reviewRules),
  roomScan: z.boolean(),
  autoApprove: z.boolean(),
  capacity: Capacity,
}

const input = z.strictObject(described({ code: Code, name: Name(200), ...settings }, descriptions))

export const ProctorTypeCreate = input
  .partial({ live: true, review: true, roomScan: true, autoApprove: true, capacity: true })
  .meta({ id: 'ProctorTypeCreate' })

/** Changes only the members that are sent. */
export const ProctorTypeUpdate = input.partial().meta({ id: 'ProctorTypeUpdate' })

export const ProctorType = z
  .object(
    described(
      {
        sid: Sid('TS'),
        installSid: Sid('AI'),
        code: z.string(),
        name: z.string(),
        ...settings,
        ...retiredMember,
        createdDate: Instant,
        editDate: Instant,
      },
      descriptions,
    ),
  )
  .meta({ id: 'ProctorType' })

export const ProctorTypeQuery = listQuery(
  {
    code: Text(100).optional().meta({ description: 'The exact code.', example: 'live' }),
    name: Text(200).optional().meta({ description: 'A part of the name, in any case.', example: 'review' }),
    live: Flag.optional().meta(descriptions.live),
    ...retiredFilter,
  },
  ['createdDate', 'name', 'code'],
)
export const ProctorTypePage = pageOf(ProctorType, 'ProctorTypePage')
