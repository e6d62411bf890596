// Whether the learner of a session is connected: on the topic `session.<sid>`, by the learner's own token. The monitor of
// the exam receives each change. A change is stored until the monitor has it, so that a crash loses none.

import { sessionOfTopic } from '../../shared/realtime/access.ts'
import { nameOfMonitor, stubOf, type TopicKey } from '../contract/objects.ts'
import type { ObjectEnv } from '../env.ts'
import { Exclusive } from '../exclusive.ts'
import type { ClientInfo } from '../protocol/replies.ts'

const tables = `
  create table if not exists learner_client (client text primary key);
  create table if not exists learner_state (
    id integer primary key check (id = 1), exam text not null, state text not null, seen_at integer not null,
    is_due integer not null
  );`

type State = 'online' | 'missing'
type Row = { exam: string; state: State; seen_at: number }

type Effects = {
  key(): TopicKey | undefined
  /** Runs `flush` at this time, also after a crash. */
  runAt(time: number): void
  /** The report failed: `flush` must run again. */
  retryLater(error: unknown): void
}

/** A report usually ends earlier: then the alarm finds nothing to do. */
const repeatMs = 2000

export class LearnerConnection {
  readonly #sql: SqlStorage
  readonly #env: Pick<ObjectEnv, 'monitors'>
  readonly #effects: Effects
  readonly #flushing = new Exclusive()

  constructor(sql: SqlStorage, env: Pick<ObjectEnv, 'monitors'>, effects: Effects) {
    this.#sql = sql
    this.#env = env
    this.#effects = effects
    sql.exec(tables)
  }

  /** A client with the token of the learner has joined. */
  joined({ client }: ClientInfo, examSid: string): void {
    this.#sql.exec('insert or ignore into learner_client values (?)', client)
    this.#sql.exec(
      `insert into learner_state values (1, ?, 'online', ?, 1)
      on conflict (id) do update set exam = excluded.exam, state = 'online', seen_at = excluded.seen_at, is_due = 1`,
      ...[examSid, Date.now()],
    )
    void this.flush()
  }

  /** Clients have left. */
  left(clients: readonly ClientInfo[]): void {
    for (const { client } of clients) this.#sql.exec('delete from learner_client where client = ?', client)
    const { left } = this.#sql.exec<{ left: number }>('select count(*) as left from learner_client').one()
    if (left > 0) return
    this.#sql.exec(
      `update learner_state set state = 'missing', seen_at = ?, is_due = 1 where state = 'online'`,
      Date.now(),
    )
    void this.flush()
  }

  /** Reports the stored change. */
  flush(): Promise<void> {
    if (this.#due()) this.#effects.runAt(Date.now() + repeatMs)
    return this.#flushing.run(async () => {
      for (let row = this.#due(); row; row = this.#due()) {
        await this.#report(row)
        // A change meanwhile is due again.
        this.#sql.exec(
          'update learner_state set is_due = 0 where state = ? and seen_at = ?',
          ...[row.state, row.seen_at],
        )
      }
    }, this.#effects.retryLater)
  }

  /** Reports to the monitor of the exam. */
  async #report({ exam: examSid, state, seen_at: seenAt }: Row): Promise<void> {
    const topic = this.#effects.key()
    const sessionSid = topic && sessionOfTopic(topic.topic)
    if (!sessionSid) return
    const key = { applicationSid: topic.applicationSid, examSid }
    await stubOf(this.#env.monitors, nameOfMonitor(key)).connection(key, sessionSid, { state, seenAt })
  }

  #due(): Row | undefined {
    return this.#sql.exec<Row>('select exam, state, seen_at from learner_state where is_due = 1').toArray()[0]
  }
}
