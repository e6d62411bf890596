// The users who joined a topic with their first connection, or left it with their last one. Their changes are published
// on the presence topic, the last state of each user and second. A change is stored until it is published, so that a crash
// loses none.

import { Coalesced } from '../coalesced.ts'
import { Exclusive } from '../exclusive.ts'
import type { ClientInfo } from '../protocol/replies.ts'

const table = `
  create table if not exists presence_change (
    number integer primary key autoincrement, user text not null unique
  );`

/** The current presence of a user. */
type PresenceState = { user: string; action: 'join' | 'leave'; clients: number }
/** A change, by its number, which is published once. */
export type PresenceChange = { number: number; state: PresenceState }

type Effects = {
  /** Publishes the changes on the presence topic. */
  publish(changes: PresenceChange[]): Promise<unknown>
  /** Runs `flush` at this time, also after a crash. */
  runAt(time: number): void
  /** The publication failed: `flush` must run again. */
  retryLater(error: unknown): void
}

const coalesceMs = 1000
/** A publication usually ends earlier: then the alarm finds nothing to do. */
const repeatMs = 2000
/** The most states of one publication. */
const maxStates = 200

export class PresenceChanges {
  readonly #sql: SqlStorage
  readonly #effects: Effects
  readonly #flushing = new Exclusive()
  readonly #soon = new Coalesced(coalesceMs, () => this.flush())

  constructor(sql: SqlStorage, effects: Effects) {
    this.#sql = sql
    this.#effects = effects
    sql.exec(table)
  }

  /** Records a user whose first connection joins. Call it before the connection is stored. */
  joining({ user }: ClientInfo): void {
    if (this.#clientsOf(user) === 0) this.#changed(user)
  }

  /** Records the users whose last connection has left. Call it after the connections are deleted. */
  left(clients: readonly ClientInfo[]): void {
    for (const user of new Set(clients.map(client => client.user)))
      if (this.#clientsOf(user) === 0) this.#changed(user)
  }

  /** Publishes the changes that are stored. */
  flush(): Promise<void> {
    if (this.#stored().length > 0) this.#effects.runAt(Date.now() + repeatMs)
    return this.#flushing.run(async () => {
      for (let changes = this.#stored(); changes.length > 0; changes = this.#stored()) {
        await this.#effects.publish(
          changes.map(({ number, user }) => ({ number, state: this.#stateOf(user) })),
        )
        // A user who changed meanwhile has a higher number.
        for (const { number } of changes)
          this.#sql.exec('delete from presence_change where number = ?', number)
      }
    }, this.#effects.retryLater)
  }

  #changed(user: string): void {
    this.#sql.exec('insert or replace into presence_change (user) values (?)', user)
    this.#soon.request()
    this.#effects.runAt(Date.now() + repeatMs)
  }

  #stored(): { number: number; user: string }[] {
    return this.#sql
      .exec<{ number: number; user: string }>(
        'select number, user from presence_change order by number limit ?',
        maxStates,
      )
      .toArray()
  }

  #stateOf(user: string): PresenceState {
    const clients = this.#clientsOf(user)
    return { user, action: clients > 0 ? 'join' : 'leave', clients }
  }

  #clientsOf(user: string): number {
    return this.#sql
      .exec<{ clients: number }>('select count(*) as clients from subscriber where user = ?', user)
      .one().clients
  }
}
