// The progress of long work, on standard error: a bar on a terminal, otherwise plain lines.

import { SingleBar } from 'cli-progress'

export type Progress = {
  /** Adds to the amount that is done. */
  advance(count: number): void
  /** Starts the next of the steps. */
  step(name: string): void
  /** Adds work that was not known at the start. */
  extend(count: number): void
  /** Everything is done, even if the total was an estimate. */
  finish(): void
  /** Ends the output, after a failure too. */
  stop(): void
}

type Output = Pick<NodeJS.WriteStream, 'write'> & { isTTY?: boolean }

type ProgressOptions = {
  total: number
  /** What is counted: `rows`. */
  unit: string
  output?: Output
}

/** Starts to show progress. Call `stop` at the end. */
export function startProgress({ output = process.stderr, ...work }: ProgressOptions): Progress {
  return output.isTTY ? bar(work, output) : lines(work, output)
}

type Work = Pick<ProgressOptions, 'total' | 'unit'>

function bar({ total, unit }: Work, output: Output): Progress {
  const single = new SingleBar({
    format: `{bar} {percentage}% | {value} of {total} ${unit} | {duration_formatted} {name}`,
    stream: output as NodeJS.WriteStream,
  })
  const start = (count: number) => {
    if (count > 0) single.start(count, 0, { name: '' })
  }
  start(total)
  let steps = 0
  return {
    advance: count => single.increment(count),
    step: name => {
      single.update(steps, { name: `| ${name}` })
      steps += 1
    },
    extend: count => (single.isActive ? single.setTotal(single.getTotal() + count) : start(count)),
    finish: () => single.isActive && single.update(single.getTotal()),
    stop: () => single.stop(),
  }
}

/** A line for each tenth of the work, and for each step. */
const tenths = 10

function lines({ total: known, unit }: Work, output: Output): Progress {
  let total = known
  let done = 0
  let steps = 0
  let printed = 0
  const print = (line: string) => void output.write(`${line}\n`)
  const report = () => {
    const tenth = Math.min(Math.floor((done / total) * tenths), tenths)
    if (tenth <= printed) return
    printed = tenth
    print(
      `${tenth * tenths} %: ${Math.min(done, total).toLocaleString('en')} of ${total.toLocaleString('en')} ${unit}`,
    )
  }
  return {
    advance(count) {
      done += count
      report()
    },
    step(name) {
      steps += 1
      print(`${steps} of ${total} ${unit}: ${name}`)
    },
    extend(count) {
      total += count
    },
    finish() {
      if (steps > 0 || total === 0) return
      done = total
      report()
    },
    stop() {
      // Nothing is left on the screen.
    },
  }
}
