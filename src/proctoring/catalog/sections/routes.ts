import * as z from 'zod'
import { batch } from '../../../../db/client.ts'
import { asPageBelow } from '../../../shared/http/page.ts'
import { firstOr404 } from '../../../shared/problems/problem.ts'
import { setActor } from '../../actor.ts'
import { route } from '../../env.ts'
import { findCourse } from '../courses/queries.ts'
import { CourseParams } from '../courses/schema.ts'
import {
  deleteSectionRow,
  findSections,
  insertSection,
  listSectionRows,
  updateSectionRow,
} from './queries.ts'
import { Section, SectionCreate, SectionPage, SectionParams, SectionQuery, SectionUpdate } from './schema.ts'

const tag = 'Course'
const all = {
  tag,
  path: '/v1/installs/{installSid}/courses/{courseSid}/sections',
  params: CourseParams,
} as const
const one = { tag, path: `${all.path}/{sectionSid}`, params: SectionParams } as const

export const createSection = route({
  ...all,
  method: 'post',
  action: 'sp:CreateSection',
  summary: 'Create a section of a course',
  body: SectionCreate,
  returns: Section,
  status: 201,
  handle: async ({ db, params, body }) => {
    const { section } = await batch(db, insertSection(db, params, body))
    return firstOr404(section)
  },
})

export const listSections = route({
  ...all,
  method: 'get',
  action: 'sp:ListSections',
  learners: 'impersonal',
  summary: 'List the sections of a course',
  query: SectionQuery,
  returns: SectionPage,
  load: ({ db, params, query }) => ({
    courses: findCourse(db, params),
    ...listSectionRows(db, params, query),
  }),
  handle: asPageBelow('courses'),
})

export const readSection = route({
  ...one,
  method: 'get',
  action: 'sp:ReadSection',
  learners: 'impersonal',
  summary: 'Get section',
  returns: Section,
  load: ({ db, params }) => ({
    courses: findCourse(db, params),
    sections: findSections(db, params, [params.sectionSid]),
  }),
  handle: ({ loaded }) => {
    firstOr404(loaded.courses)
    return firstOr404(loaded.sections)
  },
})

export const updateSection = route({
  ...one,
  method: 'put',
  action: 'sp:UpdateSection',
  summary: 'Update a section',
  description: 'Changes only the members that are sent; `null` clears a member.',
  body: SectionUpdate,
  returns: Section,
  handle: async ({ db, params, body }) => {
    const { section } = await batch(db, updateSectionRow(db, params, body))
    return firstOr404(section)
  },
})

export const deleteSection = route({
  ...one,
  method: 'delete',
  action: 'sp:DeleteSection',
  summary: 'Delete a section',
  description:
    'Its learners remain enrolled in the course. Closes the sessions that they had only as members of the section, except running ones.',
  returns: z.string(),
  handle: async ({ db, caller, params }) => {
    const { section } = await batch(db, { actor: setActor(db, caller), ...deleteSectionRow(db, params) })
    firstOr404(section)
    return 'Section deleted'
  },
})
