import * as z from 'zod'
import { Flag, listQuery, pageOf } from '../../../shared/http/page.ts'
import { described } from '../../../shared/values/described.ts'
import { Instant, NullableInstant } from '../../../shared/values/instant.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { Name } from '../../../shared/values/text.ts'

const descriptions = {
  name: { description: 'The name of the policy that people choose.', example: 'One day ahead' },
  leadTimeMinutes: {
    description:
      'How long before its start a learner can still move or cancel an appointment. In minutes, up to 30 days.',
    example: 1440,
  },
  maxReschedules: {
    description: 'How often a learner can move an appointment; null without a limit.',
    example: 2,
  },
  versionSid: { description: 'The newest version. New appointments get it.' },
  version: { description: 'The number of the version, from 1.', example: 3 },
  retiredDate: {
    description:
      'When the policy was retired: exams and the install that have it keep it, and others cannot choose it. Null if it can be chosen.',
    example: null,
  },
}

/** Minutes of 30 days. */
const maxLeadTime = 43_200

const rules = {
  leadTimeMinutes: z.int().min(0).max(maxLeadTime),
  maxReschedules: z.int().min(0).max(100).nullable(),
}

export const CancellationPoliciesParams = z.strictObject({ installSid: Sid('AI') })
export const CancellationPolicyParams = CancellationPoliciesParams.extend({
  cancellationPolicySid: Sid('CP'),
})

export const CancellationPolicyCreate = z
  .strictObject(
    described(
      {
        name: Name(200),
        leadTimeMinutes: rules.leadTimeMinutes,
        maxReschedules: rules.maxReschedules.default(null),
      },
      descriptions,
    ),
  )
  .meta({ id: 'CancellationPolicyCreate' })

/** Changes only the members that are sent. */
export const CancellationPolicyUpdate = z
  .strictObject(described({ name: Name(200), ...rules }, descriptions))
  .partial()
  .meta({ id: 'CancellationPolicyUpdate' })

export const CancellationPolicy = z
  .object(
    described(
      {
        sid: Sid('CP'),
        installSid: Sid('AI'),
        name: z.string(),
        versionSid: Sid('CV'),
        version: z.number(),
        leadTimeMinutes: z.number(),
        maxReschedules: z.number().nullable(),
        retiredDate: NullableInstant,
        createdDate: Instant,
        editDate: Instant,
      },
      descriptions,
    ),
  )
  .meta({ id: 'CancellationPolicy' })

export const CancellationPolicyQuery = listQuery(
  {
    retired: Flag.default(false).meta({
      description: 'true: lists the retired policies instead of the others.',
    }),
  },
  ['createdDate', 'name'],
)
export const CancellationPolicyPage = pageOf(CancellationPolicy, 'CancellationPolicyPage')

export const CancellationPolicyVersion = z
  .object(
    described(
      {
        sid: Sid('CV'),
        version: z.number(),
        leadTimeMinutes: z.number(),
        maxReschedules: z.number().nullable(),
        createdDate: Instant,
      },
      descriptions,
    ),
  )
  .meta({ id: 'CancellationPolicyVersion' })

export const VersionQuery = listQuery({}, ['createdDate'])
export const VersionPage = pageOf(CancellationPolicyVersion, 'CancellationPolicyVersionPage')
