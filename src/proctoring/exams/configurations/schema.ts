import * as z from 'zod'
import { configurationTypes } from '../../../../db/schema/exam.ts'
import { listQuery, pageOf } from '../../../shared/http/page.ts'
import { described } from '../../../shared/values/described.ts'
import { Instant, NullableInstant } from '../../../shared/values/instant.ts'
import { NullableOpaqueObject } from '../../../shared/values/opaque.ts'
import { NullableSid, Sid } from '../../../shared/values/sid.ts'
import { FreeText, NullableText, optional, Text } from '../../../shared/values/text.ts'
import { configurationDescriptions, slotDescriptions } from '../../descriptions/configuration.ts'
import { FileSummary } from '../../files/summary/schema.ts'
import { CourseInstructor, CourseSummary, EnrollmentSummary, ExamSummary } from '../../summaries.ts'
import { inOrder } from '../../windows.ts'
import { Attachment, WebUrl } from './attachments.ts'
import { permittedItems, permittedItemsInput } from './permitted-items.ts'
import { EndTime } from './slot-times.ts'
import { synchronizationMembers } from './synchronization.ts'

export const ExamPath = z.strictObject({
  installSid: Sid('AI'),
  courseSid: Sid('CU'),
  examSid: Sid('EX'),
})
export const ConfigurationParams = ExamPath.extend({ examConfigurationSid: Sid('EC') })

export const Minutes = z.int().min(1).max(10_080) // a week, the limit of Canvas for extra time
export const Attempts = z.int().min(1).max(1000)

const Instructor = z.strictObject(
  described(
    {
      location: optional(Text(500)),
      startTime: NullableInstant.optional(),
      endTime: EndTime.optional().meta({
        description:
          'When the slot ends; null if it is not limited. `HH:mm` is a time of the day of `startTime` in the time zone of the install: later by what the clocks skip, and the first that is not before `startTime` if the clocks show it twice.',
        example: '2026-11-21T11:30:00.000Z',
      }),
      capacity: optional(z.int().min(0).max(100_000)),
    },
    slotDescriptions,
  ),
)

/** An instructor who proctors: a location, a time and a number of seats. */
const InstructorCreate = Instructor.superRefine(inOrder('startTime', 'endTime')).meta({
  id: 'InstructorAsProctorCreate',
})
const InstructorReplace = Instructor.extend({
  sid: Sid('IP')
    .optional()
    .meta({ description: 'Sid of an existing slot, which keeps its taken seats; absent for a new slot.' }),
})
  .superRefine(inOrder('startTime', 'endTime'))
  .meta({ id: 'InstructorAsProctorReplace' })

const maxInstructors = 500

/** The members that all request bodies of configurations share. */
const settings = described(
  {
    instructorAsProctor: z.array(InstructorCreate).max(maxInstructors).optional(),
    examOpenDate: NullableInstant.optional(),
    examCloseDate: NullableInstant.optional(),
    scheduleOpenDate: NullableInstant.optional(),
    scheduleCloseDate: NullableInstant.optional(),
    duration: optional(Minutes),
    attempts: optional(Attempts),
    requiredSoftware: optional(FreeText(2000)),
    studentNotes: optional(FreeText(10_000)),
    proctorNotes: optional(FreeText(10_000)),
    ...permittedItemsInput,
    url: optional(WebUrl),
    password: optional(Text(100)).meta({
      description: 'The password of the exam, which the proctor enters; stored encrypted.',
    }),
    virtualCalculatorType: optional(Text(100)),
    proctorTypes: z.array(Text(100)).max(50).optional(),
    modalityOptions: NullableOpaqueObject.optional(),
  },
  configurationDescriptions,
)

type Windows = { [K in `${'exam' | 'schedule'}${'Open' | 'Close'}Date`]?: Date | null | undefined }

/** Zod refinement: no window closes before it opens. */
export const windowsInOrder = (body: Windows, context: z.core.$RefinementCtx) => {
  inOrder('examOpenDate', 'examCloseDate')(body, context)
  inOrder('scheduleOpenDate', 'scheduleCloseDate')(body, context)
}

/** The primary configuration, created together with its exam. */
export const PrimaryConfiguration = z
  .strictObject(settings)
  .superRefine(windowsInOrder)
  .meta({ id: 'PrimaryConfigurationCreate' })

export const ConfigurationCreate = z
  .strictObject({
    ...settings,
    enrollmentSid: NullableSid('EN')
      .optional()
      .meta({ description: 'Creates an accommodation for this enrollment.' }),
    referenceExamConfigurationSid: NullableSid('EC')
      .optional()
      .meta({ description: 'Copies this configuration; members of the body override its values.' }),
  })
  .superRefine(windowsInOrder)
  .refine(body => Boolean(body.enrollmentSid) !== Boolean(body.referenceExamConfigurationSid), {
    path: ['enrollmentSid'],
    message: 'Send exactly one of enrollmentSid and referenceExamConfigurationSid.',
  })
  .meta({ id: 'ExamConfigurationCreate' })

/** Replaces all members. Members that are not sent become null, false or empty. */
export const ConfigurationReplace = z
  .strictObject({
    ...settings,
    instructorAsProctor: z
      .array(InstructorReplace)
      .max(maxInstructors)
      .refine(entries => {
        const sids = entries.flatMap(({ sid }) => sid ?? [])
        return new Set(sids).size === sids.length
      }, 'Contains a sid twice.')
      .optional()
      .meta(configurationDescriptions.instructorAsProctor),
    enrollmentSid: NullableSid('EN').optional().meta({
      description: 'The enrollment of an accommodation; unchanged if absent.',
    }),
    refConfigSid: NullableSid('EC').optional().meta({
      description: 'The referenced configuration, returned as referenceExamConfigurationSid.',
    }),
    attachments: z.array(Attachment).max(100).optional().meta(configurationDescriptions.attachments),
  })
  .superRefine(windowsInOrder)
  .meta({ id: 'ExamConfigurationReplace' })

/** The members that a configuration and an effective configuration share. */
const commonMembers = described(
  {
    examSid: Sid('EX'),
    examOpenDate: NullableInstant,
    examCloseDate: NullableInstant,
    scheduleOpenDate: NullableInstant,
    scheduleCloseDate: NullableInstant,
    password: NullableText.meta({
      description: 'The password of the exam, which the proctor enters; null in lists and for learners.',
    }),
    url: NullableText,
    requiredSoftware: NullableText,
    virtualCalculatorType: NullableText,
    duration: z.number().nullable(),
    attempts: z.number().nullable(),
    attemptsRemaining: z.number().nullable(),
    studentNotes: NullableText,
    proctorNotes: NullableText,
    ...permittedItems,
    proctorTypes: z.array(z.string()),
    instructorAsProctor: z.array(
      z
        .object(
          described(
            {
              sid: Sid('IP'),
              location: NullableText,
              startTime: NullableInstant,
              endTime: NullableInstant,
              capacity: z.number().nullable(),
            },
            slotDescriptions,
          ),
        )
        .meta({ id: 'InstructorAsProctor' }),
    ),
    modalityOptions: NullableOpaqueObject,
    attachments: z.array(
      z.object(
        described(
          { attachmentUrl: NullableText, attachmentAwsTitle: NullableText },
          configurationDescriptions,
        ),
      ),
    ),
  },
  configurationDescriptions,
)

export const Configuration = z
  .object(
    described(
      {
        sid: Sid('EC'),
        enrollmentSid: NullableSid('EN'),
        referenceExamConfigurationSid: NullableSid('EC'),
        type: z.enum(configurationTypes),
        apiExamId: NullableText,
        ...synchronizationMembers,
        ...commonMembers,
        locked: z.boolean(),
        approved: z.boolean(),
        approvedBy: NullableText,
        updatedAutomatedSessions: z.int(),
        examFiles: z.array(FileSummary),
        exam: ExamSummary,
        course: CourseSummary,
        enrollment: EnrollmentSummary.nullable(),
        instructor: CourseInstructor.nullable(),
        createdDate: Instant,
        editDate: Instant,
      },
      configurationDescriptions,
    ),
  )
  .meta({ id: 'ExamConfiguration' })

/** The effective configuration of one learner. */
export const EffectiveConfiguration = z
  .object({ enrollmentSid: Sid('EN'), courseSid: Sid('CU'), userSid: Sid('US'), ...commonMembers })
  .meta({ id: 'EffectiveExamConfiguration' })

export const EffectiveParams = z.strictObject({
  installSid: Sid('AI'),
  enrollmentSid: Sid('EN'),
  examSid: Sid('EX'),
})

export const ConfigurationQuery = listQuery(
  described(
    { type: z.enum(configurationTypes).optional(), enrollmentSid: Sid('EN').optional() },
    configurationDescriptions,
  ),
  ['createdDate'],
)
export const ConfigurationPage = pageOf(Configuration, 'ExamConfigurationPage')
