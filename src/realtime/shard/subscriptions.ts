// The subscriptions of the connections of a shard, and their topics.

import { examOfTopic, sessionOfTopic } from '../../shared/realtime/access.ts'
import type { Identity } from '../../shared/realtime/connection.ts'
import { Chains } from '../chains.ts'
import {
  type Delivery,
  type MonitorStub,
  type Namespace,
  nameOfMonitor,
  nameOfTopic,
  stubOf,
  type TopicKey,
  type TopicStub,
} from '../contract/objects.ts'
import { CommandError, type unsubscribes } from '../protocol/codes.ts'
import type { CommandBody } from '../protocol/commands.ts'
import { movePush, publicationPush, replyWithPublications, unsubscribePush } from '../protocol/replies.ts'
import type { Authority } from './authority.ts'
import { type Connection, type Frame, frameOf } from './connection.ts'
import { chainOf, Departures } from './departures.ts'
import { maxTopics } from './limits.ts'
import { Publications } from './publications.ts'
import type { ShardStore } from './store.ts'
import { accept, activate, pendingSubscription, type Subscription } from './subscription.ts'

type Effects = {
  topics: Namespace<TopicStub>
  monitors: Namespace<MonitorStub>
  store: ShardStore
  authority: Authority
  /** The name of the shard. */
  name(): string
  /** The client of the connection is too far behind. */
  slow(connection: Connection): void
  isConnected(client: string): boolean
  /** A topic did not receive the end of a subscription: `departures.leaveAll` must run again. */
  retryLater(error: unknown): void
}

export class Subscriptions {
  readonly #effects: Effects
  readonly #byTopic = new Map<string, Map<string, Connection>>()
  readonly #chains = new Chains()
  readonly publications = new Publications(request => this.stub(request.key).publish(request))
  readonly departures: Departures

  constructor(effects: Effects) {
    this.#effects = effects
    const { store, name, isConnected, retryLater } = effects
    this.departures = new Departures({
      ...{ store, chains: this.#chains, isConnected, retryLater },
      unsubscribe: (key, clients) => this.stub(key).unsubscribe(name(), clients),
    })
  }

  /** Runs the work of a connection on a topic after its earlier work on it. */
  inOrder<T>({ client }: Pick<Connection, 'client'>, topic: string, work: () => Promise<T>): Promise<T> {
    return this.#chains.run(work, chainOf(client, topic))
  }

  get authority(): Authority {
    return this.#effects.authority
  }

  stub(key: TopicKey): TopicStub {
    return stubOf(this.#effects.topics, nameOfTopic(key))
  }

  add(connection: Connection, key: TopicKey, subscription: Subscription): void {
    connection.subscriptions.set(key.topic, subscription)
    const name = nameOfTopic(key)
    const connections = this.#byTopic.get(name) ?? new Map<string, Connection>()
    this.#byTopic.set(name, connections.set(connection.client, connection))
  }

  #remove(connection: Connection, key: TopicKey): void {
    connection.subscriptions.delete(key.topic)
    const name = nameOfTopic(key)
    const connections = this.#byTopic.get(name)
    connections?.delete(connection.client)
    if (connections?.size === 0) this.#byTopic.delete(name)
  }

  /** Subscribes a connection, and sends the reply and what was published since. */
  async subscribe(
    id: number,
    connection: Connection,
    identity: Identity,
    { channel: topic, recover, join_leave, ...position }: CommandBody<'subscribe'>,
  ): Promise<void> {
    const access = await this.#effects.authority.require(connection, 'subscribe', topic)
    const snapshot = await this.#snapshot(identity, topic)
    // A verification meanwhile did not know of the subscription. Without one, the decision is remembered.
    if (snapshot) await this.#effects.authority.require(connection, 'subscribe', topic)
    if (connection.isEnded) return
    if (connection.subscriptions.has(topic)) throw new CommandError('alreadySubscribed')
    if (connection.subscriptions.size >= maxTopics) throw new CommandError('limitExceeded')
    const { applicationSid, user } = identity
    const key = { applicationSid, topic }
    const { client } = connection
    const subscription = pendingSubscription(join_leave)
    this.add(connection, key, subscription)
    this.#effects.store.saveSubscription(key, client, join_leave)
    const request = {
      ...{ key, shard: this.#effects.name(), info: { client, user }, wantsMoves: join_leave },
      learnerOf: sessionOfTopic(topic) && access?.learnerOf,
      ...{ recover: recover ? position : snapshot?.position, snapshot: snapshot?.position },
    }
    const result = await this.departures
      .join({ key, client }, () => this.stub(key).subscribe(request))
      .catch(error => {
        this.end(connection, key)
        throw error
      })
    // If the subscription ended meanwhile, the topic learns of the end next.
    if (connection.subscriptions.get(topic) !== subscription) throw new CommandError('internal')
    const { epoch, offset, recovered, publications } = result
    const members = {
      ...{ recoverable: true, positioned: true, epoch, offset },
      ...(recover && { recovered, was_recovering: true }),
      ...(snapshot && { data: snapshot.data }),
    }
    try {
      connection.sendLarge(replyWithPublications(id, 'subscribe', members, publications))
    } catch (error) {
      this.end(connection, key)
      throw error
    }
    for (const batch of activate(subscription, offset)) this.#send(connection, { ...batch, key, moves: [] })
  }

  /** Returns the learners of the exam that the topic monitors, and the position after which its publications follow. */
  async #snapshot({ applicationSid }: Identity, topic: string) {
    const examSid = examOfTopic(topic)
    if (!examSid) return undefined
    const key = { applicationSid, examSid }
    const { data, ...position } = await stubOf(this.#effects.monitors, nameOfMonitor(key)).snapshot(key)
    return { data, position }
  }

  /** Ends a subscription here, and then on the topic. */
  end(connection: Connection, key: TopicKey, push?: keyof typeof unsubscribes): void {
    if (!connection.subscriptions.has(key.topic)) return
    this.#remove(connection, key)
    this.#effects.store.endSubscription(connection.client, key.topic)
    if (push) connection.send(unsubscribePush(key.topic, push))
    const { client } = connection
    void this.inOrder(connection, key.topic, () => this.departures.leave({ key, client }))
  }

  /** Ends a subscription that the token of the connection does not permit any more. */
  deny(connection: Connection, topic: string): void {
    const { identity } = connection
    if (!identity) return
    this.end(connection, { applicationSid: identity.applicationSid, topic }, 'permissionDenied')
  }

  /** Removes an ended connection, whose end is stored, and ends its subscriptions on their topics. */
  endAll(connection: Connection, { applicationSid }: Identity): void {
    for (const topic of [...connection.subscriptions.keys()]) {
      const key = { applicationSid, topic }
      this.#remove(connection, key)
      void this.departures.leaveOfLost(key)
    }
  }

  /** Sends a delivery to the subscribers. @returns whether there are any */
  deliver(delivery: Delivery): boolean {
    const connections = this.#byTopic.get(nameOfTopic(delivery.key))
    if (!connections) return false
    const frames = framesOf(delivery)
    for (const connection of [...connections.values()]) this.#send(connection, delivery, frames)
    return true
  }

  #send(connection: Connection, delivery: Delivery, frames = framesOf(delivery)): void {
    const { key } = delivery
    const subscription = connection.subscriptions.get(key.topic)
    if (!subscription) return
    const start = accept(subscription, delivery)
    if (start === 'gap') {
      this.end(connection, key, 'insufficientState')
      return
    }
    const frame = frames(start, subscription)
    if (frame && !connection.push(frame)) this.#effects.slow(connection)
  }
}

type Frames = (start: number, subscription: Subscription) => Frame | undefined

/** Returns the frames of a delivery, each made once: most subscribers receive the same. */
function framesOf({ key: { topic }, publications, moves }: Delivery): Frames {
  const pushes = publications.map(publication => publicationPush(topic, publication))
  const moved = moves.map(({ name, info }) => movePush(topic, name, info))
  const made = new Map<string, Frame | undefined>()
  return (start, { wantsMoves, state }) => {
    const hasMoves = wantsMoves && state.kind === 'active'
    const name = `${start} ${hasMoves}`
    if (made.has(name)) return made.get(name)
    const texts = [...(hasMoves ? moved : []), ...pushes.slice(start)]
    const frame = texts.length === 0 ? undefined : frameOf(texts.join('\n'))
    made.set(name, frame)
    return frame
  }
}
