// The messages on the topic of a session: publications with a `text`.

import type { PublicationContext } from 'centrifuge'
import type { Live } from './live-topic.ts'
import type { Session } from './records.ts'

/** A message. */
export type Message = {
  /** The id of its event. */
  id: string
  text: string
  /** When it was published, in milliseconds since 1970. */
  at: number
  offset: number
  /** Its author; undefined if the platform published it. */
  user: string | undefined
}

export type Conversation = {
  /** The messages so far, in their order. */
  messages(): readonly Message[]
  /** Whether messages can be read and sent. */
  isOpen(): boolean
  /** Reads the messages from before the subscription, without waiting for its turn. */
  load(): Promise<void>
  send(text: string): Promise<void>
  close(): void
}

type Listeners = {
  /** The messages or `isOpen` have changed. */
  changed(): void
  /** A new message, not one that was read from the history. */
  arrived?(message: Message): void
  /** The newest message was read from the history. */
  found?(newest: Message): void
  /** Returns when the history may be read. It is read at once after `load`. */
  turn?(): Promise<void>
}

export const maxMessage = 2000
/** The most messages that are kept. */
const maxMessages = 500
/** How often the history is requested of a subscription, and after how many milliseconds again. */
const maxReads = 5
const againMs = 5_000

/** Whether learner and proctor can write to each other: the session is ahead or running. */
export const canWrite = ({ status, sessionInfo }: Session): boolean =>
  (status === 'Scheduled' || status === 'Incident') && !sessionInfo.cancelled

/** Subscribes to the messages of a session, and reads those from before. */
export function converse(
  live: Live,
  sessionSid: string,
  { changed, arrived, found, turn }: Listeners,
): Conversation {
  const known = new Map<string, Message>()
  let isOpen = false
  let isWanted = false
  /** Whether everything before the subscription is known. */
  let isComplete = false
  let reads = 0
  let ordered: readonly Message[] = []

  function add(publications: readonly PublicationContext[]): Message[] {
    const added = publications.flatMap(messageOf).filter(({ id }) => !known.has(id))
    for (const message of added) known.set(message.id, message)
    if (added.length === 0) return added
    const all = [...known.values()].sort((one, other) => one.at - other.at || one.offset - other.offset)
    for (const { id } of all.slice(0, -maxMessages)) known.delete(id)
    ordered = all.slice(-maxMessages)
    return added
  }

  async function read(): Promise<void> {
    let added: Message[] = []
    reads += 1
    try {
      added = add(await topic.history())
      isComplete = true
    } catch {
      // If the connection is lost, the next subscription reads it.
      if (reads < maxReads) setTimeout(() => void readInTurn(), againMs)
    }
    changed()
    const newest = ordered.at(-1)
    if (newest && added.includes(newest)) found?.(newest)
  }

  async function readInTurn(): Promise<void> {
    if (!isWanted) await turn?.()
    if (isOpen && !isComplete) await read()
  }

  const topic = live.subscribe(`session.${sessionSid}`, {
    subscribed({ wasRecovering, recovered, streamPosition }) {
      isOpen = true
      reads = 0
      const isEmpty = streamPosition?.offset === 0
      isComplete = isEmpty || (isComplete && wasRecovering && recovered)
      if (isComplete) changed()
      else void readInTurn()
    },
    published(publication) {
      const added = add([publication])
      if (added.length === 0) return
      changed()
      for (const message of added) arrived?.(message)
    },
    refused() {
      isOpen = false
      changed()
    },
  })

  return {
    messages: () => ordered,
    isOpen: () => isOpen,
    async load() {
      isWanted = true
      if (isOpen && !isComplete) await read()
      else changed()
    },
    async send(text) {
      await topic.publish({ text })
    },
    close() {
      isOpen = false
      topic.close()
    },
  }
}

/** Returns the message of a publication, if it is one. Applications may publish other events on the topic. */
function messageOf({ data, offset = 0, info }: PublicationContext): Message[] {
  const { id, type, payload, metadata } = Object(data)
  const { text } = Object(payload)
  const isMessage = type === 'socket.message' && typeof text === 'string' && text.trim() !== ''
  if (!isMessage || typeof id !== 'string') return []
  return [
    { id, text: text.slice(0, maxMessage), at: Number(Object(metadata).timestamp), offset, user: info?.user },
  ]
}
