// An operation whose request or response is a file, which is not read as a whole. It is no operation of the API: its address is
// given by another operation, and it needs no credential.

import type { AreaEnv } from './route.ts'
import type { DeferredWork } from './wait-until.ts'

export type StreamRequest<E> = {
  env: E
  request: Request
  params: Record<string, string>
  waitUntil(work: DeferredWork): void
}

export type StreamRoute<E extends AreaEnv> = {
  method: 'get' | 'put'
  path: `/${string}`
  /** For the log. */
  operationId: string
  /** @throws Problem */
  handle(request: StreamRequest<E>): Promise<Response>
}
