// The progress of long work: plain lines where no terminal is, a bar on a terminal.
import { expect, test } from 'vitest'
import { startProgress } from '../../tools/progress.ts'

function outputOf({ isTTY = false } = {}) {
  const written: string[] = []
  const output = Object.assign(Object.create(process.stderr), {
    isTTY,
    columns: 200,
    write: (text: string) => written.push(text) > 0,
    cursorTo: () => true,
    moveCursor: () => true,
    clearLine: () => true,
    clearScreenDown: () => true,
  })
  return { output, text: () => written.join('') }
}

test('without a terminal, each tenth of the work is a line, once', () => {
  const { output, text } = outputOf()
  const progress = startProgress({ total: 20_000, unit: 'rows', output })
  for (let count = 0; count < 3; count += 1) progress.advance(1000)
  progress.advance(9000)
  progress.finish()
  progress.stop()
  expect(text()).toBe(
    '10 %: 2,000 of 20,000 rows\n60 %: 12,000 of 20,000 rows\n100 %: 20,000 of 20,000 rows\n',
  )
})

test('an estimate that was too low is never exceeded', () => {
  const { output, text } = outputOf()
  const progress = startProgress({ total: 10, unit: 'rows', output })
  progress.advance(15)
  progress.finish()
  expect(text()).toBe('100 %: 10 of 10 rows\n')
})

test('without a terminal, each step is a line with its name', () => {
  const { output, text } = outputOf()
  const progress = startProgress({ total: 0, unit: 'migrations', output })
  progress.extend(2)
  progress.step('0001_expand')
  progress.step('0002_index')
  progress.finish()
  expect(text()).toBe('1 of 2 migrations: 0001_expand\n2 of 2 migrations: 0002_index\n')
})

test('without work, nothing is printed', () => {
  for (const isTTY of [true, false]) {
    const { output, text } = outputOf({ isTTY })
    const progress = startProgress({ total: 0, unit: 'migrations', output })
    progress.extend(0)
    progress.finish()
    progress.stop()
    expect(text()).toBe('')
  }
})

test('on a terminal, a bar shows the share, the amount and the step', () => {
  const { output, text } = outputOf({ isTTY: true })
  const progress = startProgress({ total: 2, unit: 'steps', output })
  progress.step('first')
  progress.step('second')
  progress.finish()
  progress.stop()
  expect(text()).toContain('100% | 2 of 2 steps')
  expect(text()).toContain('| second')
})
