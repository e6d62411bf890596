import * as z from 'zod'
import { listQuery, pageOf } from '../../../shared/http/page.ts'
import { described } from '../../../shared/values/described.ts'
import { Instant } from '../../../shared/values/instant.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { Name, Text } from '../../../shared/values/text.ts'
import { foreignIdFilter, foreignIdInput, foreignIdOutput } from '../../foreign-ids.ts'
import { CourseParams } from '../courses/schema.ts'

export const SectionParams = CourseParams.extend({ sectionSid: Sid('SE') })

const descriptions = {
  title: { description: 'The title of the section that people read.', example: 'Group B' },
}

export const SectionCreate = z
  .strictObject(described({ title: Name(200), ...foreignIdInput }, descriptions))
  .meta({ id: 'SectionCreate' })

/** Changes only the members that are sent; `null` clears a member. */
export const SectionUpdate = SectionCreate.partial().meta({ id: 'SectionUpdate' })

export const Section = z
  .object(
    described(
      {
        sid: Sid('SE'),
        installSid: Sid('AI'),
        courseSid: Sid('CU'),
        title: z.string(),
        ...foreignIdOutput,
        createdDate: Instant,
        editDate: Instant,
      },
      descriptions,
    ),
  )
  .meta({ id: 'Section' })

export const SectionQuery = listQuery(
  {
    title: Text(200).optional().meta({ description: 'A part of the title, in any case.', example: 'group' }),
    ...foreignIdFilter,
  },
  ['createdDate', 'title'],
)
export const SectionPage = pageOf(Section, 'SectionPage')
