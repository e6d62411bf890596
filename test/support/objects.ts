// Durable Objects without a runtime: their storage is an SQLite database in memory, and their alarm does not run.
import { sqlStorage } from './sql-storage.ts'

/** The module `cloudflare:workers`, for `vi.mock`. */
export const workersModule = () => ({
  DurableObject: class {
    protected readonly ctx: unknown
    constructor(ctx: unknown) {
      this.ctx = ctx
    }
  },
})

/** The state of a new object, or of one that wakes with sockets of these attachments. */
export function objectState(attachments: object[] = []) {
  const { sql } = sqlStorage()
  const alarms: number[] = []
  const storage = {
    sql,
    getAlarm: () => Promise.resolve(null),
    setAlarm: (time: number) => Promise.resolve(void alarms.push(time)),
  }
  const blockConcurrencyWhile = (work: () => Promise<unknown>) => work()
  const getWebSockets = () =>
    attachments.map(attachment => ({ deserializeAttachment: () => attachment, send: () => {} }))
  return { state: { storage, blockConcurrencyWhile, getWebSockets } as unknown as DurableObjectState, alarms }
}

/** A namespace with one object for all names. */
export const namespaceOf = (object: object) => ({ idFromName: String, get: () => object })
