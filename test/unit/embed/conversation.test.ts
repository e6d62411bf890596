// The messages of a session: when their history is read.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { converse } from '../../../src/embed/pages/shared/conversation.ts'
import type { Live } from '../../../src/embed/pages/shared/live-topic.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const message = {
  id: 'EV1',
  type: 'socket.message',
  payload: { text: 'Desk, please.' },
  metadata: { timestamp: 1 },
}

/** A conversation with one message from before, of which the first reads fail. */
function scene(failures: number) {
  let reads = 0
  let subscribed: (() => void) | undefined
  const live: Live = {
    subscribe(channel, handlers) {
      subscribed = () =>
        handlers.subscribed({
          ...{ channel, recoverable: true, positioned: true, wasRecovering: false, recovered: false },
          ...{ hasRecoveredPublications: false, streamPosition: { offset: 1, epoch: '' } },
        })
      return {
        publish: () => Promise.resolve(),
        history() {
          reads += 1
          return reads > failures
            ? Promise.resolve([{ channel, data: message, offset: 1 }])
            : Promise.reject(new Error('timeout'))
        },
        again() {},
        close() {},
      }
    },
  }
  const conversation = converse(live, 'ES1', { changed() {} })
  void conversation.load()
  return { conversation, reads: () => reads, subscribe: () => subscribed?.() }
}

test('a history that could not be read on a living connection is read again', async () => {
  const { conversation, subscribe } = scene(2)
  subscribe()
  await vi.advanceTimersByTimeAsync(9_000)
  expect(conversation.messages()).toEqual([])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(conversation.messages().map(({ text }) => text)).toEqual(['Desk, please.'])
})

test('a history is read at most five times in a subscription, and again in the next one', async () => {
  const { conversation, reads, subscribe } = scene(5)
  subscribe()
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(reads()).toBe(5)
  subscribe()
  await vi.advanceTimersByTimeAsync(0)
  expect(conversation.messages()).toHaveLength(1)
})

test('a closed conversation does not read its history again', async () => {
  const { conversation, reads, subscribe } = scene(5)
  subscribe()
  await vi.advanceTimersByTimeAsync(0)
  conversation.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reads()).toBe(1)
})
