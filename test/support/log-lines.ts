// What the Workers of a running system have logged.
import { expect, vi } from 'vitest'
import type { Running } from './running.ts'

export type Line = Record<string, unknown>

/** Every line of the log so far. What Workers print is JSON and nothing else; the rest is the stack's own. */
export const linesOf = (running: Pick<Running, 'printed'>): Line[] =>
  running
    .printed()
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line))

/** Waits for the first line that has these members: it is printed when the answer has left. */
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
