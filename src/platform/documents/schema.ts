import * as z from 'zod'
import { documentSortKeys } from '../../shared/documents/calls.ts'
import { isDocumentName, maxDocumentNameLength } from '../../shared/documents/name.ts'
import { listQuery, pageOf } from '../../shared/http/page.ts'
import { described } from '../../shared/values/described.ts'
import { EpochMs } from '../epoch-ms.ts'

const descriptions = {
  name: { description: 'The name of the document.', example: 'courses.syllabus' },
  version: {
    description: 'Counts the changes. It does not repeat, also if a document of this name was deleted.',
    example: 214,
  },
  size: { description: 'The bytes of the stored content.', example: 18_230 },
  createdAt: { description: 'When the document was written for the first time.' },
  updatedAt: { description: 'When it was last changed.' },
}

const Document = z
  .object(
    described(
      {
        name: z.string(),
        version: z.int(),
        size: z.int(),
        createdAt: EpochMs,
        updatedAt: EpochMs,
      },
      descriptions,
    ),
  )
  .meta({ id: 'Document' })

export const DocumentPage = pageOf(Document, 'DocumentPage')
export const DocumentQuery = listQuery({}, documentSortKeys)

export const DocumentParams = z.strictObject({
  documentName: z
    .string()
    .refine(isDocumentName, 'Expected letters, digits and _ . : - only, such as notes.42.')
    .meta({ ...descriptions.name, minLength: 1, maxLength: maxDocumentNameLength }),
})

/** The content of a document with its entity tag. */
export type DocumentContent = { etag: string; content: Record<string, unknown> }

/** The content without the entity tag. */
export const DocumentContent = z
  .codec(
    z.record(z.string(), z.unknown()),
    z.custom<DocumentContent>(() => true),
    { decode: content => ({ etag: '', content }), encode: ({ content }) => content },
  )
  .meta({
    id: 'DocumentContent',
    description:
      'The root types of the document, each in its JSON form: a text is a string, a list an array, a map an object and XML a string. An empty root is null, and so is one of more than 100 levels.',
    example: { body: 'Week 1: limits', meta: { title: 'Syllabus' } },
  })
