import * as z from 'zod'
import { listQuery, pageOf } from '../../shared/http/page.ts'
import { OwnTexts } from '../../shared/messages/texts.ts'
import { described } from '../../shared/values/described.ts'
import { isEmbedOrigin } from '../../shared/values/embed-origin.ts'
import { Instant } from '../../shared/values/instant.ts'
import { Locale } from '../../shared/values/locale.ts'
import { limitDescriptions, limitRecord, limitUpdate } from '../../shared/values/request-limits.ts'
import { NullableSid, Sid } from '../../shared/values/sid.ts'
import { Name, optional, Text } from '../../shared/values/text.ts'
import { FileSettingsRecord, FileSettingsUpdate } from '../file-content/settings.ts'

export const InstallParams = z.strictObject({ installSid: Sid('AI') })

const name = { description: 'The name of the institution or deployment.', example: 'Example University' }

export const InstallCreate = z
  .strictObject(described({ name: Name(200) }, { name }))
  .meta({ id: 'InstallCreate' })

export const InstallUpdate = InstallCreate.meta({ id: 'InstallUpdate' })

export const Install = z
  .object(
    described(
      {
        sid: Sid('AI'),
        accountSid: Sid('AC'),
        applicationSid: Sid('AP'),
        name: z.string(),
        createdDate: Instant,
        editDate: Instant,
      },
      { name },
    ),
  )
  .meta({ id: 'Install' })

export const InstallQuery = listQuery(
  {
    name: Text(200)
      .optional()
      .meta({ description: 'A part of the name, in any case.', example: 'university' }),
  },
  ['createdDate', 'name'],
)
export const InstallPage = pageOf(Install, 'InstallPage')

const Origin = z
  .string()
  .max(300)
  .refine(isEmbedOrigin, {
    abort: true,
    message:
      'Expected scheme://host[:port] such as https://lms.example, in lower case and without a path or a wildcard.',
  })
  .refine(
    text => /^https:|^http:\/\/(localhost|127\.0\.0\.1)(:|$)/.test(text),
    'Expected https; http is for localhost only.',
  )

/** Up to a day. */
const GraceMinutes = z.int().min(0).max(1440)

const settings = {
  maxTokenTtlSeconds: {
    description: 'The longest lifetime of a token before it must be refreshed, in seconds.',
    example: 3600,
  },
  defaultTimezone: {
    description: 'The IANA time zone of calendar dates, and of users without a time zone.',
    example: 'America/New_York',
  },
  requireManagerExamApproval: {
    description: 'Whether an administrator must approve the configuration of an exam.',
  },
  requireManagerProctorApproval: {
    description: 'Whether appointments wait for approval.',
  },
  noShowGraceMinutes: {
    description:
      'How long after the end of its appointment a session can still be started. Then it is cancelled as a no-show. In minutes.',
    example: 15,
  },
  overrunGraceMinutes: {
    description: 'How long after the end of its appointment a running session is ended. In minutes.',
    example: 10,
  },
  requireSystemCheck: {
    description: 'Whether a session starts only after a system check that passed.',
  },
  cancellationPolicySid: {
    description: 'The cancellation policy of exams without one; null if there is none.',
  },
  allowedEmbedOrigins: {
    description: 'The origins whose pages may contain an embed: scheme, host and port.',
    example: ['https://lms.example'],
  },
  files: { description: 'The sizes and media types of files; members that are not sent stay as they are.' },
  locale: {
    description:
      'The language of mails to users without one, and the format of their dates: a BCP 47 tag. The texts are English or German.',
    example: 'de-AT',
  },
  notifications: { description: 'The mails to learners about their appointments.' },
  ...limitDescriptions,
}

const notifications = {
  enabled: { description: 'Whether learners get mails.' },
  confirmations: {
    description:
      'Whether they get those about confirmed, changed, denied, cancelled and missed appointments.',
  },
  reminders: { description: 'Whether they are reminded 24 hours and 1 hour before.' },
  reviews: { description: 'Whether they get the results of reviews.' },
  texts: { description: 'Texts that replace those of the product; null: none.' },
}

const Notifications = z
  .object(
    described(
      {
        enabled: z.boolean(),
        confirmations: z.boolean(),
        reminders: z.boolean(),
        reviews: z.boolean(),
        texts: OwnTexts.nullable(),
      },
      notifications,
    ),
  )
  .meta({ id: 'Notifications' })

/** Changes only the members that are sent. */
const NotificationsUpdate = z
  .strictObject(
    described(
      {
        enabled: z.boolean().optional(),
        confirmations: z.boolean().optional(),
        reminders: z.boolean().optional(),
        reviews: z.boolean().optional(),
        texts: optional(OwnTexts),
      },
      notifications,
    ),
  )
  .meta({ id: 'NotificationsUpdate' })

export const InstallSettings = z
  .object(
    described(
      {
        maxTokenTtlSeconds: z.int(),
        defaultTimezone: z.string(),
        requireManagerExamApproval: z.boolean(),
        requireManagerProctorApproval: z.boolean(),
        noShowGraceMinutes: z.int(),
        overrunGraceMinutes: z.int(),
        requireSystemCheck: z.boolean(),
        cancellationPolicySid: NullableSid('CP'),
        allowedEmbedOrigins: z.array(z.string()),
        files: FileSettingsRecord,
        locale: z.string(),
        notifications: Notifications,
        ...limitRecord,
      },
      settings,
    ),
  )
  .meta({ id: 'InstallSettings' })

/** Changes only the members that are sent. */
export const InstallSettingsUpdate = z
  .strictObject(
    described(
      {
        maxTokenTtlSeconds: z.int().min(1).max(3600).optional(),
        defaultTimezone: Text(64).optional(),
        requireManagerExamApproval: z.boolean().optional(),
        requireManagerProctorApproval: z.boolean().optional(),
        noShowGraceMinutes: GraceMinutes.optional(),
        overrunGraceMinutes: GraceMinutes.optional(),
        requireSystemCheck: z.boolean().optional(),
        cancellationPolicySid: NullableSid('CP').optional(),
        allowedEmbedOrigins: z.array(Origin).max(50).optional(),
        files: FileSettingsUpdate.optional(),
        locale: Locale.optional(),
        notifications: NotificationsUpdate.optional(),
        ...limitUpdate,
      },
      settings,
    ),
  )
  .meta({ id: 'InstallSettingsUpdate' })
