// The Durable Object of a topic of an application. It gives the publications their order, stores them before anyone
// receives them, and knows who is on the topic.

import { DurableObject } from 'cloudflare:workers'
import { randomUUID } from 'node:crypto'
import { newSid } from '../../../db/sid.ts'
import { logFailure } from '../../shared/logging/failure.ts'
import { type ObjectEnv, readObjectEnv } from '../env.ts'
import { type ClientInfo, type Position, type Publication, publicationJson } from '../protocol/replies.ts'
import {
  type Move,
  nameOfTopic,
  type PublishRequest,
  type SubscribeRequest,
  type SubscribeResult,
  stubOf,
  type TopicCalls,
  type TopicKey,
} from './contract.ts'
import { FanOut } from './fan-out.ts'
import { type HistoryQuery, historyMs, historyRange, isRecoverable } from './recovery.ts'
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

export class Topic extends DurableObject<unknown> implements TopicCalls {
  readonly #env: ObjectEnv
  readonly #store: TopicStore
  readonly #fanOut: FanOut
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
    void ctx.blockConcurrencyWhile(async () => {
      this.#alarmAt = (await ctx.storage.getAlarm()) ?? undefined
      this.#fanOut.deliverAll()
    })
  }

  subscribe({ key, shard, info, wantsMoves, recover }: SubscribeRequest): SubscribeResult {
    const state = this.#open(key)
    if (this.#fanOut.add(shard)) this.#store.saveShard(shard, state.offset)
    this.#move({ name: 'join', info })
    this.#store.subscribe({ ...info, shard, wantsMoves })
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
    for (const info of left) this.#move({ name: 'leave', info })
    this.#fanOut.deliverAll()
  }

  publish({ key, info, payload, environment }: PublishRequest): Position {
    const subject = { id: newSid('EV'), topic: key.topic, source: 'socket', type: 'socket.message' }
    const metadata = { timestamp: Date.now(), table: '', operation: '', environment }
    // The payload is JSON already.
    const event = `${JSON.stringify(subject).slice(0, -1)},"payload":${payload},"metadata":${JSON.stringify(metadata)}}`
    return this.#append(this.#open(key), event, info)
  }

  history(key: TopicKey, query: HistoryQuery): (Position & { publications: Publication[] }) | undefined {
    const { epoch, offset } = this.#open(key)
    const range = historyRange({ epoch, offset }, query)
    return range && { epoch, offset, publications: this.#store.page(range, Date.now()) }
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

  /** Stores a publication, and sends it. The runtime holds back messages and results until it is stored. */
  #append(state: State, data: string, info: ClientInfo): Position {
    const now = Date.now()
    const offset = state.offset + 1
    this.#store.publish({ offset, json: publicationJson(offset, data, info) }, now)
    state.offset = offset
    this.#alarmBefore(now + historyMs)
    this.#fanOut.deliverAll()
    return { epoch: state.epoch, offset }
  }

  #move(move: Move): void {
    for (const shard of this.#store.shardsWithMoves()) this.#fanOut.move(shard, move)
    this.#fanOut.deliverAll()
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
        const left = this.#store.dropShard(shard)
        for (const info of left) this.#move({ name: 'leave', info })
      },
      retryLater: error => {
        logFailure(this.#env.log, error)
        this.#alarmBefore(Date.now() + retryMs)
      },
    }
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
