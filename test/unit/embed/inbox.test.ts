// Which sessions of the proctor's list have a new message, whether it arrives before or after the subscription.

import type { PublicationContext, SubscribedContext } from 'centrifuge'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openInbox } from '../../../src/embed/pages/proctoring-session/inbox.ts'
import type { Live } from '../../../src/embed/pages/shared/live-topic.ts'

const [proctor, learner] = ['US1', 'US2']

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A service with topics, to which the page subscribes only when `accept` is called. */
function service() {
  const topics = new Map<string, PublicationContext[]>()
  const handlers = new Map<string, Parameters<Live['subscribe']>[1]>()
  const reads: { topic: string; at: number }[] = []
  const publicationsOf = (sid: string) => {
    const topic = `session.${sid}`
    const publications = topics.get(topic) ?? []
    topics.set(topic, publications)
    return { topic, publications }
  }
  const live: Live = {
    subscribe(topic, each) {
      handlers.set(topic, each)
      return {
        publish: async () => undefined,
        history() {
          reads.push({ topic, at: performance.now() })
          return Promise.resolve((topics.get(topic) ?? []).toReversed())
        },
        again() {},
        close: () => void handlers.delete(topic),
      }
    },
  }
  return {
    live,
    reads,
    /** Stores a message, which a subscriber receives unless it is disconnected. */
    write(sid: string, user: string, reachesPage = true) {
      const { topic, publications } = publicationsOf(sid)
      const offset = publications.length + 1
      const id = `${topic} ${offset}`
      const data = { id, type: 'socket.message', payload: { text: id }, metadata: { timestamp: offset } }
      const publication = { channel: topic, data, offset, info: { client: '', user } }
      publications.push(publication)
      if (reachesPage) handlers.get(topic)?.published(publication)
    },
    /** Replies to the subscription, and lets what it starts finish, unless that waits for its turn. */
    async accept(sid: string, members: Partial<SubscribedContext> = {}) {
      const { topic, publications } = publicationsOf(sid)
      handlers.get(topic)?.subscribed({
        ...{ channel: topic, recoverable: true, positioned: true, wasRecovering: false, recovered: false },
        ...{ hasRecoveredPublications: false, streamPosition: { offset: publications.length, epoch: '' } },
        ...members,
      })
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

function scene() {
  const { live, ...rest } = service()
  const unread: string[] = []
  const inbox = openInbox({ live, userSid: proctor, unread: sid => unread.push(sid) })
  return { ...rest, inbox, unread }
}

test('a message from before the subscription is new, like one from after it', async () => {
  const { inbox, unread, write, accept } = scene()
  inbox.watch(['ES1', 'ES2'])
  write('ES1', learner, false)
  await accept('ES1')
  await accept('ES2')
  expect(unread).toEqual(['ES1'])
  write('ES2', learner)
  expect(unread).toEqual(['ES1', 'ES2'])
})

test('a message from before the subscription is not new if the proctor has answered it', async () => {
  const { inbox, unread, write, accept } = scene()
  write('ES1', learner)
  write('ES1', proctor)
  inbox.watch(['ES1'])
  await accept('ES1')
  expect(unread).toEqual([])
  write('ES2', proctor)
  write('ES2', learner)
  inbox.watch(['ES2'])
  await accept('ES2')
  expect(unread).toEqual(['ES2'])
})

test('a message of the session that is shown is not new, also after the session is left', async () => {
  const { inbox, unread, write, accept } = scene()
  write('ES1', learner)
  const leave = inbox.show('ES1', () => {})
  await accept('ES1')
  leave()
  inbox.watch(['ES1'])
  await accept('ES1', { wasRecovering: true })
  expect(unread).toEqual([])
})

test('a message that a lost connection missed is new if the service cannot recover it', async () => {
  const { inbox, unread, write, accept, reads } = scene()
  inbox.watch(['ES1'])
  await accept('ES1')
  write('ES1', learner, false)
  await accept('ES1', { wasRecovering: true, recovered: true })
  expect(reads).toEqual([])
  await accept('ES1', { wasRecovering: true })
  expect(unread).toEqual(['ES1'])
})

test('a page with 100 learners reads the histories within the rate of a connection, and those without messages never', async () => {
  const { inbox, unread, write, accept, reads } = scene()
  const sids = Array.from({ length: 100 }, (_, at) => `ES${at}`)
  const busy = sids.slice(0, 90)
  for (const sid of busy) write(sid, learner)
  inbox.watch(sids)
  for (const sid of sids) await accept(sid)
  // The proctor opens one whose turn has not come.
  inbox.show('ES89', () => {})
  expect(reads.at(-1)?.topic).toBe('session.ES89')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(unread).toEqual(busy.slice(0, -1))
  expect(new Set(reads.map(({ topic }) => topic)).size).toBe(90)
  expect(reads).toHaveLength(90)
  const mostInASecond = Math.max(
    ...reads.map(({ at }) => reads.filter(each => each.at >= at && each.at < at + 1_000).length),
  )
  expect(mostInASecond).toBeLessThan(50)
})

const group = (name: string) => Array.from({ length: 60 }, (_, at) => `ES${name}${at}`)

test('learners who are there are heard after 100 others have left, at most 20 more with each list', () => {
  const { inbox, write, unread } = scene()
  for (const name of ['morning', 'noon', 'afternoon']) inbox.watch(group(name))
  for (const sid of group('afternoon')) write(sid, learner)
  expect(unread).toEqual(group('afternoon').slice(0, 20))
  inbox.watch(group('afternoon'))
  inbox.watch(group('afternoon'))
  for (const sid of group('afternoon')) write(sid, learner)
  expect(unread.slice(20)).toEqual(group('afternoon'))
})

test('of more than 100 learners who are there, and of the shown one, no conversation is closed for another', () => {
  const { inbox, write, unread } = scene()
  inbox.watch(group('early'))
  inbox.watch([...group('late'), ...group('early')])
  for (const sid of [...group('early'), ...group('late')]) write(sid, learner)
  expect(unread).toEqual([...group('early'), ...group('late').slice(0, 40)])
  inbox.show('ESearly0', () => {})
  inbox.watch(group('other'))
  write('ESearly1', learner)
  inbox.show('ESother0', () => {})
  write('ESearly0', learner)
  expect(unread.slice(100)).toEqual(['ESearly0'])
})
