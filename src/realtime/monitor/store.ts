// The tables of a monitor: the connections of learners, and the sessions as its subscribers have them.

import type { ConnectionState } from '../../shared/realtime/monitor.ts'
import type { MonitorKey } from '../contract/objects.ts'
import type { Shown } from './differences.ts'

const tables = `
  create table if not exists monitor (
    id integer primary key check (id = 1), application text not null, exam text not null, is_showing integer not null
  );
  create table if not exists learner (
    session text primary key, state text not null, seen_at integer not null
  );
  create table if not exists shown (session text primary key, members text not null);`

/** The connection of the learner of a session. */
export type LearnerState = { state: Exclude<ConnectionState, 'never'>; seenAt: number }

export class MonitorStore {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(tables)
  }

  read(): MonitorKey | undefined {
    return this.#sql
      .exec<MonitorKey>('select application as applicationSid, exam as examSid from monitor')
      .toArray()[0]
  }

  create({ applicationSid, examSid }: MonitorKey): void {
    this.#sql.exec('insert into monitor values (1, ?, ?, 0)', applicationSid, examSid)
  }

  learners(): Map<string, LearnerState> {
    const rows = this.#sql
      .exec<LearnerState & { session: string }>('select session, state, seen_at as seenAt from learner')
      .toArray()
    return new Map(rows.map(({ session, ...learner }) => [session, learner]))
  }

  learner(session: string): LearnerState | undefined {
    return this.#sql
      .exec<LearnerState>('select state, seen_at as seenAt from learner where session = ?', session)
      .toArray()[0]
  }

  saveLearner(session: string, { state, seenAt }: LearnerState): void {
    this.#sql.exec('insert or replace into learner values (?, ?, ?)', session, state, seenAt)
  }

  /** Deletes the learners who were last connected before this time. */
  prune(before: number): void {
    this.#sql.exec(`delete from learner where state = 'missing' and seen_at < ?`, before)
  }

  /** Whether `shown` is what the subscribers have. Otherwise there is nothing to compare with. */
  isShowing(): boolean {
    return this.#sql.exec('select 1 as one from monitor where is_showing = 1').toArray().length > 0
  }

  shown(): Map<string, Shown> {
    const rows = this.#sql
      .exec<{ session: string; members: string }>('select session, members from shown')
      .toArray()
    return new Map(rows.map(({ session, members }) => [session, JSON.parse(members)]))
  }

  /** Saves the sessions of the changes; those that are absent from `current` are deleted. */
  saveShown(sessions: readonly string[], current: ReadonlyMap<string, Shown>): void {
    this.#sql.exec('update monitor set is_showing = 1 where is_showing = 0')
    for (const session of sessions) {
      const members = current.get(session)
      if (members)
        this.#sql.exec('insert or replace into shown values (?, ?)', session, JSON.stringify(members))
      else this.#sql.exec('delete from shown where session = ?', session)
    }
  }

  hideAll(): void {
    this.#sql.exec('delete from shown')
    this.#sql.exec('update monitor set is_showing = 0')
  }
}
