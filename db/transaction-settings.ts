// Settings that each transaction of a request sets first. Triggers and column defaults read them.

import type { TransactionSettings } from './context.ts'
import type { DirectQuery } from './direct-client.ts'

/** Returns the statement that sets the settings for its transaction; undefined if there are none. */
export function settingsStatement({ traceparent, audit }: TransactionSettings): DirectQuery | undefined {
  if (traceparent === undefined && audit === undefined) return undefined
  return {
    text: "select set_config('invigil.traceparent', $1, true), set_config('invigil.audit', $2, true)",
    params: [traceparent ?? '', audit ?? ''],
    arrayMode: true,
  }
}
