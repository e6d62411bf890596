// The pings of a connection.
import { expect, test } from 'vitest'
import { Connection, frameOf } from '../../../src/realtime/shard/connection.ts'
import type { Identity } from '../../../src/shared/realtime/connection.ts'

const identity: Identity = {
  ...{
    user: 'AK1',
    accountSid: 'AC1',
    applicationSid: 'AP1',
    installSid: null,
    permissions: [],
    expiresAt: 0,
    sessionSid: null,
    familySid: null,
    kid: null,
  },
}

/** A connection with a socket that records what is sent, and the time of its last pong. */
function connection() {
  const sent: string[] = []
  const pong = { at: 0 }
  const socket = {
    send: (text: string) => sent.push(text),
    close: () => {},
    serializeAttachment: () => {},
    deserializeAttachment: () => {},
  }
  const attachment = { client: 'c', connectedAt: 1000 }
  const made = new Connection(socket as unknown as ServerSocket, attachment, () => pong.at)
  return { made, sent, pong }
}

test('a client that was not pinged is not silent', () => {
  const { made } = connection()
  expect(made.isSilentSince(30_000, 2000)).toBe(false)
  made.authenticated(identity, 2000)
  expect(made.isSilentSince(30_000, 2000)).toBe(false)
})

test('a client is silent if it has not answered the last ping, also after the object slept', () => {
  const { made, pong } = connection()
  made.authenticated(identity, 2000)
  expect(made.isSilentSince(30_000, 25_000)).toBe(true)
  pong.at = 25_010
  expect(made.isSilentSince(30_000, 25_000)).toBe(false)
  made.ping(50_000)
  expect(made.isSilentSince(49_000, 50_000)).toBe(false)
  expect(made.isSilentSince(75_000, 50_000)).toBe(true)
  pong.at = 50_001
  expect(made.isSilentSince(75_000, 50_000)).toBe(false)
})

test('a consumer that is more than 1 MiB behind is refused, and pinged before', () => {
  const { made, sent } = connection()
  made.authenticated(identity, 2000)
  const frame = frameOf('x'.repeat(200_000))
  for (let count = 0; count < 5; count++) expect(made.push(frame)).toBe(true)
  expect(sent.filter(text => text === '{}')).toHaveLength(1)
  expect(made.push(frame)).toBe(false)
})
