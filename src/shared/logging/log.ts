// What happened, as lines of JSON (docs/observability.md). Nothing personal and no secret is ever given to it.

/** From which level on lines are written. */
const logLevels = ['info', 'error', 'off'] as const
type LogLevel = (typeof logLevels)[number]

/** Writes a line: how grave it is, what it is about, and what there is to say; what is undefined is left out. */
export type Log = (level: 'info' | 'error', message: string, members: Record<string, unknown>) => void

/** The log of a Worker, by its binding `LOG_LEVEL`; one that is not known is `info`. */
export function logOf(worker: string, bindings: unknown): Log {
  const from = levelIn(bindings)
  return (level, message, members) => {
    if (logLevels.indexOf(level) < logLevels.indexOf(from)) return
    const line = JSON.stringify({ time: new Date().toISOString(), level, worker, message, ...members })
    if (level === 'error') console.error(line)
    else console.log(line)
  }
}

/** Not by a schema: what fails for its bindings is logged too. */
const levelIn = (bindings: unknown): LogLevel => {
  const said = typeof bindings === 'object' && bindings && 'LOG_LEVEL' in bindings ? bindings.LOG_LEVEL : ''
  return logLevels.find(level => level === said) ?? 'info'
}
