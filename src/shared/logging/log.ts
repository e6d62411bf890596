// Log lines in JSON (docs/observability.md). Callers pass no personal data and no secrets.

import { recorderOf } from '../metrics/record.ts'

/** The minimum level of the written lines. */
export const logLevels = ['info', 'error', 'off'] as const
type LogLevel = (typeof logLevels)[number]

/** Writes a line with a level, a message and members. Undefined members are omitted. */
export type Log = (level: 'info' | 'error', message: string, members: Record<string, unknown>) => void

/**
 * Returns the log of a Worker with the level of its binding `LOG_LEVEL`. An unknown level counts as `info`. Lines of
 * every level are also recorded as metrics.
 */
export function logOf(worker: string, bindings: unknown): Log {
  const minLevel = levelIn(bindings)
  const record = recorderOf(worker, bindings)
  return (level, message, members) => {
    record?.(level, message, members)
    if (logLevels.indexOf(level) < logLevels.indexOf(minLevel)) return
    const line = JSON.stringify({ time: new Date().toISOString(), level, worker, message, ...members })
    if (level === 'error') console.error(line)
    else console.log(line)
  }
}

/** Reads the level without a schema, so that invalid bindings can be logged. */
const levelIn = (bindings: unknown): LogLevel => {
  const value = typeof bindings === 'object' && bindings && 'LOG_LEVEL' in bindings ? bindings.LOG_LEVEL : ''
  return logLevels.find(level => level === value) ?? 'info'
}
