// The tables of a shard. With them it knows its connections again after it slept, and leaves the topics of those that are
// lost.

import type { Identity } from '../../shared/realtime/connection.ts'
import type { TopicKey } from '../contract/objects.ts'

const tables = `
  create table if not exists shard (id integer primary key check (id = 1), name text not null, pinged_at integer not null);
  create table if not exists connection (
    client text primary key, connected_at integer not null, identity text not null
  );
  create table if not exists subscription (
    client text not null, topic text not null, application text not null, wants_moves integer not null,
    is_ended integer not null default 0, primary key (client, topic)
  );
  drop index if exists subscription_ended;
  create index if not exists subscription_ended_topic on subscription (topic) where is_ended = 1;`

type SubscriptionRow = { client: string; topic: string; application: string; wants_moves: number }

/** A subscription that has ended, but that its topic does not know of yet. */
export type Ended = { key: TopicKey; client: string }

/** An authenticated connection that has ended. */
export type EndedConnection = { client: string; connectedAt: number; identity: Identity }

export class ShardStore {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(tables)
  }

  /** The name of the shard, and when it last sent pings. */
  read(): { name: string; pingedAt: number } | undefined {
    const rows = this.#sql.exec<{ name: string; pingedAt: number }>(
      'select name, pinged_at as pingedAt from shard',
    )
    return rows.toArray()[0]
  }

  create(name: string): void {
    this.#sql.exec('insert into shard values (1, ?, 0)', name)
  }

  pinged(at: number): void {
    this.#sql.exec('update shard set pinged_at = ?', at)
  }

  saveConnection(client: string, connectedAt: number, identity: Identity): void {
    this.#sql.exec(
      'insert or replace into connection values (?, ?, ?)',
      ...[client, connectedAt, JSON.stringify(identity)],
    )
  }

  connections(): Map<string, Identity> {
    const rows = this.#sql.exec<{ client: string; identity: string }>(
      'select client, identity from connection',
    )
    return new Map(rows.toArray().map(({ client, identity }) => [client, JSON.parse(identity)]))
  }

  /** Deletes a connection, and marks its subscriptions as ended. */
  endConnection(client: string): void {
    this.#sql.exec('delete from connection where client = ?', client)
    this.#sql.exec('update subscription set is_ended = 1 where client = ?', client)
  }

  /** Deletes the connections that are not among the clients. @returns those that existed */
  endOthers(clients: readonly string[]): EndedConnection[] {
    const known = JSON.stringify(clients)
    const isOther = 'client not in (select value from json_each(?))'
    const rows = this.#sql
      .exec<{ client: string; connected_at: number; identity: string }>(
        `delete from connection where ${isOther} returning client, connected_at, identity`,
        known,
      )
      .toArray()
    this.#sql.exec(`update subscription set is_ended = 1 where ${isOther}`, known)
    return rows.map(({ client, connected_at: connectedAt, identity }) => ({
      ...{ client, connectedAt, identity: JSON.parse(identity) },
    }))
  }

  saveSubscription({ applicationSid, topic }: TopicKey, client: string, wantsMoves: boolean): void {
    this.#sql.exec(
      'insert or replace into subscription values (?, ?, ?, ?, 0)',
      ...[client, topic, applicationSid, wantsMoves ? 1 : 0],
    )
  }

  /** The subscriptions that have not ended. */
  subscriptions(): { key: TopicKey; client: string; wantsMoves: boolean }[] {
    return this.#rows('is_ended = 0').map(row => ({ ...endedOf(row), wantsMoves: row.wants_moves === 1 }))
  }

  endSubscription(client: string, topic: string): void {
    this.#sql.exec('update subscription set is_ended = 1 where client = ? and topic = ?', client, topic)
  }

  ended(): Ended[] {
    return this.#rows('is_ended = 1').map(endedOf)
  }

  /** The clients whose subscriptions of the topic have ended. */
  endedOn({ applicationSid, topic }: TopicKey): string[] {
    return this.#sql
      .exec<{ client: string }>(
        'select client from subscription where is_ended = 1 and topic = ? and application = ?',
        ...[topic, applicationSid],
      )
      .toArray()
      .map(({ client }) => client)
  }

  /** Whether the subscription has ended, and the client has not subscribed again. */
  isEnded({ client, key: { topic } }: Ended): boolean {
    return (
      this.#sql
        .exec('select 1 from subscription where client = ? and topic = ? and is_ended = 1', client, topic)
        .toArray().length > 0
    )
  }

  /** The topic knows of the end. A subscription of the same client that is newer stays. */
  deleteEnded({ client, key }: Ended): void {
    this.#sql.exec(
      'delete from subscription where client = ? and topic = ? and is_ended = 1',
      ...[client, key.topic],
    )
  }

  #rows(condition: string): SubscriptionRow[] {
    return this.#sql
      .exec<SubscriptionRow>(
        `select client, topic, application, wants_moves from subscription where ${condition}`,
      )
      .toArray()
  }
}

const endedOf = ({ client, topic, application: applicationSid }: SubscriptionRow): Ended => ({
  client,
  key: { applicationSid, topic },
})
