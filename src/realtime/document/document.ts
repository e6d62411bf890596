// The Durable Object of a synchronised document. It stores each change before anyone receives it, and relays changes and
// awareness between its connections. It sleeps between messages: the runtime keeps the sockets.

import { DurableObject } from 'cloudflare:workers'
import { randomUUID } from 'node:crypto'
import * as Y from 'yjs'
import { topicOfDocument } from '../../shared/documents/name.ts'
import { matchesEtag } from '../../shared/http/etag.ts'
import { logFailure } from '../../shared/logging/failure.ts'
import type { Verification } from '../account/verification.ts'
import { Alarm } from '../alarm.ts'
import type { DocumentCalls, DocumentContent, DocumentKey } from '../contract/documents.ts'
import { nameOfTopic, stubOf } from '../contract/objects.ts'
import { type ObjectEnv, readObjectEnv } from '../env.ts'
import { Exclusive } from '../exclusive.ts'
import { Announcements } from './announcements.ts'
import { type AwarenessEntry, AwarenessStates, encodeAwareness } from './awareness.ts'
import type { CloseReason } from './closes.ts'
import { type Access, type Attachment, Connection } from './connection.ts'
import { Content } from './content.ts'
import { deletedMs, maxConnections, maxMessageBytes, messageCosts } from './limits.ts'
import * as messages from './messages.ts'
import { Place } from './place.ts'
import { DocumentStore } from './store.ts'
import { alarmOf, verificationOf } from './verification.ts'

const retryMs = 5000

/** The header with which the Worker passes the document and the rights of a client. */
export const admissionHeader = 'x-invigil-document'
/** `authenticatedAt` is from before the authentication. */
export type Admission = { key: DocumentKey; access: Access; authenticatedAt: number }

export class Document extends DurableObject<unknown> implements DocumentCalls {
  readonly #env: ObjectEnv
  readonly #alarm: Alarm
  readonly #store: DocumentStore
  readonly #content: Content
  readonly #announcements: Announcements
  readonly #verification: Verification<Connection>
  readonly #place: Place
  readonly #verifying = new Exclusive()
  readonly #awareness = new AwarenessStates()
  readonly #connections = new Map<string, Connection>()

  constructor(ctx: DurableObjectState, bindings: unknown) {
    super(ctx, bindings)
    this.#alarm = new Alarm(ctx.storage)
    this.#env = readObjectEnv(bindings)
    this.#store = new DocumentStore(ctx.storage.sql)
    this.#content = new Content(this.#store)
    const list = (applicationSid: string) => stubOf(this.#env.documentLists, applicationSid)
    this.#place = new Place(this.#store, list)
    this.#announcements = new Announcements(this.#store, {
      list,
      publish: async ({ key: { applicationSid, name } }, event) => {
        const key = { applicationSid, topic: topicOfDocument(name) }
        await stubOf(this.#env.topics, nameOfTopic(key)).publish({ key, ...event })
      },
      schedule: time => this.#alarm.before(time),
      failed: error => logFailure(this.#env.log, error),
    })
    this.#verification = verificationOf({
      ...{ env: this.#env, sql: ctx.storage.sql },
      connections: () => this.#connections.values(),
      end: (connection, reason) => this.#end(connection, reason),
    })
    for (const socket of ctx.getWebSockets()) {
      const attachment = socket.deserializeAttachment() as Attachment
      if (!attachment.isEnded) this.#add(socket, attachment)
    }
    void ctx.blockConcurrencyWhile(() => this.#alarm.read())
  }

  /** Accepts a socket. Otherwise, the body of the response is the reason of the close. */
  async fetch(request: Request): Promise<Response> {
    const text = decodeURIComponent(request.headers.get(admissionHeader) ?? '')
    const { key, access, authenticatedAt }: Admission = JSON.parse(text)
    const reason = await this.#refusalOf(key, access)
    if (reason) return new Response(reason, { status: 403 })
    const { 0: client, 1: socket } = new WebSocketPair()
    const attachment: Attachment = { ...access, id: randomUUID(), key, clocks: [] }
    this.ctx.acceptWebSocket(socket)
    socket.serializeAttachment(attachment)
    const connection = this.#add(socket, attachment)
    const count = this.#verification.countAt(authenticatedAt)
    await this.#verification.admit(connection, access.accountSid, count).catch(error => {
      this.#end(connection, 'unavailable')
      throw error
    })
    this.#welcome(connection)
    this.#alarm.before(alarmOf(connection, Date.now()))
    return new Response(null, { status: 101, webSocket: client } as ResponseInit)
  }

  webSocketMessage(socket: ServerSocket, frame: unknown): void {
    const connection = this.#connectionOf(socket)
    if (!connection) return
    if (!(frame instanceof ArrayBuffer)) this.#end(connection, 'malformed')
    else if (frame.byteLength > maxMessageBytes) this.#end(connection, 'tooLarge')
    else this.#receive(connection, frame)
  }

  webSocketClose(socket: ServerSocket): void {
    const connection = this.#connectionOf(socket)
    if (connection) this.#end(connection)
  }

  webSocketError(socket: ServerSocket): void {
    this.webSocketClose(socket)
  }

  /** Closes the connections whose tokens have expired, and announces the last changes. */
  async alarm(): Promise<void> {
    this.#alarm.started()
    const now = Date.now()
    for (const connection of [...this.#connections.values()])
      if (connection.access.expiresAt * 1000 <= now) this.#end(connection, 'expired')
    for (const connection of this.#connections.values()) this.#alarm.before(alarmOf(connection, now))
    // Until it has succeeded, there is an alarm, also after a crash.
    if (this.#connections.size > 0 && this.#verification.isDue(now)) this.#alarm.before(now + retryMs)
    // Not awaited: the platform may take 40 s, and the next alarm, which closes the expired, runs only after this one.
    void this.#verifying.run(
      () => this.#verification.verifyIfDue(now),
      error => logFailure(this.#env.log, error),
    )
    await this.#announcements.flush()
  }

  read(ifNoneMatch?: string): DocumentContent | undefined {
    const row = this.#store.read()
    if (!row || row.deletedAt !== null) return undefined
    const etag = `"${row.version}"`
    if (matchesEtag(ifNoneMatch, etag)) return { etag }
    return { etag, update: Y.encodeStateAsUpdate(this.#content.doc) }
  }

  async remove(): Promise<boolean> {
    if (!this.#place.exists()) return false
    const now = Date.now()
    this.#store.remove(now)
    this.#content.forget()
    this.#alarm.before(now)
    for (const connection of [...this.#connections.values()]) this.#end(connection, 'deleted')
    await this.#announcements.deleted()
    return true
  }

  verify(accountSid: string): Promise<boolean> {
    return this.#verification.verifyAccount(accountSid)
  }

  async #refusalOf(key: DocumentKey, access: Access): Promise<CloseReason | undefined> {
    if ((this.#store.read()?.deletedAt ?? -deletedMs) + deletedMs > Date.now()) return 'deleted'
    if (this.#connections.size >= maxConnections) return 'tooManyConnections'
    return (await this.#place.reserve(key, access)) ? undefined : 'tooManyDocuments'
  }

  #add(socket: ServerSocket, attachment: Attachment): Connection {
    const connection = new Connection(socket, attachment)
    this.#connections.set(connection.id, connection)
    this.#awareness.restore(connection.id, attachment.clocks)
    return connection
  }

  #connectionOf(socket: ServerSocket): Connection | undefined {
    return this.#connections.get((socket.deserializeAttachment() as Attachment).id)
  }

  /** Asks a new client for what the document does not have, and sends the awareness of the others. */
  #welcome(connection: Connection): void {
    connection.probe(messages.step1(this.#content.doc))
    this.#sendAwareness(connection)
    for (const id of this.#awareness.forgotten()) this.#connections.get(id)?.reply(messages.queryAwareness())
  }

  #sendAwareness(connection: Connection): void {
    const entries = this.#awareness.entries()
    if (entries.length > 0) this.#answer(connection, messages.awarenessMessage(encodeAwareness(entries)))
  }

  #receive(connection: Connection, frame: ArrayBuffer): void {
    const message = messages.parseMessage(frame)
    if (!message) {
      this.#end(connection, 'malformed')
      return
    }
    const cost = message.kind === 'step1' ? this.#content.readCost : messageCosts[message.kind]
    if (connection.rate.allows(cost, frame.byteLength, Date.now())) this.#execute(connection, message)
    else this.#end(connection, 'tooManyMessages')
  }

  #execute(connection: Connection, message: messages.Message): void {
    if (message.kind === 'step1') this.#answer(connection, messages.step2(this.#content.doc, message.vector))
    if (message.kind === 'update') this.#update(connection, message)
    if (message.kind === 'awareness') this.#relay(connection, message.entries)
    if (message.kind === 'queryAwareness') this.#sendAwareness(connection)
  }

  #answer(connection: Connection, answer: Uint8Array): void {
    if (!connection.answer(answer)) this.#end(connection, 'tooManyMessages')
  }

  #update(connection: Connection, { update, isReply }: { update: Uint8Array; isReply: boolean }): void {
    if (isReply) connection.answered()
    if (!connection.access.canWrite) {
      if (!isReply || this.#content.hasNews(update)) connection.reply(messages.permissionDenied())
      return
    }
    const applied = this.#content.apply(update)
    if (applied.outcome !== 'stored' && applied.outcome !== 'unchanged')
      this.#end(connection, applied.outcome)
    else if (!connection.rate.allows(this.#content.waitCost(update), 0, Date.now()))
      this.#end(connection, 'tooManyMessages')
    if (applied.outcome !== 'stored') return
    const now = Date.now()
    this.#store.changed(connection.key, connection.access.user, now)
    if (applied.change) this.#broadcast(messages.updateMessage(applied.change))
    this.#announcements.changed(now)
  }

  #relay(connection: Connection, received: AwarenessEntry[]): void {
    const newer = this.#awareness.apply(received, connection.id)
    if (newer.length > 0) this.#broadcast(messages.awarenessMessage(encodeAwareness(newer)))
    // A client whose own state is not newer gets it back too: it takes a silent server for a lost one.
    else if (received.some(({ id }) => this.#awareness.isOf(id, connection.id)))
      connection.reply(messages.awarenessMessage(encodeAwareness(received)))
    connection.saveClocks(this.#awareness.clocksOf(connection.id))
  }

  /** Sends to all connections, also to that from which the message comes. */
  #broadcast(message: Uint8Array): void {
    for (const connection of [...this.#connections.values()]) {
      if (!connection.push(message)) this.#end(connection, 'slow')
      else if (connection.isProbeDue) connection.probe(messages.step1(this.#content.doc))
    }
  }

  #end(connection: Connection, reason?: CloseReason): void {
    if (connection.isEnded) return
    connection.end(reason)
    this.#connections.delete(connection.id)
    const gone = this.#awareness.end(connection.id)
    if (gone.length > 0) this.#broadcast(messages.awarenessMessage(encodeAwareness(gone)))
    if (this.#connections.size > 0) return
    this.#content.compact()
    void this.#place.release(connection).catch(error => logFailure(this.#env.log, error))
  }
}
