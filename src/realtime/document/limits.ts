/** The most bytes of a document, encoded as one update. */
export const maxDocumentBytes = 16 * 1024 * 1024
/** The most items of a document: runs of text, values of lists and maps, and deleted ranges. They determine its memory. */
export const maxItems = 200_000
/**
 * The items that may wait for earlier ones. Yjs merges all of them with each further one that waits. A client that sends its changes in
 * order has few: those that it makes before the server has asked for the earlier ones.
 */
export const maxWaitingItems = 1000
/** The most bytes of a message: an update as large as a document, and its frame. */
export const maxMessageBytes = maxDocumentBytes + 1024
export const maxVectorBytes = 256 * 1024
export const maxAwarenessBytes = 1024 * 1024

/** The connections of a document. Each client returns the awareness of every other one. */
export const maxConnections = 128
/** The documents of an application. */
export const maxDocuments = 10_000

/** The most characters of the awareness of a client, and the most clients of a connection. */
export const maxStateLength = 8 * 1024
export const maxStatesOfConnection = 16

/** The messages that a connection may send at once, and then in each second. */
export const burst = 2000
export const perSecond = 200
/** Each further bytes of a message or of its reply count as a message. */
export const bytesPerMessage = 16 * 1024
/** Clients send the awareness of each other back, so it counts less. */
export const messageCosts = { awareness: 0.1, queryAwareness: 1, update: 1, unknown: 1 }
/** A question for what a client does not have counts as one message, and one more for each further items of the document. */
export const itemsPerMessage = 1000
/** An update that waits counts as one message, and one more for each further items that wait. */
export const waitingItemsPerMessage = 50

/** The stored changes after which a document is compacted. They bound what opening it reads. */
export const maxChanges = 500
/** The most bytes of a row; SQLite of Durable Objects takes 2 MB. */
export const maxRowBytes = 1024 * 1024

/** The time between two events of a document. */
export const coalesceMs = 2000
/** The time after a deletion in which the name cannot be used. */
export const deletedMs = 60_000
