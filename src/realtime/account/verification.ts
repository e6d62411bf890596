// Which connections of an object have lost their token. The object registers with the account of each connection, which
// calls it when tokens may have ended. A call may be lost, so all connections are verified once in five minutes.

import { type AccountStub, type Holder, type Namespace, stubOf } from '../contract/objects.ts'

const table = `
  create table if not exists verification (id integer primary key check (id = 1), at integer not null);`

const periodMs = 5 * 60 * 1000
/** The clocks of two machines differ by less. */
const maxSkewMs = 5000

/** When all connections are to be verified again. */
export const nextVerification = (now: number): number => (Math.floor(now / periodMs) + 1) * periodMs

type Effects<Connection> = {
  sql: SqlStorage
  accounts: Namespace<Pick<AccountStub, 'register'>>
  holderOf(connection: Connection): Holder
  connections(): Iterable<Connection>
  /** Undefined for a connection that is not authenticated yet. */
  accountOf(connection: Connection): string | undefined
  /** Asks the platform about connections of an account, and ends those whose token has ended. */
  verify(connections: readonly Connection[]): Promise<void>
}

export class Verification<Connection> {
  readonly #effects: Effects<Connection>
  /** The accounts that know of the object. */
  readonly #registered = new Set<string>()
  /** Counts what makes earlier answers of the platform out of date, and the time of the last one. */
  #count = 0
  #countedAt = Date.now()

  constructor(effects: Effects<Connection>) {
    this.#effects = effects
    effects.sql.exec(table)
  }

  /** The value that `admit` compares, to be read before a token is authenticated. */
  get count(): number {
    return this.#count
  }

  /** Returns that value for a token that another machine authenticated from this time on. */
  countAt(time: number): number {
    return time - maxSkewMs > this.#countedAt ? this.#count : -1
  }

  /**
   * Registers the object with the account of a new connection. Verifies the connection again if its token may have ended
   * since it was authenticated.
   * @throws Error if the account or the platform is not available
   */
  async admit(connection: Connection, accountSid: string, count: number): Promise<void> {
    if (!this.#registered.has(accountSid)) {
      const { accounts, holderOf } = this.#effects
      const isNew = await stubOf(accounts, accountSid).register(accountSid, holderOf(connection))
      this.#registered.add(accountSid)
      // Calls before the registration were lost, also for the connections that are admitted at the same time.
      if (isNew) this.#advance()
    }
    if (count !== this.#count) await this.#effects.verify([connection])
  }

  /** Closes the connections of the account whose token has ended. @returns whether any are left */
  async verifyAccount(accountSid: string): Promise<boolean> {
    this.#advance()
    await this.#effects.verify(this.#of(accountSid))
    if (this.#of(accountSid).length > 0) return true
    this.#registered.delete(accountSid)
    return false
  }

  /** Returns whether the connections were not verified in this period. */
  isDue(now: number): boolean {
    const [last] = this.#effects.sql.exec<{ at: number }>('select at from verification').toArray()
    return !last || nextVerification(last.at) <= now
  }

  /** Verifies all connections, unless that was done in this period. */
  async verifyIfDue(now: number): Promise<void> {
    if (!this.isDue(now)) return
    const { sql, connections, accountOf } = this.#effects
    const accounts = new Set([...connections()].map(accountOf))
    await Promise.all([...accounts].map(sid => sid && this.verifyAccount(sid)))
    sql.exec('insert or replace into verification values (1, ?)', now)
  }

  #advance(): void {
    this.#count += 1
    this.#countedAt = Date.now()
  }

  #of(accountSid: string): Connection[] {
    const { connections, accountOf } = this.#effects
    return [...connections()].filter(connection => accountOf(connection) === accountSid)
  }
}
