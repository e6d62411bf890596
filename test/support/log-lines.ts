// The log lines of the Workers of a running system.
import { expect, vi } from 'vitest'
import type { Running } from './running.ts'

export type Line = Record<string, unknown>

/** Every line of the log so far. Workers print only JSON; other lines are the stack's own. */
export const linesOf = (running: Pick<Running, 'printed'>): Line[] =>
  running
    .printed()
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line))

/** Waits for the first line with these members: it is printed after the response. */
export const lineWith = (running: Pick<Running, 'printed'>, members: Line): Promise<Line> =>
  vi.waitFor(
    () => {
      const found = linesOf(running).find(line =>
        Object.entries(members).every(([name, value]) => line[name] === value),
      )
      return found ?? expect.fail(`no line with ${JSON.stringify(members)}`)
    },
    { timeout: 20_000, interval: 20 },
  )
