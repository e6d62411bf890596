import * as z from 'zod'
import { FieldErrorBody } from '../../../shared/problems/field-error-body.ts'
import { described } from '../../../shared/values/described.ts'
import { NullableInstant } from '../../../shared/values/instant.ts'
import { itemwise } from '../../../shared/values/itemwise.ts'
import { NullableSid, Sid } from '../../../shared/values/sid.ts'
import { configurationDescriptions } from '../../descriptions/configuration.ts'
import { Attempts, Minutes, windowsInOrder } from '../configurations/schema.ts'

/** The most exams that an item changes. */
export const maxExams = 100

const about = {
  enrollmentSid: { description: 'The enrollment of the learner. Send this or `userSid`.' },
  userSid: {
    description: 'The learner, in all courses with an active enrollment. Send this or `enrollmentSid`.',
  },
  examSids: {
    description: `The exams, at most ${maxExams}; by default all exams of the course, or of the learner's courses, that are not deleted.`,
  },
  extraTimePercent: {
    description:
      'Extra time in percent of the duration of the primary configuration, rounded up to minutes. An exam without a duration needs none, so there the member has no effect.',
    example: 50,
  },
  extraMinutes: {
    description: 'Extra time in minutes, added to the duration of the primary configuration.',
    example: 30,
  },
  extraAttempts: {
    description:
      'Added to the attempts of the primary configuration. Where those are unlimited, the member has no effect.',
    example: 1,
  },
}

/** Only one of them sets the duration. */
const times = ['extraTimePercent', 'extraMinutes', 'duration'] as const

const settings = described(
  {
    extraTimePercent: z.int().min(1).max(1000).optional(),
    extraMinutes: Minutes.optional(),
    duration: Minutes.optional(),
    extraAttempts: Attempts.optional(),
    examOpenDate: NullableInstant.optional(),
    examCloseDate: NullableInstant.optional(),
    scheduleOpenDate: NullableInstant.optional(),
    scheduleCloseDate: NullableInstant.optional(),
  },
  { ...configurationDescriptions, ...about },
)

const hasOneTime = (item: { [K in (typeof times)[number]]?: unknown }) =>
  times.filter(name => item[name] !== undefined).length <= 1
const oneTime = { path: ['duration'], message: `Send at most one of ${times.join(', ')}.` }
const hasSetting = (item: object) => Object.keys(settings).some(name => name in item)
const oneSetting = { message: `Send at least one of ${Object.keys(settings).join(', ')}.` }

/** What an accommodation sets, for a learner and an exam that the request names elsewhere. */
export const AccommodationSettings = z
  .strictObject(settings)
  .superRefine(windowsInOrder)
  .refine(hasOneTime, oneTime)
  .refine(hasSetting, oneSetting)
  .meta({ id: 'AccommodationSettings' })

const Accommodation = z
  .strictObject({
    ...described(
      {
        enrollmentSid: Sid('EN').optional(),
        userSid: Sid('US').optional(),
        examSids: z
          .array(Sid('EX'))
          .min(1)
          .max(maxExams)
          .refine(sids => new Set(sids).size === sids.length, 'Contains an exam twice.')
          .optional(),
      },
      about,
    ),
    ...settings,
  })
  .superRefine(windowsInOrder)
  .refine(item => (item.enrollmentSid === undefined) !== (item.userSid === undefined), {
    path: ['enrollmentSid'],
    message: 'Send exactly one of enrollmentSid and userSid.',
  })
  .refine(hasOneTime, oneTime)
  .refine(hasSetting, oneSetting)
export type Accommodation = z.output<typeof Accommodation>

export const AccommodationBatch = z
  .strictObject({
    items: z
      .array(itemwise(Accommodation))
      .min(1)
      .max(500)
      .meta({ description: 'The items, which are applied in order; 1 to 500. Each is validated alone.' }),
  })
  .meta({ id: 'AccommodationBatch' })

export const results = ['Created', 'Updated', 'Found Existing'] as const
export type Result = (typeof results)[number]

const outcomes =
  '`Created`: a new accommodation. `Updated`: the existing one was changed. `Found Existing`: it has these values already.'

const ItemProblem = z
  .object(
    described(
      {
        type: z.string(),
        title: z.string(),
        status: z.int(),
        detail: z.string(),
        code: z.string(),
        errors: z.array(FieldErrorBody),
      },
      {
        type: { description: 'The page of the problem.', example: '/docs/errors#action_not_allowed' },
        title: { description: 'What the code means.', example: 'Action not allowed' },
        status: { description: 'The status that a request for this item alone gets.', example: 403 },
        detail: { description: 'What is wrong with the item.', example: 'The configuration is locked.' },
        code: { description: 'The kind of the problem, for programs.', example: 'action_not_allowed' },
        errors: { description: 'The members of the item that are invalid; empty for other problems.' },
      },
    ),
  )
  .meta({ id: 'ItemProblem' })

export const AccommodationResults = z
  .object({
    results: z
      .array(
        z
          .object({
            sid: NullableSid('EC').meta({
              description: 'The accommodation, the first of several; null if the item was refused.',
            }),
            result: z.enum([...results, 'Refused']).meta({
              description: `${outcomes} \`Refused\`: nothing was changed. With several exams: the first of these that holds for one of them.`,
            }),
            problem: ItemProblem.nullable().meta({
              description: 'Why the item was refused; null if it was not.',
            }),
            accommodations: z
              .array(
                z.object({
                  sid: Sid('EC'),
                  enrollmentSid: Sid('EN'),
                  examSid: Sid('EX'),
                  result: z.enum(results).meta({ description: outcomes }),
                }),
              )
              .meta({ description: 'One per exam; empty if the item was refused.' }),
          })
          .meta({ id: 'AccommodationResult' }),
      )
      .meta({ description: 'One per item, in the order of the items.' }),
  })
  .meta({ id: 'AccommodationResults' })
