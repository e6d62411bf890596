import { descendants } from '../test/support/start.ts'

/** On SIGINT and SIGTERM, ends all child processes and exits with the code of shells for SIGINT. */
export function endAllOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, endAll)
}

function endAll(): void {
  for (const pid of descendants(process.pid)) {
    try {
      process.kill(pid)
    } catch {
      // It has already ended.
    }
  }
  process.exit(130)
}
