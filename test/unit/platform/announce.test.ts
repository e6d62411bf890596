import { expect, test } from 'vitest'
import { changingEndpoints } from '../../../src/platform/webhooks/announce.ts'
import { Problem } from '../../../src/shared/problems/problem.ts'

const applicationSid = 'AP0199d0b8a4c27d3e9f1a2b3c4d5e6f70'

/** A Worker `realtime` that fails in a phase, and what happened in order. */
function scene(failing?: 'begins' | 'ended') {
  const log: string[] = []
  const realtime = {
    fetch(_: unknown, init?: RequestInit) {
      const { phase } = JSON.parse(String(init?.body))
      log.push(phase)
      return Promise.resolve(new Response(null, { status: phase === failing ? 503 : 204 }))
    },
  }
  const write = () => {
    log.push('write')
    return Promise.resolve('written')
  }
  return { log, change: () => changingEndpoints({ realtime, log: () => {} }, applicationSid, write) }
}

test('the topics learn of a change before it is written, and of its end before the response', async () => {
  const { log, change } = scene()
  expect(await change()).toBe('written')
  expect(log).toEqual(['begins', 'write', 'ended'])
})

test('nothing is written if the topics cannot learn of it', async () => {
  const { log, change } = scene('begins')
  await expect(change()).rejects.toSatisfy(error => error instanceof Problem && error.code === 'not_ready')
  expect(log).toEqual(['begins'])
})

test('a change is written although its end is not received', async () => {
  expect(await scene('ended').change()).toBe('written')
})
