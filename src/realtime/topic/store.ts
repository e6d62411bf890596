// The tables of a topic.

import { type Extent, type HistoryRange, historyMs, maxHistory } from '../contract/history.ts'
import type { TopicKey } from '../contract/objects.ts'
import type { ClientInfo, Position, Publication } from '../protocol/replies.ts'
import { firstWithin, maxCharacters } from './bounds.ts'

const tables = `
  create table if not exists topic (
    id integer primary key check (id = 1), application text not null, name text not null,
    epoch text not null, top integer not null
  );
  create table if not exists publication (top integer primary key, at integer not null, json text not null);
  create table if not exists subscriber (
    client text primary key, shard text not null, user text not null, wants_moves integer not null
  );
  create index if not exists subscriber_shard on subscriber (shard);
  create index if not exists subscriber_moves on subscriber (shard) where wants_moves = 1;
  create index if not exists subscriber_user on subscriber (user);
  create table if not exists shard (name text primary key, acknowledged integer not null);`

/** Publications before these may be stored until they are handed over. */
const isInHistory = `top > (select top from topic) - ${maxHistory}`

type PublicationRow = { top: number; json: string }
type TopicRow = { application: string; name: string; epoch: string; top: number }

export type Subscriber = ClientInfo & { shard: string; wantsMoves: boolean }

/** The stored state of a topic. */
export class TopicStore {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(tables)
  }

  /** Returns the topic and its position, if it has been used. */
  read(): (Position & { key: TopicKey }) | undefined {
    const [row] = this.#sql.exec<TopicRow>('select application, name, epoch, top from topic').toArray()
    if (!row) return undefined
    const { application: applicationSid, name: topic, epoch, top: offset } = row
    return { key: { applicationSid, topic }, epoch, offset }
  }

  create({ applicationSid, topic }: TopicKey, epoch: string): void {
    this.#sql.exec('insert into topic values (1, ?, ?, ?, 0)', applicationSid, topic, epoch)
  }

  /** Stores the next publication. `advance` must follow in the same event. */
  publish({ offset, json }: Publication, now: number): void {
    this.#sql.exec('insert into publication values (?, ?, ?)', offset, now, json)
  }

  /**
   * Stores the newest offset, and deletes what is not in the history any more.
   * @param handed publications after this offset are kept until they are handed over
   */
  advance({ offset }: Pick<Position, 'offset'>, handed: number): void {
    this.#sql.exec('update topic set top = ?', offset)
    this.#sql.exec('delete from publication where top <= ?', Math.min(offset - maxHistory, handed))
  }

  /** Returns the next publications after an offset, also those that are older than the history. */
  next(after: number, limit: number): Iterable<Publication> {
    return this.#publications(
      'select top, json from publication where top > ? order by top limit ?',
      after,
      limit,
    )
  }

  /** Returns the publications of the history in the range; only the first ones, if a call cannot carry all of them. */
  page({ from, to, limit, reverse }: HistoryRange, now: number): Publication[] {
    const order = reverse ? 'desc' : 'asc'
    const publications = this.#publications(
      `select top, json from publication where top between ? and ? and at > ? and ${isInHistory} order by top ${order} limit ?`,
      ...[from, to, now - historyMs, limit],
    )
    return firstWithin(publications, maxCharacters)
  }

  /** Returns the extent of the history at a position. */
  extent(position: Position, now: number): Extent {
    const [row] = this.#sql
      .exec<{ top: number }>(
        `select top from publication where at > ? and ${isInHistory} order by top limit 1`,
        now - historyMs,
      )
      .toArray()
    return { ...position, oldest: row?.top }
  }

  *#publications(query: string, ...values: number[]): Generator<Publication> {
    for (const { top, json } of this.#sql.exec<PublicationRow>(query, ...values)) yield { offset: top, json }
  }

  /**
   * Deletes what is older than the history and handed over.
   * @returns when the oldest publication was stored, if there is one
   */
  prune(now: number, handed: number): number | undefined {
    this.#sql.exec('delete from publication where at <= ? and top <= ?', now - historyMs, handed)
    const [row] = this.#sql.exec<{ at: number }>('select at from publication order by top limit 1').toArray()
    return row?.at
  }

  subscribe({ client, shard, user, wantsMoves }: Subscriber): void {
    this.#sql.exec(
      'insert or replace into subscriber values (?, ?, ?, ?)',
      ...[client, shard, user, wantsMoves ? 1 : 0],
    )
  }

  /** Deletes subscribers of a shard. @returns those that existed */
  unsubscribe(shard: string, clients: readonly string[]): ClientInfo[] {
    return this.#sql
      .exec<ClientInfo>(
        `delete from subscriber where shard = ? and client in (select value from json_each(?))
          returning client, user`,
        ...[shard, JSON.stringify(clients)],
      )
      .toArray()
  }

  /** Deletes all subscribers of a shard. @returns those that existed */
  dropShard(shard: string): ClientInfo[] {
    this.#sql.exec('delete from shard where name = ?', shard)
    return this.#sql
      .exec<ClientInfo>('delete from subscriber where shard = ? returning client, user', shard)
      .toArray()
  }

  hasSubscribers(shard: string): boolean {
    return this.#sql.exec('select 1 from subscriber where shard = ? limit 1', shard).toArray().length > 0
  }

  /** Returns the shards with clients that receive joins and leaves. Seeks one subscriber of each shard. */
  shardsWithMoves(): string[] {
    const rows = this.#sql.exec<{ name: string }>(
      'select name from shard where exists (select 1 from subscriber where shard = name and wants_moves = 1)',
    )
    return rows.toArray().map(({ name }) => name)
  }

  presence(limit: number): ClientInfo[] {
    return this.#sql
      .exec<ClientInfo>('select client, user from subscriber order by rowid limit ?', limit)
      .toArray()
  }

  presenceStats(): { clients: number; users: number } {
    return this.#sql
      .exec<{ clients: number; users: number }>(
        'select count(*) as clients, count(distinct user) as users from subscriber',
      )
      .one()
  }

  /** Returns the offset up to which each shard has received the publications. */
  shards(): { name: string; acknowledged: number }[] {
    return this.#sql
      .exec<{ name: string; acknowledged: number }>('select name, acknowledged from shard')
      .toArray()
  }

  saveShard(name: string, acknowledged: number): void {
    this.#sql.exec('insert or replace into shard values (?, ?)', name, acknowledged)
  }

  deleteShard(name: string): void {
    this.#sql.exec('delete from shard where name = ?', name)
  }
}
