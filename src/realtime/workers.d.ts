// The part of the types of the Workers runtime that this Worker uses. The names are those of the runtime.

type SqlValue = string | number | ArrayBuffer | Uint8Array | null
interface SqlCursor<Row> extends Iterable<Row> {
  toArray(): Row[]
  one(): Row
  readonly rowsWritten: number
}
interface SqlStorage {
  exec<Row extends Record<string, SqlValue>>(query: string, ...values: SqlValue[]): SqlCursor<Row>
}
interface DurableObjectStorage {
  readonly sql: SqlStorage
  getAlarm(): Promise<number | null>
  setAlarm(time: number): Promise<void>
  deleteAlarm(): Promise<void>
  deleteAll(): Promise<void>
}
interface ServerSocket {
  accept(): void
  send(message: string | Uint8Array): void
  close(code: number, reason: string): void
  serializeAttachment(value: unknown): void
  deserializeAttachment(): unknown
}
interface DurableObjectState {
  readonly storage: DurableObjectStorage
  acceptWebSocket(socket: ServerSocket): void
  getWebSockets(): ServerSocket[]
  setWebSocketAutoResponse(pair: WebSocketRequestResponsePair): void
  getWebSocketAutoResponseTimestamp(socket: ServerSocket): Date | null
  blockConcurrencyWhile<T>(work: () => Promise<T>): Promise<T>
  waitUntil(work: Promise<unknown>): void
}
declare class WebSocketRequestResponsePair {
  constructor(request: string, response: string)
}
declare class WebSocketPair {
  readonly 0: unknown
  readonly 1: ServerSocket
}
interface ResponseInit {
  webSocket?: unknown
}

declare module 'cloudflare:workers' {
  export class DurableObject<Env> {
    protected readonly ctx: DurableObjectState
    protected readonly env: Env
    constructor(ctx: DurableObjectState, env: Env)
  }
}
