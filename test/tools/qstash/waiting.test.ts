import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeDelayQueue, makeFifo, type Waiting } from '../../../tools/qstash/waiting.ts'

const item = (id: string, dueAt: number): Waiting => ({ id, dueAt, flowKey: undefined })

test('a delay queue returns items by due time, and items with the same due time in the order of their addition', () => {
  // A number adds a message with this due time, null removes the earliest.
  fc.assert(
    fc.property(fc.array(fc.option(fc.nat(20), { freq: 3 }), { maxLength: 100 }), steps => {
      const queue = makeDelayQueue()
      const model: Waiting[] = []
      for (const [at, step] of steps.entries()) {
        if (step === null) {
          expect(queue.earliest()).toEqual(model.shift())
          queue.removeEarliest()
        } else {
          queue.add(item(String(at), step))
          model.push(item(String(at), step))
          model.sort((a, b) => a.dueAt - b.dueAt)
        }
        expect(queue.earliest()).toEqual(model[0])
      }
    }),
  )
})

test('a FIFO queue returns items in the order in which they were added', () => {
  const fifo = makeFifo<number>()
  let taken = 0
  for (let added = 0; added < 10_000; added++) {
    fifo.add(added)
    if (added % 3 === 0) continue
    expect(fifo.first()).toBe(taken)
    fifo.removeFirst()
    taken += 1
  }
  for (; taken < 10_000; taken++) {
    expect(fifo.first()).toBe(taken)
    fifo.removeFirst()
  }
  expect(fifo.first()).toBeUndefined()
})
