import { Buffer } from 'node:buffer'
import type { TopicAccess } from '../../shared/realtime/access.ts'
import type { Identity } from '../../shared/realtime/connection.ts'
import { type CloseName, CommandError, closes } from '../protocol/codes.ts'
import { ping } from '../protocol/replies.ts'
import { Backlog } from './backlog.ts'
import { CommandRate } from './rate.ts'
import type { Subscription } from './subscription.ts'

/** What the runtime keeps with a socket while the object sleeps. */
export type Attachment = {
  client: string
  connectedAt: number
  /** Undefined until the client is authenticated: it gets no pings before. */
  authenticatedAt?: number | undefined
  pongAt?: number
  isEnded?: boolean
}

/** A text and its length in bytes. */
export type Frame = { text: string; bytes: number }
export const frameOf = (text: string): Frame => ({ text, bytes: Buffer.byteLength(text) })

/** A client's socket, and what the shard knows of the client. */
export class Connection {
  /** Undefined until the client is authenticated. */
  identity: Identity | undefined
  isEnded = false
  /** The commands after a `connect` or `refresh` wait for it. */
  gate: Promise<unknown> = Promise.resolve()
  readonly client: string
  readonly connectedAt: number
  #authenticatedAt: number | undefined
  readonly subscriptions = new Map<string, Subscription>()
  /** The decisions of the platform about topics, until the next verification. */
  readonly access = new Map<string, TopicAccess>()
  readonly rate = new CommandRate()
  readonly #backlog = new Backlog()
  readonly #socket: ServerSocket
  /** When the runtime has last received a pong for the object. */
  readonly #answeredAt: () => number
  #pongAt: number

  constructor(
    socket: ServerSocket,
    { client, connectedAt, authenticatedAt, pongAt = 0 }: Attachment,
    answeredAt: () => number,
  ) {
    this.#socket = socket
    this.client = client
    this.connectedAt = connectedAt
    this.#authenticatedAt = authenticatedAt
    this.#pongAt = pongAt
    this.#answeredAt = answeredAt
  }

  /** The client is authenticated, and gets pings from now on. */
  authenticated(identity: Identity, now: number): void {
    this.identity = identity
    this.#authenticatedAt = now
    this.#attach({})
  }

  /** Sends a reply. Replies do not count as a backlog, because the client has asked for them. */
  send(text: string): void {
    if (!this.isEnded) this.#socket.send(text)
  }

  /** Sends a reply with publications or clients. @throws CommandError if the client may not have it now */
  sendLarge(text: string): void {
    this.requireReply(text.length)
    this.send(text)
  }

  /** @throws CommandError if the client may have no reply of this many characters now */
  requireReply(characters = 0): void {
    if (!this.rate.allowsReply(characters, Date.now())) throw new CommandError('tooManyRequests')
  }

  /** Sends a push. @returns false if the client is too far behind */
  push({ text, bytes }: Frame): boolean {
    if (this.isEnded) return true
    const action = this.#backlog.add(bytes, () => this.#lastPong())
    if (action === 'close') return false
    this.#socket.send(text)
    if (action === 'ping') this.ping(Date.now())
    return true
  }

  /** Sends a ping, unless one is open. */
  ping(now: number): void {
    if (this.#backlog.openSince !== undefined || this.isEnded) return
    this.#backlog.pinged(now)
    this.#socket.send(ping)
  }

  /** The client has answered a ping in a frame with commands, which the runtime passes on. */
  ponged(now: number): void {
    this.#pongAt = now
    this.#attach({ pongAt: now })
  }

  /** Whether the client has not answered a ping since this time. @param pingedAt the last ping of the shard */
  isSilentSince(time: number, pingedAt: number): boolean {
    const pongAt = this.#lastPong()
    this.#backlog.confirm(pongAt)
    const wasPinged = this.#authenticatedAt !== undefined && this.#authenticatedAt < pingedAt
    const expected = this.#backlog.openSince ?? (wasPinged ? pingedAt : undefined)
    return expected !== undefined && pongAt < expected && expected <= time
  }

  /** Marks the connection as ended, and closes its socket. */
  end(close?: CloseName): void {
    this.isEnded = true
    this.#attach({ isEnded: true })
    const [code, reason] = close ? closes[close] : [1000, '']
    try {
      this.#socket.close(code, reason)
    } catch {
      // The socket is already closed.
    }
  }

  #lastPong(): number {
    return Math.max(this.#pongAt, this.#answeredAt())
  }

  #attach(members: Partial<Attachment>): void {
    const attachment: Attachment = {
      ...{ client: this.client, connectedAt: this.connectedAt },
      ...{ authenticatedAt: this.#authenticatedAt, pongAt: this.#pongAt, ...members },
    }
    this.#socket.serializeAttachment(attachment)
  }
}
