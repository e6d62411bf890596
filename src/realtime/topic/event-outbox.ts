// Hands the events of a topic over to the platform, which stores them for the webhook endpoints of the application. It
// does so in batches, at most two a second, and only if an endpoint receives one of them.

import { logFailure } from '../../shared/logging/failure.ts'
import {
  eventPaths,
  maxEventCharacters,
  maxEvents,
  type TopicEvent,
  type WantedEvents,
} from '../../shared/realtime/events.ts'
import { installOfTopic, isLiveOnly, sharedTopic } from '../../shared/topics/topic.ts'
import { stubOf, type TopicKey } from '../contract/objects.ts'
import type { ObjectEnv } from '../env.ts'
import { callPlatform } from '../hub/platform.ts'
import type { Publication } from '../protocol/replies.ts'
import { firstWithin } from './bounds.ts'

const table = `
  create table if not exists outbox (id integer primary key check (id = 1), handed integer not null);`

/** More than half a second, so that no second has three batches. */
const intervalMs = 550
const retryMs = 2000

type Effects = {
  /** Undefined until the first use. */
  key(): TopicKey | undefined
  /** The newest offset. */
  top(): number
  /** Returns the next publications after the offset, also those that are older than the history. */
  next(after: number, limit: number): Iterable<Publication>
  /** Runs `flush` at this time. */
  runAt(time: number): void
}

export class EventOutbox {
  readonly #sql: SqlStorage
  readonly #env: ObjectEnv
  readonly #effects: Effects
  #handed: number
  #nextAt = 0
  /** Whether a batch is being handed over. Its end schedules the next one. */
  #isHandingOver = false

  constructor(sql: SqlStorage, env: ObjectEnv, effects: Effects) {
    this.#sql = sql
    this.#env = env
    this.#effects = effects
    sql.exec(table)
    const [row] = sql.exec<{ handed: number }>('select handed from outbox').toArray()
    this.#handed = row?.handed ?? effects.top()
    if (!row) sql.exec('insert into outbox values (1, ?)', this.#handed)
  }

  /** The offset up to which the publications are handed over. Those after it must not be deleted. */
  get handed(): number {
    return isLiveOnly(this.#effects.key()?.topic ?? '') ? Number.MAX_SAFE_INTEGER : this.#handed
  }

  /** Call it after a publication is stored. */
  published(now: number): void {
    if (this.#isHandingOver) return
    if (this.#effects.top() > this.handed) this.#effects.runAt(Math.max(now, this.#nextAt))
  }

  /** The publication came from the platform, which has stored it already. */
  skip(offset: number): void {
    if (this.#handed === offset - 1) this.#save(offset)
  }

  /**
   * Hands over what is stored, if it is time. Until the platform has taken it, which may last 40 s, there is an alarm: after
   * a crash, it repeats the batch. The platform stores each event once.
   */
  async flush(): Promise<void> {
    const now = Date.now()
    if (this.#effects.top() <= this.handed) return
    if (this.#isHandingOver || now >= this.#nextAt) this.#effects.runAt(now + retryMs)
    if (this.#isHandingOver) return
    if (now >= this.#nextAt) await this.#handOverSafely(now)
    if (this.#effects.top() > this.handed) this.#effects.runAt(this.#nextAt)
  }

  async #handOverSafely(now: number): Promise<void> {
    this.#nextAt = now + intervalMs
    this.#isHandingOver = true
    try {
      await this.#handOver()
    } catch (error) {
      this.#nextAt = Date.now() + retryMs
      logFailure(this.#env.log, error)
    } finally {
      this.#isHandingOver = false
    }
  }

  async #handOver(): Promise<void> {
    const key = this.#effects.key()
    if (!key) return
    const { applicationSid, topic } = key
    // Read before the question: the answer decides only about what was published before it.
    const top = this.#effects.top()
    const isWanted = filterOf(topic, await stubOf(this.#env.hubs, applicationSid).wanted(applicationSid))
    if (!isWanted) {
      this.#save(top)
      return
    }
    const publications = firstWithin(this.#effects.next(this.#handed, maxEvents), maxEventCharacters).filter(
      ({ offset }) => offset <= top,
    )
    const events = publications.flatMap(({ json }) => {
      const event = (JSON.parse(json) as { data: TopicEvent }).data
      return isOfTopic(event) && isWanted(event.type) ? [event] : []
    })
    if (events.length > 0) await callPlatform(this.#env, eventPaths.store, { applicationSid, events })
    this.#save(publications.at(-1)?.offset ?? top)
  }

  #save(offset: number): void {
    this.#handed = offset
    this.#sql.exec('update outbox set handed = ?', offset)
  }
}

/** Other events come from the platform, which has stored them already. */
const isOfTopic = ({ source }: { source: string }): boolean => source === 'socket' || source === 'sync'

/** Returns whether an endpoint receives events of a type on the topic; undefined if none receives any. */
function filterOf(topic: string, wanted: WantedEvents): ((type: string) => boolean) | undefined {
  const install = installOfTopic(topic)
  const types = new Set(
    wanted
      // The platform knows the install of an event on a topic that several installs share.
      .filter(({ installSid }) => installSid === null || installSid === install || sharedTopic.test(topic))
      .flatMap(each => each.types),
  )
  return types.size === 0 ? undefined : type => types.has(type)
}
