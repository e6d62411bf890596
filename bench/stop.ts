import { descendants } from '../test/support/start.ts'

/** On SIGINT and SIGTERM ends what was started, and then this process as a shell says of one that a signal ended. */
export function endAllOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, endAll)
}

function endAll(): void {
  for (const pid of descendants(process.pid)) {
    try {
      process.kill(pid)
    } catch {
      // It has ended since.
    }
  }
  process.exit(130)
}
