// The log lines of the Workers of a running system.
import { expect, vi } from 'vitest'
import type { Running } from './running.ts'

export type Line = Record<string, unknown>

/** The lines of each system, and the length of the output that has them: tests read the log many times. */
const known = new WeakMap<Pick<Running, 'printed'>, { length: number; lines: Line[] }>()

/** Every line of the log so far. Workers print only JSON; other lines are the stack's own. */
export function linesOf(running: Pick<Running, 'printed'>): Line[] {
  const { length, lines } = known.get(running) ?? { length: 0, lines: [] }
  const printed = running.printed()
  const complete = printed.lastIndexOf('\n') + 1
  const added = printed
    .slice(length, complete)
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line))
  const all = [...lines, ...added]
  known.set(running, { length: complete, lines: all })
  return all
}

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
