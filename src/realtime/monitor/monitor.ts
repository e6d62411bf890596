// The Durable Object of the monitor of an exam. It knows which learners are connected, reads their sessions from the
// platform, and publishes what changes on the topic `monitor.<exam>`.

import { DurableObject } from 'cloudflare:workers'
import { logFailure } from '../../shared/logging/failure.ts'
import { eventPaths } from '../../shared/realtime/events.ts'
import { MonitoredExam, type MonitorSnapshot, monitoredPath } from '../../shared/realtime/monitor.ts'
import { monitoredTopics } from '../../shared/realtime/monitored-change.ts'
import { Alarm } from '../alarm.ts'
import { Chains } from '../chains.ts'
import { Coalesced } from '../coalesced.ts'
import {
  type MonitorCalls,
  type MonitorKey,
  monitorTopicOf,
  nameOfTopic,
  stubOf,
  type TopicStub,
} from '../contract/objects.ts'
import { type ObjectEnv, readObjectEnv } from '../env.ts'
import { callPlatform } from '../hub/platform.ts'
import { Registration } from '../hub/registration.ts'
import type { Position } from '../protocol/replies.ts'
import { type Delta, differences, shownOf } from './differences.ts'
import { type LearnerState, MonitorStore } from './store.ts'

/** While there are subscribers, the sessions are read this often, as the call of a change may have been lost. */
const refreshMs = 10_000
/** Changes in this time are read together. */
const coalesceMs = 250
const retryMs = 2000
/** A client subscribes within this time after it has asked for a snapshot. */
const subscribeMs = 60_000
/** How long the monitor knows a learner who does not come back. */
const forgetMs = 7 * 24 * 60 * 60 * 1000

type ConnectionDelta = { sessionSid: string; connection: LearnerState['state']; lastSeenAt: number }
type Snapshot = Position & { data: MonitorSnapshot }

export class Monitor extends DurableObject<unknown> implements MonitorCalls {
  readonly #env: ObjectEnv
  readonly #alarm: Alarm
  readonly #store: MonitorStore
  readonly #registration: Registration
  #key: MonitorKey | undefined
  /** One work of a kind at a time, so that changes are published in their order. Moves do not wait for reads. */
  readonly #inOrder = new Chains()
  /** The snapshot whose read has not started yet, for all calls meanwhile. */
  #next: Promise<Snapshot> | undefined
  /** When a client has last asked for a snapshot. */
  #snapshotAt = 0
  /** The connections whose publication has not started yet, and its result. */
  readonly #moved = new Map<string, LearnerState>()
  #nextMoves: Promise<void> | undefined
  readonly #changes = new Coalesced(coalesceMs, () => this.#refresh())

  constructor(ctx: DurableObjectState, bindings: unknown) {
    super(ctx, bindings)
    this.#alarm = new Alarm(ctx.storage)
    void ctx.blockConcurrencyWhile(() => this.#alarm.read())
    this.#env = readObjectEnv(bindings)
    this.#store = new MonitorStore(ctx.storage.sql)
    this.#key = this.#store.read()
    this.#registration = new Registration(ctx.storage.sql, () => this.#register())
  }

  async snapshot(key: MonitorKey): Promise<Snapshot> {
    this.#open(key)
    this.#snapshotAt = Date.now()
    await this.#registration.require(Date.now())
    this.#next ??= this.#inOrder.run(() => {
      this.#next = undefined
      return this.#read()
    }, 'reads')
    const snapshot = await this.#next
    this.#alarm.before(Date.now() + refreshMs)
    return snapshot
  }

  /** From the response on, the platform captures the changes that the monitor shows (src/realtime/hub/live-feed.ts). */
  async #register(): Promise<void> {
    const { applicationSid } = this.#key as MonitorKey
    for (const topic of monitoredTopics)
      await callPlatform(this.#env, eventPaths.register, { applicationSid, topic })
  }

  async connection(key: MonitorKey, sessionSid: string, learner: LearnerState): Promise<void> {
    this.#open(key)
    this.#moved.set(sessionSid, learner)
    this.#nextMoves ??= this.#inOrder.run(() => {
      this.#nextMoves = undefined
      const moved = [...this.#moved]
      this.#moved.clear()
      return this.#publishMoves(moved)
    }, 'moves')
    await this.#nextMoves
  }

  async #publishMoves(
    moved: readonly (readonly [sessionSid: string, learner: LearnerState])[],
  ): Promise<void> {
    const changed = moved.filter(
      ([sessionSid, { state }]) => this.#store.learner(sessionSid)?.state !== state,
    )
    await this.#publish(
      changed.map(([sessionSid, { state, seenAt }]) => ({
        sessionSid,
        connection: state,
        lastSeenAt: seenAt,
      })),
    )
    for (const [sessionSid, learner] of changed) this.#store.saveLearner(sessionSid, learner)
  }

  changed(key: MonitorKey): void {
    this.#open(key)
    this.#changes.request()
  }

  async alarm(): Promise<void> {
    this.#alarm.started()
    this.#store.prune(Date.now() - forgetMs)
    await this.#refresh()
  }

  /** Publishes what has changed, as long as there are subscribers, or clients with a snapshot that subscribe next. */
  async #refresh(): Promise<void> {
    try {
      const { clients } = await this.#topic().presenceStats()
      if (clients === 0 && Date.now() >= this.#snapshotAt + subscribeMs) {
        // The next snapshot has everything.
        this.#store.hideAll()
        return
      }
      await this.#registration.renew(Date.now())
      await this.#inOrder.run(() => this.#read(), 'reads')
      this.#alarm.before(Date.now() + refreshMs)
    } catch (error) {
      logFailure(this.#env.log, error)
      this.#alarm.before(Date.now() + retryMs)
    }
  }

  /**
   * Reads the sessions, and publishes what has changed since they were read last. The position is from before the read: the
   * publications after it and the sessions miss nothing together.
   */
  async #read(): Promise<Snapshot> {
    const key = this.#key as MonitorKey
    // Not while moves are published: the learners are those of the position.
    const { position, learners } = await this.#inOrder.run(async () => {
      const position = await this.#topic().position(topicKeyOf(key))
      return { position, learners: this.#store.learners() }
    }, 'moves')
    const { exam, learners: sessions } = await monitoredOf(this.#env, key)
    const current = new Map(sessions.map(session => [session.sessionSid as string, shownOf(session)]))
    const shown = this.#store.shown()
    const deltas = differences(shown, current)
    if (this.#store.isShowing()) await this.#publish(deltas)
    this.#store.saveShown(
      deltas.map(({ sessionSid }) => sessionSid),
      current,
    )
    const now = Date.now()
    const data = {
      exam,
      learners: sessions.map(session => {
        const { state, seenAt } = learners.get(session.sessionSid) ?? { state: 'never', seenAt: null }
        const lastSeenAt = state === 'online' ? now : seenAt
        return { ...session, connection: state, lastSeenAt }
      }),
    } satisfies MonitorSnapshot
    return { ...position, data }
  }

  async #publish(deltas: readonly (Delta | ConnectionDelta)[]): Promise<void> {
    if (deltas.length === 0) return
    const key = topicKeyOf(this.#key as MonitorKey)
    const payloads = deltas.map(delta => JSON.stringify(delta))
    await this.#topic().publish({ key, type: 'monitor.updated', payloads })
  }

  #topic(): TopicStub {
    return stubOf(this.#env.topics, nameOfTopic(topicKeyOf(this.#key as MonitorKey)))
  }

  #open(key: MonitorKey): void {
    if (this.#key) return
    this.#key = key
    this.#store.create(key)
  }
}

const topicKeyOf = (key: MonitorKey) => ({
  applicationSid: key.applicationSid,
  topic: monitorTopicOf(key.examSid),
})

const monitoredOf = async (env: ObjectEnv, key: MonitorKey): Promise<MonitoredExam> =>
  MonitoredExam.parse(await (await callPlatform(env, monitoredPath, key)).json())
