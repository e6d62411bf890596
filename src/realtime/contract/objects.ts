// The calls between the objects: shards call topics, and topics deliver to shards.

import type { ClientInfo, Position, Publication } from '../protocol/replies.ts'
import type { HistoryQuery } from './history.ts'

/** A topic of an application. */
export type TopicKey = { applicationSid: string; topic: string }

/** The name of the object of a topic, and the key of its subscriptions in a shard. Topics contain no slash. */
export const nameOfTopic = ({ applicationSid, topic }: TopicKey): string => `${applicationSid}/${topic}`

export type SubscribeRequest = {
  key: TopicKey
  shard: string
  info: ClientInfo
  /** Whether the client receives the joins and leaves of others. */
  wantsMoves: boolean
  /** The position after which the client recovers what it missed. */
  recover?: Position | undefined
}

export type SubscribeResult = Position & {
  /** Undefined if the client did not ask for recovery. */
  recovered?: boolean
  publications: Publication[]
}

export type PublishRequest = {
  key: TopicKey
  type:
    | 'socket.message'
    | 'presence.updated'
    | 'socket.connect'
    | 'socket.disconnect'
    | 'document.updated'
    | 'document.deleted'
  /** The client that published. */
  info?: ClientInfo
  /** The payloads as JSON, one for each event. */
  payloads: string[]
}

export type Move = { name: 'join' | 'leave'; info: ClientInfo }

/** What a topic sends to a shard: the next publications, in order, and joins and leaves. */
export type Delivery = {
  key: TopicKey
  /** The offset up to which the shard has received publications before. */
  previous: number
  /** Whether the topic knows that the shard has received them. */
  isCertain: boolean
  publications: Publication[]
  moves: Move[]
}

/** The methods of a topic. */
export type TopicCalls = {
  subscribe(request: SubscribeRequest): SubscribeResult
  unsubscribe(shard: string, clients: string[]): void
  publish(request: PublishRequest): Position
  history(key: TopicKey, query: HistoryQuery): (Position & { publications: Publication[] }) | undefined
  presence(): ClientInfo[]
  presenceStats(): { clients: number; users: number }
}

/** The methods of a shard. */
export type ShardCalls = {
  fetch(request: Request): Response
  /** Returns whether the shard has subscriptions of the topic. */
  deliver(delivery: Delivery): boolean
  /** Closes the connections of the account whose token has ended. Returns whether any connections of it are left. */
  verify(accountSid: string): Promise<boolean>
}

/** The methods of an account. */
export type AccountCalls = {
  /** A shard or a document has connections of the account. Returns whether the account did not know that. */
  register(accountSid: string, holder: string): boolean
  /** Tokens of the account may have ended: its shards and documents verify their connections. */
  ended(): Promise<void>
}

/** An object as its callers see it. */
export type StubOf<Calls> = {
  [Name in keyof Calls]: Calls[Name] extends (...input: infer Input) => infer Result
    ? (...input: Input) => Promise<Awaited<Result>>
    : never
}
export type TopicStub = StubOf<TopicCalls>
export type ShardStub = StubOf<ShardCalls>
export type AccountStub = StubOf<AccountCalls>

/** A namespace of Durable Objects. */
export type Namespace<Stub> = { idFromName(name: string): unknown; get(id: unknown): Stub }

export const stubOf = <Stub>(namespace: Namespace<Stub>, name: string): Stub =>
  namespace.get(namespace.idFromName(name))
