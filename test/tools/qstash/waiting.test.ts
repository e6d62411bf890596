import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeLine, makeTimetable, type Waiting } from '../../../tools/qstash/waiting.ts'

const item = (id: string, dueAt: number): Waiting => ({ id, dueAt, origin: '', flowKey: undefined })

test('a timetable gives what is due first, and of those due at once what was added first', () => {
  // A number adds a message that is due then, null takes the earliest out.
  fc.assert(
    fc.property(fc.array(fc.option(fc.nat(20), { freq: 3 }), { maxLength: 100 }), deeds => {
      const timetable = makeTimetable()
      const model: Waiting[] = []
      for (const [at, deed] of deeds.entries()) {
        if (deed === null) {
          expect(timetable.earliest()).toEqual(model.shift())
          timetable.removeEarliest()
        } else {
          timetable.add(item(String(at), deed))
          model.push(item(String(at), deed))
          model.sort((a, b) => a.dueAt - b.dueAt)
        }
        expect(timetable.earliest()).toEqual(model[0])
      }
    }),
  )
})

test('a line gives what came first, however many came and went', () => {
  const line = makeLine<number>()
  let taken = 0
  for (let added = 0; added < 10_000; added++) {
    line.add(added)
    if (added % 3 === 0) continue
    expect(line.first()).toBe(taken)
    line.removeFirst()
    taken += 1
  }
  for (; taken < 10_000; taken++) {
    expect(line.first()).toBe(taken)
    line.removeFirst()
  }
  expect(line.first()).toBeUndefined()
})
