// The frames of the client protocol, and the arithmetic of recovery and delivery.
import { describe, expect, test } from 'vitest'
import { historyRange, isRecoverable } from '../../../src/realtime/contract/history.ts'
import { maxLines, parseFrame } from '../../../src/realtime/protocol/commands.ts'
import { publicationJson, replyWithPublications } from '../../../src/realtime/protocol/replies.ts'
import { Backlog } from '../../../src/realtime/shard/backlog.ts'
import {
  accept,
  activate,
  pendingSubscription,
  wokenSubscription,
} from '../../../src/realtime/shard/subscription.ts'
import { Spread } from '../../../src/realtime/spread.ts'

describe('a frame', () => {
  test('has several commands, and unknown members are ignored', () => {
    expect(
      parseFrame(
        '{"id":1,"connect":{"token":"t","name":"js"}}\n{"id":2,"subscribe":{"channel":"a","x":1}}\n{}',
      ),
    ).toEqual([
      { id: 1, name: 'connect', body: { token: 't' } },
      {
        id: 2,
        name: 'subscribe',
        body: { channel: 'a', recover: false, epoch: '', offset: 0, join_leave: false },
      },
      { name: 'pong' },
    ])
  })

  test('is executed without a command that is nested too deeply, which is malformed', () => {
    const nested = `${'['.repeat(15_000)}${']'.repeat(15_000)}`
    expect(parseFrame(`{"id":1,"publish":{"channel":"a","data":${nested}}}\n{"id":2,"ping":{}}`)).toEqual([
      { id: 1, name: 'malformed' },
      { id: 2, name: 'ping', body: {} },
    ])
  })

  test('is too large from 1 MiB on, and a command from 32 KiB on, in bytes', () => {
    const publish = (size: number) => `{"id":1,"publish":{"channel":"a","data":"${'é'.repeat(size)}"}}`
    expect(parseFrame(publish(16_300))).toHaveLength(1)
    expect(parseFrame(publish(16_400))).toBe('tooLarge')
    const line = `{"id":1,"ping":{"x":"${'x'.repeat(999)}"}}\n`
    expect(parseFrame(line.repeat(1024))).toHaveLength(1024)
    expect(parseFrame(line.repeat(1025))).toBe('tooLarge')
  })

  test('with more lines than a second allows is a bad request', () => {
    expect(parseFrame('{}\n'.repeat(maxLines))).toHaveLength(maxLines)
    expect(parseFrame('{}\n'.repeat(maxLines + 1))).toBe('badRequest')
  })

  test.each([['not JSON'], ['[]'], ['5'], ['{"ping":{}}'], [new ArrayBuffer(2)]])(
    '%s is a bad request',
    frame => {
      expect(parseFrame(frame)).toBe('badRequest')
    },
  )
})

test('the publications of a reply are its last member', () => {
  const publication = { offset: 3, json: publicationJson(3, '{"a":1}', { client: 'c', user: 'u' }) }
  expect(JSON.parse(replyWithPublications(7, 'history', { offset: 3 }, [publication, publication]))).toEqual({
    id: 7,
    history: {
      offset: 3,
      publications: Array(2).fill({ data: { a: 1 }, offset: 3, info: { client: 'c', user: 'u' } }),
    },
  })
  expect(replyWithPublications(1, 'history', {}, [])).toBe('{"id":1,"history":{"publications":[]}}')
})

test.each<[string, number | undefined, { epoch: string; offset: number }, boolean]>([
  ['at the newest offset', 1, { epoch: 'e', offset: 10 }, true],
  ['at the newest offset without stored publications', undefined, { epoch: 'e', offset: 10 }, true],
  ['directly before the oldest publication', 5, { epoch: 'e', offset: 4 }, true],
  ['before a publication that is gone', 5, { epoch: 'e', offset: 3 }, false],
  ['before publications that are all gone', undefined, { epoch: 'e', offset: 9 }, false],
  ['after the newest offset', 1, { epoch: 'e', offset: 11 }, false],
  ['of another epoch', 1, { epoch: 'f', offset: 10 }, false],
])('a position %s is recoverable: %#', (_, oldest, position, expected) => {
  expect(isRecoverable({ epoch: 'e', offset: 10, oldest }, position)).toBe(expected)
})

test('a page of the history has at most 1,000 publications', () => {
  const top = { epoch: 'e', offset: 2000 }
  expect(historyRange(top, { limit: -1, reverse: false })).toMatchObject({ from: 1, to: 2000, limit: 1000 })
  expect(historyRange(top, { limit: 5000, since: { epoch: 'e', offset: 7 }, reverse: true })).toMatchObject({
    ...{ from: 1, to: 6, limit: 1000 },
  })
})

describe('a subscription', () => {
  const batch = (first: number, count: number, isCertain = true, previous = first - 1) => ({
    ...{ previous, isCertain },
    publications: Array.from({ length: count }, (_, at) => ({ offset: first + at, json: '{}' })),
  })

  test('receives each publication once', () => {
    const subscription = pendingSubscription(false)
    activate(subscription, 3)
    expect(accept(subscription, batch(2, 2))).toBe(2)
    expect(accept(subscription, batch(3, 2))).toBe(1)
    expect(accept(subscription, batch(5, 2))).toBe(0)
    expect(accept(subscription, batch(5, 2))).toBe(2)
  })

  test('has a gap if a publication is missing', () => {
    const subscription = pendingSubscription(false)
    activate(subscription, 3)
    expect(accept(subscription, batch(5, 1))).toBe('gap')
  })

  test('keeps what arrives before its result, up to a limit', () => {
    const subscription = pendingSubscription(false)
    const early = batch(1, 1000)
    expect(accept(subscription, early)).toBe(1000)
    expect(accept(subscription, batch(1001, 1))).toBe('gap')
    expect(activate(subscription, 0)[0]).toBe(early)
  })

  test('continues after the object slept if the topic is certain of its position, and else has a gap', () => {
    expect(accept(wokenSubscription(false), batch(9, 1))).toBe(0)
    expect(accept(wokenSubscription(false), batch(9, 1, true, 7))).toBe('gap')
    expect(accept(wokenSubscription(false), batch(9, 1, false))).toBe('gap')
  })
})

describe('the backlog of a consumer', () => {
  test('is what was sent since the last answered ping', () => {
    const backlog = new Backlog()
    expect(backlog.add(200_000, () => 0)).toBeUndefined()
    expect(backlog.add(100_000, () => 0)).toBe('ping')
    backlog.pinged(1000)
    expect(backlog.add(700_000, () => 999)).toBeUndefined()
    expect(backlog.add(100_000, () => 999)).toBe('close')
    expect(backlog.add(200_000, () => 1000)).toBe('ping')
  })
})

test('new connections go to shards that are not full, and more shards are used only when all of them are', () => {
  const spread = new Spread()
  const picked = (now: number) => [0, 0.3, 0.6, 0.99].map(random => spread.pick(random, now))
  expect(picked(0)).toEqual([0, 0, 0, 0])
  spread.full(0, 0, 0)
  expect(picked(0)).toEqual([1, 1, 1, 1])
  // A shard that was full before the isolate knew changes nothing.
  spread.full(0, 10, 0)
  expect(picked(10)).toEqual([1, 1, 1, 1])
  spread.full(1, 20, 1)
  expect(picked(20)).toEqual([2, 2, 3, 3])
  expect(picked(60_000)).toEqual([0, 1, 2, 3])
  // A new isolate of a region with many full shards.
  spread.full(3, 60_000, 5)
  expect(picked(60_000)).toEqual([0, 2, 5, 7])
})
