// The media types of files: how each is recognised, and the extensions of its names. A table of our own: the general libraries
// for this are larger than the rest of the feature, and none checks plain text.

import type { Content } from './content.ts'
import { isOle, isOpenDocument, isOpenXml } from './office.ts'
import { isText } from './text.ts'

type ContentType = {
  /** The first one is added to a downloaded name that has none of them. */
  extensions: readonly [string, ...string[]]
  matches(content: Content): boolean | Promise<boolean>
}

const latin = (text: string): number[] => [...text].map(letter => letter.charCodeAt(0))

/** Whether the bytes at the position are these. */
const has = ({ head }: Content, bytes: readonly number[], at = 0): boolean =>
  bytes.every((byte, index) => head[at + index] === byte)

const isPng = (content: Content) =>
  has(content, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) && has(content, latin('IHDR'), 12)
const isJpeg = (content: Content) => has(content, [0xff, 0xd8, 0xff])
const isGif = (content: Content) => has(content, latin('GIF87a')) || has(content, latin('GIF89a'))
const isWebp = (content: Content) => has(content, latin('RIFF')) && has(content, latin('WEBP'), 8)
const isPdf = (content: Content) => has(content, latin('%PDF-'))

const ole = (extension: string, stream: RegExp): ContentType => ({
  extensions: [extension],
  matches: content => isOle(content, stream),
})
const openXml = (extension: string, part: string): ContentType => ({
  extensions: [extension],
  matches: content => isOpenXml(content, part),
})
const openDocument = (extension: string, contentType: string): ContentType => ({
  extensions: [extension],
  matches: content => isOpenDocument(content, contentType),
})

const ooxml = 'application/vnd.openxmlformats-officedocument'
const odf = 'application/vnd.oasis.opendocument'

export const contentTypes = {
  'image/png': { extensions: ['.png'], matches: isPng },
  'image/jpeg': { extensions: ['.jpg', '.jpeg'], matches: isJpeg },
  'image/gif': { extensions: ['.gif'], matches: isGif },
  'image/webp': { extensions: ['.webp'], matches: isWebp },
  'application/pdf': { extensions: ['.pdf'], matches: isPdf },
  'text/plain': { extensions: ['.txt'], matches: isText },
  'text/csv': { extensions: ['.csv'], matches: isText },
  'application/msword': ole('.doc', /^WordDocument$/),
  'application/vnd.ms-excel': ole('.xls', /^(?:Workbook|Book)$/),
  'application/vnd.ms-powerpoint': ole('.ppt', /^PowerPoint Document$/),
  [`${ooxml}.wordprocessingml.document`]: openXml('.docx', 'word/document.xml'),
  [`${ooxml}.spreadsheetml.sheet`]: openXml('.xlsx', 'xl/workbook.xml'),
  [`${ooxml}.presentationml.presentation`]: openXml('.pptx', 'ppt/presentation.xml'),
  [`${odf}.text`]: openDocument('.odt', `${odf}.text`),
  [`${odf}.spreadsheet`]: openDocument('.ods', `${odf}.spreadsheet`),
  [`${odf}.presentation`]: openDocument('.odp', `${odf}.presentation`),
} satisfies Record<string, ContentType>

export type ContentTypeName = keyof typeof contentTypes

export const contentTypeNames = Object.keys(contentTypes) as [ContentTypeName, ...ContentTypeName[]]

export const isImage = (contentType: string): boolean => contentType.startsWith('image/')

/** Returns the row of a media type; undefined for one that is no longer accepted. */
export const contentTypeOf = (name: string): ContentType | undefined =>
  Object.hasOwn(contentTypes, name) ? contentTypes[name as ContentTypeName] : undefined
