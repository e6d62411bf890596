import type { Identity } from '../../shared/realtime/connection.ts'
import { maxBehind, probeEvery } from '../behind.ts'
import type { DocumentKey } from '../contract/documents.ts'
import { type CloseReason, closes } from './closes.ts'
import { MessageRate } from './rate.ts'

/** The rights of a connection to a document, and what identifies its token. */
export type Access = Pick<
  Identity,
  'user' | 'accountSid' | 'applicationSid' | 'sessionSid' | 'kid' | 'expiresAt'
> & { canWrite: boolean }

/** What the runtime keeps with a socket while the object sleeps. At most 2,048 bytes. */
export type Attachment = Access & {
  id: string
  key: DocumentKey
  /** The clocks of the awareness of its clients. */
  clocks: [id: number, clock: number][]
  isEnded?: true
}

/** A client's socket, and what the document knows of the client. */
export class Connection {
  readonly id: string
  readonly key: DocumentKey
  readonly access: Access
  readonly rate = new MessageRate(Date.now())
  isEnded = false
  readonly #socket: ServerSocket
  #attachment: Attachment
  /** The bytes that the client may not have read, and those of them after the open probe. */
  #unread = 0
  #unreadAfterProbe: number | undefined

  constructor(socket: ServerSocket, attachment: Attachment) {
    this.#socket = socket
    this.#attachment = attachment
    const { id, key, clocks: _, isEnded: __, ...access } = attachment
    this.id = id
    this.key = key
    this.access = access
  }

  /** Sends what the client has asked for. It does not count as being behind. */
  reply(message: Uint8Array): void {
    if (!this.isEnded) this.#socket.send(message)
  }

  /** Sends what the client has asked for, which counts as its messages do. @returns false if it is beyond their limit */
  answer(message: Uint8Array): boolean {
    const isAllowed = this.rate.allows(0, message.byteLength, Date.now())
    if (isAllowed) this.reply(message)
    return isAllowed
  }

  /** Sends what others have done. @returns false if the client is too far behind */
  push(message: Uint8Array): boolean {
    if (this.isEnded) return true
    if (this.#unread > maxBehind.ofDocument) return false
    this.#unread += message.byteLength
    if (this.#unreadAfterProbe !== undefined) this.#unreadAfterProbe += message.byteLength
    this.#socket.send(message)
    return true
  }

  /** Whether to ask the client how far it has read. */
  get isProbeDue(): boolean {
    return this.#unreadAfterProbe === undefined && this.#unread > probeEvery
  }

  /** Sends a message that the client answers in the order of what it receives. */
  probe(message: Uint8Array): void {
    this.#unreadAfterProbe = 0
    this.reply(message)
  }

  /** The client has answered the probe. */
  answered(): void {
    if (this.#unreadAfterProbe === undefined) return
    this.#unread = this.#unreadAfterProbe
    this.#unreadAfterProbe = undefined
  }

  /** Keeps the clocks of the awareness while the object sleeps. */
  saveClocks(clocks: Attachment['clocks']): void {
    this.#attach({ clocks })
  }

  /** Marks the connection as ended, and closes its socket. */
  end(reason?: CloseReason): void {
    this.isEnded = true
    this.#attach({ isEnded: true })
    const [code, text] = reason ? closes[reason] : [1000, '']
    try {
      this.#socket.close(code, text)
    } catch {
      // The socket is already closed.
    }
  }

  #attach(members: Partial<Attachment>): void {
    this.#attachment = { ...this.#attachment, ...members }
    this.#socket.serializeAttachment(this.#attachment)
  }
}
