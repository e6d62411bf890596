// The names of synchronised documents (docs/documents.md).

import { isTopic, maxTopicLength } from '../topics/topic.ts'

const prefix = 'documents.'

export const maxDocumentNameLength = maxTopicLength - prefix.length

/** The topic of the events of a document. Its permissions are those of the document. */
export const topicOfDocument = (name: string): string => `${prefix}${name}`

/** Whether the text is the name of a document. `.` and `..` are none, because a URL cannot contain them. */
export const isDocumentName = (text: string): boolean =>
  text !== '' && text !== '.' && text !== '..' && isTopic(topicOfDocument(text))
