// The Durable Object of a topic of an application. It gives the publications their order, stores them before anyone
// receives them, and knows who is on the topic.

import { DurableObject } from 'cloudflare:workers'
import { randomUUID } from 'node:crypto'
import { newSid } from '../../../db/sid.ts'
import { logFailure } from '../../shared/logging/failure.ts'
import { sessionOfTopic } from '../../shared/realtime/access.ts'
import { maxTopicLength, presencePrefix } from '../../shared/topics/topic.ts'
import { type HistoryQuery, historyMs, historyRange, isRecoverable } from '../contract/history.ts'
import {
  type Move,
  nameOfMonitor,
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
import { FanOut } from './fan-out.ts'
import { LearnerConnection } from './learner-connection.ts'
import { PresenceChanges, type PresenceState } from './presence-changes.ts'
import { TopicStore } from './store.ts'

/** The most clients of a presence list. */
const maxPresence = 1000
/** The most publications of one delivery. Each has at most 32 KiB, and a call at most 32 MiB. */
const maxDelivered = 200
/** The most characters of a recovery: a call between objects has at most 32 MiB. */
const maxRecovered = 10_000_000
const retryMs = 2000
const saveMs = 1000

type State = Position & { key: TopicKey }

/** The presence of a presence topic is not published, nor that of a topic whose presence topic would be too long. */
const hasPresenceTopic = ({ topic }: TopicKey): boolean =>
  !topic.startsWith(presencePrefix) && topic.length + presencePrefix.length <= maxTopicLength

const sourceOf = (type: PublishRequest['type']) => (type.startsWith('document.') ? 'sync' : 'socket')

export class Topic extends DurableObject<unknown> implements TopicCalls {
  readonly #env: ObjectEnv
  readonly #store: TopicStore
  readonly #fanOut: FanOut
  readonly #changes: PresenceChanges
  readonly #learner: LearnerConnection
  /** The acknowledged offsets that are not stored yet. After a crash, the deliveries after the stored ones are repeated. */
  readonly #unsaved = new Map<string, number>()
  #state: State | undefined
  #alarmAt: number | undefined

  constructor(ctx: DurableObjectState, bindings: unknown) {
    super(ctx, bindings)
    this.#env = readObjectEnv(bindings)
    this.#store = new TopicStore(ctx.storage.sql)
    this.#state = this.#store.read()
    this.#fanOut = new FanOut(this.#effects(), this.#store.shards())
    this.#changes = new PresenceChanges(ctx.storage.sql, {
      publish: states => this.#publishPresence(states),
      retryLater: error => this.#retryLater(error),
    })
    this.#learner = new LearnerConnection(ctx.storage.sql, {
      report: (examSid, learner) => this.#reportLearner(examSid, learner),
      retryLater: error => this.#retryLater(error),
    })
    void ctx.blockConcurrencyWhile(async () => {
      this.#alarmAt = (await ctx.storage.getAlarm()) ?? undefined
      this.#fanOut.deliverAll()
      this.#flush()
    })
  }

  subscribe({ key, shard, info, wantsMoves, learnerOf, recover }: SubscribeRequest): SubscribeResult {
    const state = this.#open(key)
    if (this.#fanOut.add(shard)) this.#store.saveShard(shard, state.offset)
    this.#move({ name: 'join', info })
    if (hasPresenceTopic(key)) this.#changes.joining(info)
    this.#store.subscribe({ ...info, shard, wantsMoves })
    if (learnerOf !== undefined) this.#learner.joined(info, learnerOf)
    const { epoch, offset } = state
    const position = { epoch, offset }
    if (!recover) return { ...position, publications: [] }
    const now = Date.now()
    if (!isRecoverable(this.#store.extent(position, now), recover))
      return { ...position, recovered: false, publications: [] }
    const range = { from: recover.offset + 1, to: offset, limit: offset, reverse: false }
    const publications = this.#store.page(range, now)
    const recovered = publications.reduce((sum, { json }) => sum + json.length, 0) <= maxRecovered
    return { ...position, recovered, publications: recovered ? publications : [] }
  }

  unsubscribe(shard: string, clients: string[]): void {
    const left = this.#store.unsubscribe(shard, clients)
    if (!this.#store.hasSubscribers(shard)) this.#removeShard(shard)
    this.#left(left)
  }

  publish({ key, type, info, payloads }: PublishRequest): Position {
    const state = this.#open(key)
    for (const payload of payloads) {
      const subject = { id: newSid('EV'), topic: key.topic, source: sourceOf(type), type }
      const { environment } = this.#env
      const metadata = { timestamp: Date.now(), table: '', operation: '', environment }
      // The payload is JSON already.
      const event = `${JSON.stringify(subject).slice(0, -1)},"payload":${payload},"metadata":${JSON.stringify(metadata)}}`
      this.#append(state, event, info)
    }
    this.#fanOut.deliverAll()
    return { epoch: state.epoch, offset: state.offset }
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

  /** Repeats failed deliveries, and deletes what is older than the history. */
  alarm(): void {
    this.#alarmAt = undefined
    this.#fanOut.deliverAll()
    this.#flush()
    const oldest = this.#store.prune(Date.now())
    if (oldest !== undefined) this.#alarmBefore(oldest + historyMs)
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

  /** Stores a publication. The runtime holds back deliveries and results until it is stored. */
  #append(state: State, data: string, info: ClientInfo | undefined): void {
    const now = Date.now()
    state.offset += 1
    const json = publicationJson(state.offset, data, info)
    this.#store.publish({ offset: state.offset, json }, now)
    this.#alarmBefore(now + historyMs)
  }

  #move(move: Move): void {
    for (const shard of this.#store.shardsWithMoves()) this.#fanOut.move(shard, move)
    this.#fanOut.deliverAll()
  }

  #left(clients: readonly ClientInfo[]): void {
    for (const info of clients) this.#move({ name: 'leave', info })
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

  async #publishPresence(states: readonly PresenceState[]): Promise<void> {
    if (!this.#state) return
    const { applicationSid, topic } = this.#state.key
    const key = { applicationSid, topic: `${presencePrefix}${topic}` }
    const payloads = states.map(state => JSON.stringify(state))
    await stubOf(this.#env.topics, nameOfTopic(key)).publish({ key, type: 'presence.updated', payloads })
  }

  async #reportLearner(examSid: string, learner: { state: 'online' | 'missing'; seenAt: number }) {
    const { applicationSid, topic } = this.#state?.key ?? { applicationSid: '', topic: '' }
    const sessionSid = sessionOfTopic(topic)
    if (!sessionSid) return
    const key = { applicationSid, examSid }
    await stubOf(this.#env.monitors, nameOfMonitor(key)).connection(key, sessionSid, learner)
  }

  #retryLater(error: unknown): void {
    logFailure(this.#env.log, error)
    this.#alarmBefore(Date.now() + retryMs)
  }

  #save(): void {
    for (const [shard, acknowledged] of this.#unsaved) this.#store.saveShard(shard, acknowledged)
    this.#unsaved.clear()
  }

  /** Runs the alarm at this time or earlier. */
  #alarmBefore(time: number): void {
    if (this.#alarmAt !== undefined && this.#alarmAt <= time) return
    this.#alarmAt = time
    void this.ctx.storage.setAlarm(time)
  }
}
