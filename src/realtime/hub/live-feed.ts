// Publishes the events of the platform on the topics of the application: it takes a batch, publishes it, and takes the
// next one with the report of what is published. A crash in between repeats the batch, which the topics recognise by the
// ids of its events. Only one batch is in progress, so that the events of a topic keep their order.

import { eventPaths, type LiveEvent, LiveEvents, RegisteredTopic } from '../../shared/realtime/events.ts'
import { monitoredChange } from '../../shared/realtime/monitored-change.ts'
import { isChangeTopic } from '../../shared/topics/topic.ts'
import { type IdentifiedPublication, nameOfMonitor, nameOfTopic, stubOf } from '../contract/objects.ts'
import type { ObjectEnv } from '../env.ts'
import { SharedCalls } from '../shared-calls.ts'
import { callPlatform } from './platform.ts'

const tables = `
  create table if not exists hub (id integer primary key check (id = 1), application text not null);
  create table if not exists topic (name text primary key);`

export class LiveFeed {
  readonly #sql: SqlStorage
  readonly #env: ObjectEnv
  readonly #running = new SharedCalls<void>()
  /** The number of calls of `run`, and how many of them a batch that was taken after them has served. */
  #calls = 0
  #served = 0

  constructor(sql: SqlStorage, env: ObjectEnv) {
    this.#sql = sql
    this.#env = env
    sql.exec(tables)
  }

  /** Publishes everything that waits. A call during another one makes that one continue, and ends with it. */
  async run(applicationSid: string): Promise<void> {
    this.#calls += 1
    const call = this.#calls
    // A run that has taken its last batch does not serve the call.
    while (this.#served < call) await this.#running.run(() => this.#runAll(applicationSid))
  }

  /** Repeats a run that failed. */
  async repeat(): Promise<void> {
    const [row] = this.#sql.exec<{ application: string }>('select application from hub').toArray()
    if (row) await this.run(row.application)
  }

  /**
   * Captured changes are published on the topic from now on. Clients choose the names, so a name without changes is not
   * kept.
   */
  async register(applicationSid: string, topic: string): Promise<void> {
    this.#sql.exec('insert or ignore into topic values (?)', topic)
    const response = await callPlatform(this.#env, eventPaths.register, { applicationSid, topic })
    const { isRegistered } = RegisteredTopic.parse(await response.json())
    if (!isRegistered) this.#sql.exec('delete from topic where name = ?', topic)
  }

  async #runAll(applicationSid: string): Promise<void> {
    this.#sql.exec('insert or replace into hub values (1, ?)', applicationSid)
    let published: number[] = []
    while (this.#served < this.#calls || published.length > 0) {
      const calls = this.#calls
      const response = await callPlatform(this.#env, eventPaths.take, { applicationSid, published })
      const events = LiveEvents.parse(await response.json())
      await this.#publish(applicationSid, events)
      published = events.map(({ number }) => number)
      this.#served = calls
    }
  }

  async #publish(applicationSid: string, events: readonly LiveEvent[]): Promise<void> {
    const byTopic = new Map<string, IdentifiedPublication[]>()
    for (const live of events)
      for (const topic of this.#topicsOf(live))
        byTopic.set(topic, [...(byTopic.get(topic) ?? []), publicationOf(live)])
    await Promise.all(
      [...byTopic].map(([topic, publications]) => {
        const key = { applicationSid, topic }
        return stubOf(this.#env.topics, nameOfTopic(key)).publishOfPlatform(key, publications)
      }),
    )
    await this.#notifyMonitors(applicationSid, events)
  }

  /** Notifies the monitors of the exams whose sessions have changed. */
  async #notifyMonitors(applicationSid: string, events: readonly LiveEvent[]): Promise<void> {
    const exams = new Set(events.map(({ event }) => event && monitoredChange(event)?.examSid))
    await Promise.all(
      [...exams].map(async examSid => {
        if (!examSid) return
        const key = { applicationSid, examSid }
        await stubOf(this.#env.monitors, nameOfMonitor(key)).changed(key)
      }),
    )
  }

  /** Returns the topics of an event. A change is published on those to which a client has subscribed. */
  #topicsOf({ event, installSid }: LiveEvent): string[] {
    if (!event) return []
    if (!isChangeTopic(event.topic)) return [event.topic]
    const topics = [event.topic, ...(installSid ? [`installs.${installSid}.${event.topic}`] : [])]
    return topics.filter(
      topic => this.#sql.exec('select 1 from topic where name = ?', topic).toArray().length > 0,
    )
  }
}

const publicationOf = ({ event, isErasure }: LiveEvent): IdentifiedPublication => ({
  id: event?.id ?? '',
  json: isErasure ? undefined : JSON.stringify(event),
})
