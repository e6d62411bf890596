import * as z from 'zod'
import { type FilePurpose, filePurposes, sessionPurposes } from '../../../db/schema/file.ts'
import { listQuery, pageOf } from '../../shared/http/page.ts'
import { described } from '../../shared/values/described.ts'
import { Instant, NullableInstant } from '../../shared/values/instant.ts'
import { NullableSid, Sid } from '../../shared/values/sid.ts'
import { Name } from '../../shared/values/text.ts'
import { fileDescriptions } from '../descriptions/file.ts'
import { maxFileBytes } from '../file-content/settings.ts'
import { contentTypeNames, isImage } from '../file-content/types.ts'

export const FilesParams = z.strictObject({ installSid: Sid('AI') })
export const FileParams = FilesParams.extend({ fileSid: Sid('FI') })

/** Separators, control characters and characters that change the direction of text: a name is never a path. */
const unsafe = /[/\\\p{Cc}\p{Cf}\u2028\u2029]/u

const FileName = Name(255)
  .refine(name => !unsafe.test(name), 'Expected a name without slashes, backslashes and control characters.')
  .refine(name => !/^\.+$/.test(name), 'Expected more than dots.')

export const isOfSession = (purpose: FilePurpose): purpose is (typeof sessionPurposes)[number] =>
  sessionPurposes.some(each => each === purpose)

export const FileCreate = z
  .strictObject(
    described(
      {
        purpose: z.enum(filePurposes),
        sessionSid: Sid('ES')
          .optional()
          .meta({ description: 'Sid of the session; required for photo and returnedFile.' }),
        examConfigurationSid: Sid('EC').optional().meta({
          description: 'Sid of the exam configuration; required for examFile and attachment.',
        }),
        name: FileName,
        contentType: z.enum(contentTypeNames),
        size: z.int().min(1).max(maxFileBytes),
      },
      fileDescriptions,
    ),
  )
  .superRefine(({ purpose, sessionSid, examConfigurationSid, contentType }, context) => {
    const [required, other] = isOfSession(purpose)
      ? (['sessionSid', 'examConfigurationSid'] as const)
      : (['examConfigurationSid', 'sessionSid'] as const)
    const given = { sessionSid, examConfigurationSid }
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (!given[required]) refuse(required, `Required for the purpose ${purpose}.`)
    if (given[other]) refuse(other, `Not accepted for the purpose ${purpose}.`)
    if (purpose === 'photo' && !isImage(contentType)) refuse('contentType', 'A photo must be an image.')
  })
  .meta({ id: 'FileCreate' })

/** The response to a client that creates a file. */
export const FileUpload = z
  .object({
    sid: Sid('FI'),
    uploadUrl: z.string().meta({
      description:
        'The address to which to `PUT` the content, once, with the declared `Content-Type` and size. No credential is needed.',
      example: 'https://api.example.com/v1/files/FI0199d0b8a4c27d3e9f1a2b3c4d5e6f70/eyJhbGciOiJkaXIi…',
    }),
    expiresAt: Instant.meta({ description: 'Until when the upload can start.' }),
  })
  .meta({ id: 'FileUpload' })

const FileItem = z
  .object(
    described(
      {
        sid: Sid('FI'),
        installSid: Sid('AI'),
        purpose: z.enum(filePurposes),
        sessionSid: NullableSid('ES'),
        examConfigurationSid: NullableSid('EC'),
        name: z.string(),
        contentType: z.string(),
        size: z.number(),
        createdDate: Instant,
        editDate: Instant,
        uploadedDate: NullableInstant,
        completedDate: NullableInstant,
      },
      fileDescriptions,
    ),
  )
  .meta({ id: 'FileItem' })

export const File = FileItem.extend(
  described({ downloadUrl: z.string().nullable(), downloadExpiresAt: NullableInstant }, fileDescriptions),
).meta({ id: 'File' })

export const FileQuery = listQuery(
  {
    sessionSid: Sid('ES').optional(),
    examConfigurationSid: Sid('EC').optional(),
    purpose: z.enum(filePurposes).optional().meta({ description: 'Only files with this purpose.' }),
  },
  ['createdDate'],
)
export const FilePage = pageOf(FileItem, 'FilePage')
