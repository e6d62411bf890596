// The names of topics, and the permissions that concern them.
import { describe, expect, test } from 'vitest'
import { isGranted, permits } from '../../../src/shared/topics/permission.ts'
import { isPlatformTopic, isTopic, permissionTopicOf } from '../../../src/shared/topics/topic.ts'

test('a topic has 1 to 255 of the allowed characters', () => {
  for (const topic of ['a', 'room:1', 'A-z_0.9', 'x'.repeat(255)]) expect(isTopic(topic), topic).toBe(true)
  for (const topic of ['', 'x'.repeat(256), 'a b', 'a*', 'ü', 'a\n', 'a/b'])
    expect(isTopic(topic), topic).toBe(false)
})

test('only the platform publishes on its topics', () => {
  for (const topic of [
    'sockets',
    'proctoring.exam',
    'documents.a',
    'monitor.EX1',
    'presence.room',
    'invigil.test',
    'Proctoring.exam',
    'proctoring',
    'installs.AI1.proctoring.exam',
  ])
    expect(isPlatformTopic(topic), topic).toBe(true)
  for (const topic of ['socketsx', 'proctoringx', 'session.ES1', 'installs.AI1.chat', 'room.proctoring.x'])
    expect(isPlatformTopic(topic), topic).toBe(false)
})

test('the presence of a topic requires the permission of the topic', () => {
  expect(permissionTopicOf('presence.room.1')).toBe('room.1')
  expect(permissionTopicOf('room.1')).toBe('room.1')
})

describe('a permission', () => {
  test.each<[string, string, boolean]>([
    ['subscribe', 'any.topic', true],
    ['publish', 'any.topic', false],
    ['subscribe:room.1', 'room.1', true],
    ['subscribe:room.1', 'room.1.x', false],
    ['subscribe:room.*', 'room.1.x', true],
    ['subscribe:room.*', 'room', false],
    ['subscribe:*.chat', 'room.chat', true],
    ['subscribe:*.chat', 'a.b.chat', false],
    ['subscribe:*', 'a.b', true],
    ['subscribe:ro*', 'room', false],
    ['subscribe:ro*', 'ro*', false],
    ['subscribe:', 'room', false],
  ])('%s on %s: %s', (permission, topic, allowed) => {
    expect(permits([permission], 'subscribe', topic)).toBe(allowed)
  })

  test.each<[string[], string, boolean]>([
    [['subscribe'], 'subscribe:room.*', true],
    [['publish'], 'subscribe:room.*', false],
    [['subscribe:room.*'], 'subscribe', false],
    [['subscribe:room.*'], 'subscribe:room.1', true],
    [['subscribe:room.*'], 'subscribe:room.*', true],
    [['subscribe:room.*'], 'subscribe:*', false],
    [['subscribe:*.chat'], 'subscribe:room.chat', true],
    [['subscribe:*.chat'], 'subscribe:room.*', false],
    [['subscribe:a.*.c'], 'subscribe:a.*.c', true],
    [['subscribe:a.*.c'], 'subscribe:a.b.*', false],
    [['subscribe:a.*.*'], 'subscribe:a.*', false],
    [['subscribe:a.*'], 'subscribe:a.*.*', true],
    [['report'], 'report', true],
    [['subscribe'], 'report', false],
    [['subscribe'], 'subscribe:bad topic', false],
  ])('%j includes %s: %s', (granted, requested, included) => {
    expect(isGranted(granted, requested)).toBe(included)
  })
})
