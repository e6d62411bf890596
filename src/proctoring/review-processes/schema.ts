import * as z from 'zod'
import { listQuery, pageOf } from '../../shared/http/page.ts'
import { described } from '../../shared/values/described.ts'
import { Instant } from '../../shared/values/instant.ts'
import { Sid } from '../../shared/values/sid.ts'
import { Name, Text } from '../../shared/values/text.ts'
import { InstallParams } from '../installs/schema.ts'
import { retiredFilter, retiredMember } from '../retire.ts'

export const ReviewProcessParams = InstallParams.extend({ reviewProcessSid: Sid('RP') })

const descriptions = {
  name: { description: 'The name that people read.', example: 'Two pairs of eyes' },
  hoursUntilDue: {
    description: 'How long after the end of an attempt its review is due, in hours.',
    example: 24,
  },
  secondReview: {
    description:
      'Whether a review is complete only when a second person has passed the attempt, who did not do the first review.',
  },
}

/** At most a year. */
const Hours = z.int().min(1).max(8784)

const input = z.strictObject(
  described({ name: Name(200), hoursUntilDue: Hours, secondReview: z.boolean() }, descriptions),
)

export const ReviewProcessCreate = input
  .partial({ hoursUntilDue: true, secondReview: true })
  .meta({ id: 'ReviewProcessCreate' })

/** Changes only the members that are sent. */
export const ReviewProcessUpdate = input.partial().meta({ id: 'ReviewProcessUpdate' })

export const ReviewProcess = z
  .object(
    described(
      {
        sid: Sid('RP'),
        installSid: Sid('AI'),
        name: z.string(),
        hoursUntilDue: z.int(),
        secondReview: z.boolean(),
        ...retiredMember,
        createdDate: Instant,
        editDate: Instant,
      },
      descriptions,
    ),
  )
  .meta({ id: 'ReviewProcess' })

export const ReviewProcessQuery = listQuery(
  {
    name: Text(200).optional().meta({ description: 'A part of the name, in any case.', example: 'eyes' }),
    ...retiredFilter,
  },
  ['createdDate', 'name'],
)
export const ReviewProcessPage = pageOf(ReviewProcess, 'ReviewProcessPage')
