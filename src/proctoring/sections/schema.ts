import * as z from 'zod'
import { Instant } from '../../shared/instant.ts'
import { listQuery, pageOf } from '../../shared/page.ts'
import { Sid } from '../../shared/sid.ts'
import { Text } from '../../shared/text.ts'
import { CourseParams } from '../courses/schema.ts'
import { foreignIdFilter, foreignIdInput, foreignIdOutput } from '../foreign-ids.ts'

export const SectionParams = CourseParams.extend({ sectionSid: Sid('SE') })

export const SectionCreate = z
  .strictObject({ title: Text(200), ...foreignIdInput })
  .meta({ id: 'SectionCreate' })

/** What is sent changes, `null` clears, and what is not sent stays. */
export const SectionUpdate = SectionCreate.partial().meta({ id: 'SectionUpdate' })

export const Section = z
  .object({
    sid: Sid('SE'),
    installSid: Sid('AI'),
    courseSid: Sid('CU'),
    title: z.string(),
    ...foreignIdOutput,
    createdDate: Instant,
    editDate: Instant,
  })
  .meta({ id: 'Section' })

export const SectionQuery = listQuery({ title: Text(200).optional(), ...foreignIdFilter }, [
  'createdDate',
  'title',
])
export const SectionPage = pageOf(Section, 'SectionPage')
