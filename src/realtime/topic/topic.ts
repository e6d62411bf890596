// The Durable Object of a topic of an application. It gives the publications their order, stores them before anyone
// receives them, and knows who is on the topic.

import { DurableObject } from 'cloudflare:workers'
import { randomUUID } from 'node:crypto'
import { logFailure } from '../../shared/logging/failure.ts'
import { Alarm } from '../alarm.ts'
import { type HistoryQuery, historyMs, historyRange } from '../contract/history.ts'
import {
  type IdentifiedPublication,
  type Move,
  nameOfTopic,
  type PublishRequest,
  type SubscribeRequest,
  type SubscribeResult,
  stubOf,
  type TopicCalls,
  type TopicKey,
} from '../contract/objects.ts'
import { type ObjectEnv, readObjectEnv } from '../env.ts'
import { type ClientInfo, type Position, type Publication, publicationJson } from '../protocol/replies.ts'
import { ChangeTopic } from './change-topic.ts'
import { eventJson } from './event-json.ts'
import { EventOutbox } from './event-outbox.ts'
import { FanOut } from './fan-out.ts'
import { LearnerConnection } from './learner-connection.ts'
import { PresenceChanges } from './presence-changes.ts'
import { hasPresenceTopic, publishPresence } from './presence-topic.ts'
import { PublishedEvents } from './published-events.ts'
import { missedBy } from './recovery.ts'
import { TopicStore } from './store.ts'

/** The most clients of a presence list. */
const maxPresence = 1000
/** The most publications of one delivery. */
const maxDelivered = 200
const retryMs = 2000
const saveMs = 1000

type State = Position & { key: TopicKey }

export class Topic extends DurableObject<unknown> implements TopicCalls {
  readonly #env: ObjectEnv
  readonly #alarm: Alarm
  readonly #store: TopicStore
  readonly #fanOut: FanOut
  readonly #changes: PresenceChanges
  readonly #learner: LearnerConnection
  readonly #outbox: EventOutbox
  readonly #published: PublishedEvents
  readonly #changeTopic: ChangeTopic
  /** The acknowledged offsets that are not stored yet. After a crash, the deliveries after the stored ones are repeated. */
  readonly #unsaved = new Map<string, number>()
  #state: State | undefined

  constructor(ctx: DurableObjectState, bindings: unknown) {
    super(ctx, bindings)
    this.#alarm = new Alarm(ctx.storage)
    this.#env = readObjectEnv(bindings)
    this.#store = new TopicStore(ctx.storage.sql)
    this.#state = this.#store.read()
    const shared = {
      key: () => this.#state?.key,
      runAt: (time: number) => this.#alarm.before(time),
      retryLater: (error: unknown) => this.#retryLater(error),
    }
    this.#fanOut = new FanOut(this.#effects(), this.#store.shards())
    this.#changes = new PresenceChanges(ctx.storage.sql, {
      ...shared,
      publish: async changes => this.#state && publishPresence(this.#env, this.#state, changes),
    })
    this.#learner = new LearnerConnection(ctx.storage.sql, this.#env, shared)
    this.#published = new PublishedEvents(ctx.storage.sql)
    this.#changeTopic = new ChangeTopic(ctx.storage.sql, this.#env, {
      ...shared,
      hasSubscribers: () => this.#store.presenceStats().clients > 0,
    })
    this.#outbox = new EventOutbox(ctx.storage.sql, this.#env, {
      ...shared,
      top: () => this.#state?.offset ?? 0,
      next: (after, limit) => this.#store.next(after, limit),
    })
    void ctx.blockConcurrencyWhile(async () => {
      await this.#alarm.read()
      this.#fanOut.deliverAll()
      this.#flush()
    })
  }

  async subscribe(request: SubscribeRequest): Promise<SubscribeResult> {
    this.#open(request.key)
    await this.#changeTopic.require()
    return this.#subscribe(request)
  }

  #subscribe({ key, shard, info, wantsMoves, learnerOf, ...from }: SubscribeRequest): SubscribeResult {
    const state = this.#open(key)
    const { epoch, offset } = state
    const missed = missedBy(from, this.#store, { epoch, offset })
    if (this.#fanOut.add(shard)) this.#store.saveShard(shard, offset)
    this.#move([{ name: 'join', info }])
    if (hasPresenceTopic(key)) this.#changes.joining(info)
    this.#store.subscribe({ ...info, shard, wantsMoves })
    if (learnerOf !== undefined) this.#learner.joined(info, learnerOf)
    return { epoch, offset, ...missed }
  }

  unsubscribe(shard: string, clients: string[]): void {
    const left = this.#store.unsubscribe(shard, clients)
    if (!this.#store.hasSubscribers(shard)) this.#removeShard(shard)
    this.#left(left)
  }

  /** Publishes events. They are stored together, because nothing is awaited in between. */
  publish({ key, type, payloads, ids, publishers }: PublishRequest): Position {
    const state = this.#open(key)
    const events = payloads.map(payload => eventJson({ key, type }, payload, this.#env.environment))
    if (ids)
      this.#published.publish(
        ids.map((id, at) => ({ id, json: events[at] })),
        Date.now(),
        json => this.#append(state, json),
      )
    else for (const [at, json] of events.entries()) this.#append(state, json, publishers?.[at])
    this.#appended(state)
    this.#outbox.published(Date.now())
    return { epoch: state.epoch, offset: state.offset }
  }

  publishOfPlatform(key: TopicKey, publications: IdentifiedPublication[]): void {
    const state = this.#open(key)
    this.#published.publish(publications, Date.now(), json => {
      const offset = this.#append(state, json)
      this.#outbox.skip(offset)
      return offset
    })
    this.#appended(state)
  }

  history(key: TopicKey, query: HistoryQuery): (Position & { publications: Publication[] }) | undefined {
    const { epoch, offset } = this.#open(key)
    const range = historyRange({ epoch, offset }, query)
    return range && { epoch, offset, publications: this.#store.page(range, Date.now()) }
  }

  position(key: TopicKey): Position {
    const { epoch, offset } = this.#open(key)
    return { epoch, offset }
  }

  presence(): ClientInfo[] {
    return this.#store.presence(maxPresence)
  }

  presenceStats(): { clients: number; users: number } {
    return this.#store.presenceStats()
  }

  /** Repeats failed deliveries, deletes what is older than the history, and hands events over. */
  alarm(): Promise<void> {
    this.#alarm.started()
    this.#fanOut.deliverAll()
    this.#flush()
    const now = Date.now()
    for (const oldest of [this.#store.prune(now, this.#outbox.handed), this.#published.prune(now)])
      if (oldest !== undefined) this.#alarm.before(Math.max(oldest + historyMs, now + retryMs))
    // Not awaited: the platform may take 40 s, and the next alarm, which repeats deliveries, runs only after this one.
    void Promise.all([this.#outbox.flush(), this.#changeTopic.renew()])
    return Promise.resolve()
  }

  /** Returns the state of the topic. Creates it at the first use. */
  #open(key: TopicKey): State {
    if (!this.#state) {
      this.#state = { key, epoch: randomUUID(), offset: 0 }
      this.#store.create(key, this.#state.epoch)
    }
    if (nameOfTopic(this.#state.key) !== nameOfTopic(key)) throw new Error('The object is of another topic.')
    return this.#state
  }

  /** Stores a publication, and returns its offset. The runtime holds back deliveries and results until it is stored. */
  #append(state: State, data: string, info?: ClientInfo): number {
    state.offset += 1
    const { offset } = state
    this.#store.publish({ offset, json: publicationJson(offset, data, info) }, Date.now())
    return offset
  }

  /** Publications were appended: the history keeps its size, and the shards receive them. */
  #appended(state: State): void {
    this.#store.advance(state, this.#outbox.handed)
    this.#alarm.before(Date.now() + historyMs)
    this.#fanOut.deliverAll()
  }

  #move(moves: readonly Move[]): void {
    for (const shard of this.#store.shardsWithMoves()) this.#fanOut.move(shard, moves)
    this.#fanOut.deliverAll()
  }

  #left(clients: readonly ClientInfo[]): void {
    if (clients.length > 0) this.#move(clients.map(info => ({ name: 'leave', info })))
    if (this.#state && hasPresenceTopic(this.#state.key)) this.#changes.left(clients)
    this.#learner.left(clients)
  }

  #flush(): void {
    void this.#changes.flush()
    void this.#learner.flush()
  }

  #removeShard(shard: string): void {
    this.#fanOut.remove(shard)
    this.#unsaved.delete(shard)
    this.#store.deleteShard(shard)
  }

  #effects(): ConstructorParameters<typeof FanOut>[0] {
    return {
      top: () => this.#state?.offset ?? 0,
      next: after => {
        const range = { from: after + 1, to: this.#state?.offset ?? 0, limit: maxDelivered, reverse: false }
        return this.#store.page(range, Date.now())
      },
      deliver: async (shard, delivery) => {
        if (!this.#state) return true
        return await stubOf(this.#env.shards, shard).deliver({ key: this.#state.key, ...delivery })
      },
      save: (shard, acknowledged) => {
        if (this.#unsaved.size === 0) setTimeout(() => this.#save(), saveMs)
        this.#unsaved.set(shard, acknowledged)
      },
      forget: shard => {
        this.#left(this.#store.dropShard(shard))
      },
      retryLater: error => this.#retryLater(error),
    }
  }

  #retryLater(error: unknown): void {
    logFailure(this.#env.log, error)
    this.#alarm.before(Date.now() + retryMs)
  }

  #save(): void {
    for (const [shard, acknowledged] of this.#unsaved) this.#store.saveShard(shard, acknowledged)
    this.#unsaved.clear()
  }
}
