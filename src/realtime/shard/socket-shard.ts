// The Durable Object that holds the sockets of up to 2,000 clients. It sleeps between frames: the runtime keeps the sockets.

import { DurableObject } from 'cloudflare:workers'
import { randomUUID } from 'node:crypto'
import { logFailure } from '../../shared/logging/failure.ts'
import { Alarm } from '../alarm.ts'
import type { Delivery, ShardCalls } from '../contract/objects.ts'
import { type ObjectEnv, readObjectEnv } from '../env.ts'
import { Exclusive } from '../exclusive.ts'
import { type CloseName, closes } from '../protocol/codes.ts'
import { type Parsed, parseFrame } from '../protocol/commands.ts'
import { ping } from '../protocol/replies.ts'
import { Authority } from './authority.ts'
import { type Attachment, Connection } from './connection.ts'
import { ConnectionEvents } from './connection-events.ts'
import { execute } from './execute.ts'
import { maxSockets, pingSeconds } from './limits.ts'
import { type EndedConnection, ShardStore } from './store.ts'
import { wokenSubscription } from './subscription.ts'
import { Subscriptions } from './subscriptions.ts'
import type { TokenEffects } from './token-commands.ts'

/** The header with which the Worker passes the name of the shard. */
export const shardHeader = 'x-invigil-shard'

const pingMs = pingSeconds * 1000
/** An alarm that is this much early counts as on time. */
const toleranceMs = 1000
const retryMs = 5000

/** The code and reason of the end of a connection. */
type Ending = readonly [code: number, reason: string]
/** The connection ended without a close (RFC 6455, 7.4.1). */
const lost: Ending = [1006, '']

export class SocketShard extends DurableObject<unknown> implements ShardCalls {
  readonly #env: ObjectEnv
  readonly #alarm: Alarm
  readonly #store: ShardStore
  readonly #subscriptions: Subscriptions
  readonly #authority: Authority
  readonly #events: ConnectionEvents
  readonly #verifying = new Exclusive()
  readonly #connections = new Map<string, Connection>()
  #name: string
  #pingedAt: number

  constructor(ctx: DurableObjectState, bindings: unknown) {
    super(ctx, bindings)
    this.#alarm = new Alarm(ctx.storage)
    this.#env = readObjectEnv(bindings)
    this.#store = new ShardStore(ctx.storage.sql)
    const stored = this.#store.read()
    this.#name = stored?.name ?? ''
    this.#pingedAt = stored?.pingedAt ?? 0
    const [name, { platform, accounts, topics, monitors }] = [() => this.#name, this.#env]
    this.#authority = new Authority({
      ...{ sql: ctx.storage.sql, platform, accounts, name },
      connections: () => this.#connections.values(),
      revoked: connection => this.#end(connection, 'invalidToken'),
      denied: (connection, topic) => this.#subscriptions.deny(connection, topic),
    })
    this.#subscriptions = new Subscriptions({
      ...{ topics, monitors, name, store: this.#store, authority: this.#authority },
      isConnected: client => this.#connections.has(client),
      slow: connection => this.#end(connection, 'slow'),
      retryLater: error => this.#retryLater(error),
    })
    // The runtime answers a pong with an empty line, which clients ignore, and does not wake the object.
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(ping, '\n'))
    this.#events = new ConnectionEvents(ctx.storage.sql, {
      publish: request => this.#subscriptions.stub(request.key).publish(request),
      retryLater: error => this.#retryLater(error),
    })
    this.#wake()
    void ctx.blockConcurrencyWhile(() => this.#alarm.read())
    void this.#subscriptions.departures.leaveAll()
    void this.#events.flush()
  }

  /** Accepts a socket. Responds with 503 if the shard is full. */
  fetch(request: Request): Response {
    if (this.#connections.size >= maxSockets) return new Response(null, { status: 503 })
    if (this.#name === '') {
      this.#name = request.headers.get(shardHeader) ?? ''
      this.#store.create(this.#name)
    }
    const { 0: client, 1: socket } = new WebSocketPair()
    const attachment: Attachment = { client: randomUUID(), connectedAt: Date.now() }
    this.ctx.acceptWebSocket(socket)
    socket.serializeAttachment(attachment)
    this.#add(socket, attachment)
    this.#alarm.before(Date.now() + pingMs)
    return new Response(null, { status: 101, webSocket: client } as ResponseInit)
  }

  async webSocketMessage(socket: ServerSocket, frame: unknown): Promise<void> {
    const connection = this.#connectionOf(socket)
    if (!connection) return
    const commands = parseFrame(frame)
    if (typeof commands === 'string') this.#end(connection, commands)
    else if (!connection.rate.allowsLines(commands.length, Date.now())) this.#end(connection, 'badRequest')
    else await Promise.all(commands.map(command => this.#receive(connection, command)))
  }

  webSocketClose(socket: ServerSocket, code: number, reason: string): void {
    const connection = this.#connectionOf(socket)
    if (connection) this.#end(connection, undefined, [code, reason])
  }

  webSocketError(socket: ServerSocket): void {
    this.webSocketClose(socket, ...lost)
  }

  deliver(delivery: Delivery): boolean {
    return this.#subscriptions.deliver(delivery)
  }

  verify(accountSid: string): Promise<boolean> {
    return this.#authority.verification.verifyAccount(accountSid)
  }

  /** Sends pings, closes the connections that are lost or expired, and repeats what failed. */
  async alarm(): Promise<void> {
    this.#alarm.started()
    const now = Date.now()
    for (const connection of [...this.#connections.values()]) this.#closeExpired(connection, now)
    if (now >= this.#pingedAt + pingMs - toleranceMs) this.#pingAll(now)
    // Not awaited: the platform may take 40 s, and the next alarm, with its pings, runs only after this one.
    void this.#verifying.run(
      () => this.#authority.verification.verifyIfDue(now),
      error => this.#retryLater(error),
    )
    await Promise.all([this.#subscriptions.departures.leaveAll(), this.#events.flush()])
    const ends = [...this.#connections.values()].map(({ identity }) => identity?.expiresAt ?? Infinity)
    if (ends.length > 0) this.#alarm.before(Math.min(this.#pingedAt + pingMs, Math.min(...ends) * 1000))
  }

  #closeExpired(connection: Connection, now: number): void {
    const { identity, connectedAt } = connection
    if (identity ? identity.expiresAt * 1000 <= now : connectedAt <= now - pingMs)
      this.#end(connection, identity ? 'expired' : 'stale')
  }

  #pingAll(now: number): void {
    for (const connection of [...this.#connections.values()]) {
      if (!connection.identity) continue
      if (connection.isSilentSince(now - pingMs + toleranceMs, this.#pingedAt))
        this.#end(connection, 'noPong')
      else connection.ping(now)
    }
    this.#pingedAt = now
    this.#store.pinged(now)
  }

  /** Restores the connections of an object that slept, and ends those that a crash has closed. */
  #wake(): void {
    const identities = this.#store.connections()
    for (const socket of this.ctx.getWebSockets()) {
      const attachment = socket.deserializeAttachment() as Attachment
      if (!attachment.isEnded) this.#add(socket, attachment).identity = identities.get(attachment.client)
    }
    for (const ended of this.#store.endOthers([...this.#connections.keys()])) this.#recordEnd(ended, lost)
    for (const { key, client, wantsMoves } of this.#store.subscriptions()) {
      const connection = this.#connections.get(client)
      if (connection) this.#subscriptions.add(connection, key, wokenSubscription(wantsMoves))
    }
  }

  #add(socket: ServerSocket, attachment: Attachment): Connection {
    const answeredAt = () => this.ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0
    const connection = new Connection(socket, attachment, answeredAt)
    this.#connections.set(attachment.client, connection)
    return connection
  }

  #connectionOf(socket: ServerSocket): Connection | undefined {
    return this.#connections.get((socket.deserializeAttachment() as Attachment).client)
  }

  #receive(connection: Connection, command: Parsed): Promise<void> {
    if (command.name === 'pong') connection.ponged(Date.now())
    if (!('id' in command)) return Promise.resolve()
    const { rate } = connection
    const isAllowed =
      command.name === 'subscribe' ? rate.allowsSubscribe(Date.now()) : rate.allows(Date.now())
    const context = {
      ...{ connection, subscriptions: this.#subscriptions, log: this.#env.log },
      ...{ platform: this.#env.platform, effects: this.#tokenEffects(connection) },
    }
    const isGate = command.name === 'connect' || command.name === 'refresh'
    const executed = connection.gate.then(() => execute(context, command, isAllowed))
    if (isGate) connection.gate = executed
    return executed
  }

  #tokenEffects(connection: Connection): TokenEffects {
    return {
      accepted: identity => {
        const { client, connectedAt } = connection
        this.#store.saveConnection(client, connectedAt, identity)
        this.#alarm.before(identity.expiresAt * 1000)
      },
      connected: ({ applicationSid, user }) => {
        const { client: clientId, connectedAt } = connection
        this.#events.record(applicationSid, 'socket.connect', { clientId, user, connectedAt })
      },
      close: reason => this.#end(connection, reason),
      authority: this.#authority,
    }
  }

  /**
   * Ends a connection, and then its subscriptions on their topics.
   * @param close why the server closes it
   * @param received the code and reason with which the client has closed it
   */
  #end(connection: Connection, close?: CloseName, received: Ending = lost): void {
    if (connection.isEnded) return
    const { identity, client, connectedAt } = connection
    connection.end(close)
    this.#connections.delete(client)
    if (!identity) return
    this.#store.endConnection(client)
    this.#subscriptions.endAll(connection, identity)
    this.#recordEnd({ client, connectedAt, identity }, close ? closes[close] : received)
  }

  #recordEnd({ client: clientId, connectedAt, identity }: EndedConnection, [code, reason]: Ending): void {
    const { applicationSid, user } = identity
    const payload = { clientId, user, code, reason, connectedAt, disconnectedAt: Date.now() }
    this.#events.record(applicationSid, 'socket.disconnect', payload)
  }

  #retryLater(error: unknown): void {
    logFailure(this.#env.log, error)
    this.#alarm.before(Date.now() + retryMs)
  }
}
