import * as z from 'zod'
import { roles } from '../../../../db/schema/credential.ts'
import { distanceUnits } from '../../../../db/schema/user.ts'
import { Flag, listQuery, pageOf } from '../../../shared/http/page.ts'
import { described } from '../../../shared/values/described.ts'
import { Email } from '../../../shared/values/email.ts'
import { Instant, NullableInstant } from '../../../shared/values/instant.ts'
import { Locale } from '../../../shared/values/locale.ts'
import { NullableSid, Sid } from '../../../shared/values/sid.ts'
import { Name, NullableText, optional, Text } from '../../../shared/values/text.ts'
import { userDescriptions } from '../../descriptions/user.ts'
import { foreignIdFilter, foreignIdInput, foreignIdOutput } from '../../foreign-ids.ts'

export const UserParams = z.strictObject({ installSid: Sid('AI'), userSid: Sid('US') })

const Phone = Text(40)
const CurrencyCode = z.string().regex(/^[A-Z]{3}$/, 'Expected an ISO 4217 code such as USD.')
const Latitude = z.number().min(-90).max(90)
const Longitude = z.number().min(-180).max(180)

/** 8 to 30 letters, digits and `#$@!%&*?`, with a lowercase and an uppercase letter, a digit and a symbol. */
const Password = z
  .string()
  .regex(
    /^(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9])(?=.*[#$@!%&*?])[A-Za-z0-9#$@!%&*?]{8,30}$/,
    'Expected 8 to 30 letters, digits and #$@!%&*?, with a lowercase and an uppercase letter, a digit and one of #$@!%&*?.',
  )
  .meta({ format: 'password', minLength: 8, maxLength: 30, example: 'Correct4horse!' })

const userInput = z.strictObject(
  described(
    {
      firstName: Name(100),
      lastName: Name(100),
      email: Email,
      preferredEmail: optional(Email),
      homePhone: optional(Phone),
      mobilePhone: optional(Phone),
      currencyCode: optional(CurrencyCode),
      timeZoneSid: NullableSid('TZ').optional(),
      latitude: optional(Latitude),
      longitude: optional(Longitude),
      username: optional(Name(100)),
      password: optional(Password),
      enabled: optional(z.boolean()).meta({
        description: 'Whether the user may sign in; false by default.',
      }),
      lmsId: foreignIdInput.lmsId,
      sisId: foreignIdInput.sisId,
      exernalId: foreignIdInput.externalId.meta({
        description: 'The id in any other system; returned as `externalId`.',
      }),
      externalId: foreignIdInput.externalId.meta({
        description: 'The same as `exernalId`; send only one of them.',
      }),
    },
    userDescriptions,
  ),
)

const hasAtMostOneExternalId = ({
  exernalId,
  externalId,
}: {
  exernalId?: string | null | undefined
  externalId?: string | null | undefined
}) => exernalId === undefined || externalId === undefined

const externalIdConflict = { path: ['externalId'], message: 'Send either exernalId or externalId, not both.' }

export const UserCreate = userInput
  .refine(hasAtMostOneExternalId, externalIdConflict)
  .meta({ id: 'UserCreate' })

/** The members of a user that an administrator may set. */
export const UserMembers = userInput
  .extend(
    described(
      {
        enabled: optional(z.boolean()),
        role: z.enum(roles),
        apiId: foreignIdInput.apiId,
        address: optional(Text(1000)),
        locale: optional(Locale),
        helpdeskUserId: optional(Text(255)),
      },
      userDescriptions,
    ),
  )
  .partial()

/** Changes only the members that are sent; `null` clears a member. */
export const UserUpdate = UserMembers.refine(hasAtMostOneExternalId, externalIdConflict).meta({
  id: 'UserUpdate',
})

export const UserMerge = z
  .strictObject({
    intoUserSid: Sid('US').meta({ description: 'The user that remains.' }),
  })
  .meta({ id: 'UserMerge' })

export const UserErased = z
  .object({
    erased: z.literal('User erased').meta({ description: 'That the user is erased.' }),
    notErased: z.array(z.enum(['messages', 'documents'])).meta({
      description:
        'What belongs to the application, and may contain personal data of the user: the messages that clients published on topics, which are deleted after 24 hours, and synchronised documents. Delete the documents with `DELETE /api/documents/{name}` if they must not remain.',
      example: ['messages', 'documents'],
    }),
    mentions: z.array(Sid('ER')).meta({
      description:
        'The events of other learners whose texts name the user, newest first; at most 1,000. Change or delete these texts if they must not remain.',
    }),
  })
  .meta({ id: 'UserErased' })

/** Changes only the members that are sent; `null` clears a member. */
export const ProfileUpdate = z
  .strictObject(
    described(
      {
        currencyCode: optional(CurrencyCode),
        timeZoneSid: NullableSid('TZ').optional(),
        maxTravelDistanceUnits: optional(z.enum(distanceUnits)),
        mobilePhone: optional(Phone),
        preferredEmail: optional(Email),
        latitude: optional(Latitude),
        longitude: optional(Longitude),
        maxTravelDistance: optional(z.number().min(0).max(100_000)),
        homePhone: optional(Phone),
        address: optional(Text(1000)),
        svcId: NullableSid('IU').optional(),
        svcIdEnrollmentSid: NullableSid('IE').optional(),
      },
      userDescriptions,
    ),
  )
  .meta({ id: 'UserProfileUpdate' })

const UserItem = z
  .object(
    described(
      {
        sid: Sid('US'),
        firstName: z.string(),
        lastName: z.string(),
        email: z.string(),
        username: z.string().nullable(),
      },
      userDescriptions,
    ),
  )
  .meta({ id: 'UserItem' })

/** A record by its sid and title. */
const Titled = <P extends 'CU' | 'EX'>(prefix: P) =>
  z.object({
    sid: Sid(prefix),
    title: z.string().meta({ description: 'The title that people read.', example: 'Linear Algebra' }),
  })

const nullableNumber = z.number().nullable()

export const User = UserItem.extend(
  described(
    {
      preferredEmail: NullableText,
      svcIdEnrollmentSid: NullableSid('IE'),
      mobilePhone: NullableText,
      homePhone: NullableText,
      address: NullableText,
      ...foreignIdOutput,
      latitude: nullableNumber,
      longitude: nullableNumber,
      lastEnrollmentSync: NullableInstant,
      createdDate: Instant,
      editDate: Instant,
      currencyCode: NullableText,
      timeZoneSid: NullableSid('TZ'),
      timezone: z
        .object({
          sid: Sid('TZ'),
          name: z.string().meta({ description: 'The IANA name.', example: 'America/New_York' }),
        })
        .nullable(),
      maxTravelDistance: nullableNumber,
      maxTravelDistanceUnits: z.enum(distanceUnits).nullable(),
      helpdeskUserId: NullableText,
      role: z.string(),
      enabled: z.boolean(),
      authentication: z.object(
        described({ username: NullableText, passwordSet: z.boolean() }, userDescriptions),
      ),
      svcId: z.object({ sid: Sid('IU') }).nullable(),
      course: Titled('CU').nullable().meta({
        description: 'The course of the latest active enrollment; null if there is none.',
      }),
      exam: Titled('EX').nullable().meta({
        description: 'The exam of the next appointment in that course; null if there is none.',
      }),
      identity: z
        .object(
          described(
            { sid: NullableSid('IU'), enrollmentSid: NullableSid('IE'), locale: NullableText },
            userDescriptions,
          ),
        )
        .nullable(),
    },
    userDescriptions,
  ),
).meta({ id: 'User' })

const NameFilter = Text(100).optional()

export const UserQuery = listQuery(
  {
    firstName: NameFilter.meta({ description: 'A part of the first name, in any case.', example: 'ad' }),
    lastName: NameFilter.meta({ description: 'A part of the last name, in any case.', example: 'love' }),
    search: Text(100).optional().meta({
      description: 'A part of the first or last name, the e-mail address or the username, in any case.',
      example: 'ada@school',
    }),
    ...foreignIdFilter,
    adminUsers: Flag.optional().meta({
      description: '`true`: only administrators; `false`: only other users.',
    }),
  },
  ['createdDate', 'lastName', 'firstName'],
)

export const UserPage = pageOf(UserItem, 'UserPage')
