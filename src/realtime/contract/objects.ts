// The calls between the objects: shards call topics, topics deliver to shards, and topics call the hub of their
// application.

import type { WantedEvents } from '../../shared/realtime/events.ts'
import type { MonitorSnapshot } from '../../shared/realtime/monitor.ts'
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
  /** The exam whose monitor shows the client, if it is that of the learner of a session. */
  learnerOf?: string | undefined
  /** The position after which the client recovers what it missed. */
  recover?: Position | undefined
  /** The position of the data of the reply, after which the client needs everything that it does not recover. */
  snapshot?: Position | undefined
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
    | 'monitor.updated'
  /** The payloads as JSON, one for each event. */
  payloads: string[]
  /**
   * One for each payload, if the sender stores its events until the topic has them. A topic publishes an event once: a
   * sender that has lost the answer repeats the call.
   */
  ids?: string[]
  /** The clients that published, one for each payload; absent for events that no client published. */
  publishers?: ClientInfo[]
}

/** An event that its sender may repeat: its id and its JSON. Without JSON, the payload of the event is erased. */
export type IdentifiedPublication = { id: string; json: string | undefined }

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
  subscribe(request: SubscribeRequest): Promise<SubscribeResult>
  unsubscribe(shard: string, clients: string[]): void
  publish(request: PublishRequest): Position
  /** Publishes events of the platform, each once. */
  publishOfPlatform(key: TopicKey, publications: IdentifiedPublication[]): void
  history(key: TopicKey, query: HistoryQuery): (Position & { publications: Publication[] }) | undefined
  position(key: TopicKey): Position
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

/** An object that holds connections. */
export type Holder = { kind: 'shard' | 'document'; name: string }

/** The methods of an account. */
export type AccountCalls = {
  /** The object has connections of the account. Returns whether the account did not know that. */
  register(accountSid: string, holder: Holder): boolean
  /** Tokens of the account may have ended: the objects with its connections verify them. */
  ended(): Promise<void>
}

/** A monitor: an exam of an application. */
export type MonitorKey = { applicationSid: string; examSid: string }

export const nameOfMonitor = ({ applicationSid, examSid }: MonitorKey): string =>
  `${applicationSid}/${examSid}`
export const monitorTopicOf = (examSid: string): string => `monitor.${examSid}`

/** The methods of the monitor of an exam. */
export type MonitorCalls = {
  /** Returns the learners of the exam, and the position of its topic before they were read. */
  snapshot(key: MonitorKey): Promise<Position & { data: MonitorSnapshot }>
  /** The learner of a session has connected, or has lost the last connection. */
  connection(
    key: MonitorKey,
    sessionSid: string,
    learner: { state: 'online' | 'missing'; seenAt: number },
  ): Promise<void>
  /** Sessions of the exam have changed. */
  changed(key: MonitorKey): void
}

/** The methods of the hub of an application. */
export type HubCalls = {
  /** Returns which events the webhook endpoints of the application receive. */
  wanted(applicationSid: string): Promise<WantedEvents>
  /** A change of a webhook endpoint begins, or has ended. */
  endpointChange(change: string, phase: 'begins' | 'ended'): void
  /** Captured changes are published on the topic from now on. */
  register(applicationSid: string, topic: string): Promise<void>
  /** Publishes the events of the platform that wait for the topics of the application. */
  publishAll(applicationSid: string): Promise<void>
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
export type MonitorStub = StubOf<MonitorCalls>
export type HubStub = StubOf<HubCalls>

/** A namespace of Durable Objects. */
export type Namespace<Stub> = { idFromName(name: string): unknown; get(id: unknown): Stub }

export const stubOf = <Stub>(namespace: Namespace<Stub>, name: string): Stub =>
  namespace.get(namespace.idFromName(name))
