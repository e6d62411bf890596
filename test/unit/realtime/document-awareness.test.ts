// The awareness of the clients of a document.
import { describe, expect, test } from 'vitest'
import {
  type AwarenessEntry,
  AwarenessStates,
  encodeAwareness,
  parseAwareness,
} from '../../../src/realtime/document/awareness.ts'
import {
  maxConnections,
  maxStateLength,
  maxStatesOfConnection,
} from '../../../src/realtime/document/limits.ts'
import { leastCpuMillisecondsOf } from '../../support/cpu.ts'

const entry = (id: number, clock: number, state = '{"x":1}'): AwarenessEntry => ({ id, clock, state })

describe('a state', () => {
  test('is read as it is written', () => {
    const entries = [entry(1, 2), entry(2 ** 31, 0, 'null')]
    expect(parseAwareness(encodeAwareness(entries))).toEqual(entries)
  })

  test.each([[[255, 255, 255]], [[1, 1, 1, 2, 123, 123]], [[200]]])(
    'that is malformed is refused: %j',
    bytes => {
      expect(() => parseAwareness(new Uint8Array(bytes))).toThrow()
    },
  )

  test('replaces an older one only', () => {
    const states = new AwarenessStates()
    expect(states.apply([entry(1, 5)], 'a')).toHaveLength(1)
    expect(states.apply([entry(1, 5, '2'), entry(1, 4, '3')], 'a')).toEqual([])
    expect(states.entries()).toEqual([entry(1, 5)])
  })

  test('belongs to the connection that sent it first, also if others repeat it', () => {
    const states = new AwarenessStates()
    states.apply([entry(1, 5)], 'a')
    states.apply([entry(1, 5)], 'b')
    expect(states.end('b')).toEqual([])
    expect(states.end('a')).toEqual([entry(1, 5, 'null')])
  })

  test('of a client that has gone is not restored by others', () => {
    const states = new AwarenessStates()
    states.apply([entry(1, 5)], 'a')
    states.end('a')
    expect(states.apply([entry(1, 5)], 'b')).toEqual([])
    expect(states.apply([entry(1, 6)], 'a')).toHaveLength(1)
  })

  test('is removed when another client announces that it has gone', () => {
    const states = new AwarenessStates()
    states.apply([entry(1, 5)], 'a')
    expect(states.apply([entry(1, 5, 'null')], 'b')).toHaveLength(1)
    expect(states.entries()).toEqual([])
  })

  test('is asked for again after sleep, and still belongs to its connection', () => {
    const states = new AwarenessStates()
    states.restore('a', [[1, 5]])
    expect([...states.forgotten()]).toEqual(['a'])
    expect(states.apply([entry(1, 5)], 'b')).toHaveLength(1)
    expect(states.isOf(1, 'a')).toBe(true)
    expect(states.end('a')).toEqual([entry(1, 5, 'null')])
  })

  test('has a limit for its length, and for the states of a connection', () => {
    const states = new AwarenessStates()
    expect(states.apply([entry(1, 1, `"${'x'.repeat(maxStateLength)}"`)], 'a')).toEqual([])
    const many = Array.from({ length: maxStatesOfConnection + 1 }, (_, id) => entry(id, 1))
    expect(states.apply(many, 'a')).toHaveLength(maxStatesOfConnection)
  })

  test('beyond the limit is refused at once, however many there are, and however many clients are known', () => {
    const states = new AwarenessStates()
    const own = (connection: number) =>
      Array.from({ length: maxStatesOfConnection }, (_, at) => entry(connection * 100 + at, 1))
    for (let connection = 1; connection < maxConnections; connection += 1)
      states.apply(own(connection), String(connection))
    const flood = Array.from({ length: 20_000 }, (_, at) => entry(1_000_000 + at, 1, '1'))
    const spent = leastCpuMillisecondsOf(() => expect(states.apply(flood, '1')).toEqual([]))
    expect(spent).toBeLessThan(100)
  })
})
