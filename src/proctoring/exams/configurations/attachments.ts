import * as z from 'zod'
import { hasCredentials, withoutCredentials } from '../../../shared/target/url.ts'
import { described } from '../../../shared/values/described.ts'
import { isStorable, Name } from '../../../shared/values/text.ts'
import { configurationDescriptions } from '../../descriptions/configuration.ts'

const UrlOf = (protocol: RegExp) =>
  z
    .url({ protocol })
    .max(2000)
    .refine(isStorable, 'Contains characters that cannot be stored.')
    .refine(url => !(URL.canParse(url) && hasCredentials(new URL(url))), withoutCredentials)

/** An address that a browser opens. */
export const WebUrl = UrlOf(/^https?$/)

const FileUrl = UrlOf(/^(?:https?|s3)$/).refine(
  url => !/^s3:\/*$/i.test(url),
  'Expected a bucket and a key after s3:, such as s3://exams/plan.pdf.',
)

/** A file for the learner: an address, a title or both. */
export const Attachment = z
  .strictObject(
    described(
      {
        attachmentUrl: FileUrl.nullable().default(null),
        attachmentAwsTitle: Name(500).nullable().default(null),
      },
      configurationDescriptions,
    ),
  )
  .refine(({ attachmentUrl, attachmentAwsTitle }) => attachmentUrl !== null || attachmentAwsTitle !== null, {
    path: ['attachmentUrl'],
    message: 'Required without attachmentAwsTitle.',
  })
