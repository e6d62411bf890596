// Log lines in JSON (docs/observability.md). Callers pass no personal data and no secrets.

import { recorderOf } from '../metrics/record.ts'

/** The minimum level of the written lines. */
export const logLevels = ['info', 'error', 'off'] as const
type LogLevel = (typeof logLevels)[number]

type Members = Record<string, unknown>

/**
 * The members of a line, or a function that computes them. It is called only if the line is written or recorded as
 * metrics. `isWritten` is false if the line is only recorded; members that no metric uses can then be omitted.
 */
export type LogMembers = Members | ((isWritten: boolean) => Members)

/** Writes a line with a level, a message and members. Undefined members are omitted. */
export type Log = (level: 'info' | 'error', message: string, members: LogMembers) => void

/** The members of a line, computed if necessary. */
export const membersOf = (members: LogMembers, isWritten: boolean): Members =>
  typeof members === 'function' ? members(isWritten) : members

/**
 * Returns the log of a Worker with the level of its binding `LOG_LEVEL`. An unknown level counts as `info`. Lines of
 * every level are also recorded as metrics.
 */
export function logOf(worker: string, bindings: unknown): Log {
  const minLevel = logLevels.indexOf(levelIn(bindings))
  const record = recorderOf(worker, bindings)
  return (level, message, members) => {
    const isWritten = logLevels.indexOf(level) >= minLevel
    if (!(isWritten || record)) return
    const computed = membersOf(members, isWritten)
    record?.(level, message, computed)
    if (!isWritten) return
    const line = JSON.stringify({ time: new Date().toISOString(), level, worker, message, ...computed })
    if (level === 'error') console.error(line)
    else console.log(line)
  }
}

/** Reads the level without a schema, so that invalid bindings can be logged. */
const levelIn = (bindings: unknown): LogLevel => {
  const value = typeof bindings === 'object' && bindings && 'LOG_LEVEL' in bindings ? bindings.LOG_LEVEL : ''
  return logLevels.find(level => level === value) ?? 'info'
}
