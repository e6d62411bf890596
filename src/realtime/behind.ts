/** The bytes that a consumer may be behind, before it is closed. Changes of documents are larger than events. */
export const maxBehind = { ofTopics: 1024 * 1024, ofDocument: 4 * 1024 * 1024 }

/** The bytes after which a consumer is asked how far it is. */
export const probeEvery = 256 * 1024
