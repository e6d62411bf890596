// Settings that each transaction of a request sets first. Triggers and column defaults read them.

import type { DatabaseContext, TransactionSettings } from './context.ts'
import type { DirectQuery } from './direct-client.ts'

/** Returns the statement that sets the settings for its transaction; undefined if there are none. */
export function settingsStatement({
  traceparent,
  audit,
  timeoutMs,
}: TransactionSettings & Pick<DatabaseContext, 'timeoutMs'>): DirectQuery | undefined {
  if (traceparent === undefined && audit === undefined && timeoutMs === undefined) return undefined
  const settings = "set_config('invigil.traceparent', $1, true), set_config('invigil.audit', $2, true)"
  const params = [traceparent ?? '', audit ?? '']
  if (timeoutMs === undefined) return { text: `select ${settings}`, params, arrayMode: true }
  // Instead of the timeout of the role.
  return {
    text: `select ${settings}, set_config('statement_timeout', $3, true)`,
    params: [...params, String(timeoutMs)],
    arrayMode: true,
  }
}
