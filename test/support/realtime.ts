// Clients of topics: the unmodified package `centrifuge`, and raw sockets.
import { once } from 'node:events'
import { Centrifuge, type Options, type PublicationContext, type Subscription } from 'centrifuge'
import { expect } from 'vitest'
import { assemble, partsOf, rs256, signingKeyOf } from './sts-forge.ts'
import type { World } from './world.ts'

const path = '/connection/websocket'
export const endpointOf = (baseUrl: string): string => `${baseUrl.replace(/^http/, 'ws')}${path}`

/** A JWT of the world's application. */
export async function jwtOf(world: World, permissions: string[], members: object = {}): Promise<string> {
  const body = { applicationId: world.applicationSid, permissions, ...members }
  const answer = await world.admin('POST', '/auth/token', { body })
  expect(answer.status, answer.raw).toBe(200)
  return answer.text('token')
}

/** A JWT like the given one that expires in some seconds, or has expired. */
export function expiringIn({ stack }: World, token: string, seconds: number): string {
  const { header, claims } = partsOf(token)
  const exp = Math.floor(Date.now() / 1000) + seconds
  return assemble(header, { ...claims, exp }, rs256(signingKeyOf(stack).key))
}

const clients = new Set<Centrifuge>()

/** A client that connects with the token. `disconnectAll` closes it. */
export function clientWith(baseUrl: string, token: string, options: Partial<Options> = {}): Centrifuge {
  const client = new Centrifuge(endpointOf(baseUrl), {
    // A reply can take seconds on a busy machine.
    ...{ token, websocket: WebSocket, minReconnectDelay: 20, maxReconnectDelay: 200, timeout: 30_000 },
    ...options,
  })
  clients.add(client)
  return client
}

/** A connected client of the world. */
export async function connected(
  world: World,
  permissions: string[] = ['subscribe', 'publish'],
  options: Partial<Options> = {},
): Promise<Centrifuge> {
  const client = clientWith(world.stack.baseUrl, await jwtOf(world, permissions), options)
  client.connect()
  await client.ready(10_000)
  return client
}

export function disconnectAll(): void {
  for (const client of clients) client.disconnect()
  clients.clear()
}

/** The publications that a subscription receives. */
export type Received = { subscription: Subscription; all: PublicationContext[]; payloads(): unknown[] }

/** Records the publications of a topic, without subscribing yet. */
export function recorded(client: Centrifuge, topic: string, options = {}): Received {
  const subscription = client.newSubscription(topic, options)
  const all: PublicationContext[] = []
  subscription.on('publication', publication => all.push(publication))
  return { subscription, all, payloads: () => all.map(({ data }) => data.payload) }
}

/** A subscription that is active, and what it receives. */
export async function subscribed(client: Centrifuge, topic: string, options = {}): Promise<Received> {
  const received = recorded(client, topic, options)
  received.subscription.subscribe()
  await received.subscription.ready(10_000)
  return received
}

/** A socket without a client library. */
export async function rawSocket(baseUrl: string) {
  const socket = new WebSocket(endpointOf(baseUrl))
  const lines: Record<string, unknown>[] = []
  socket.addEventListener('message', ({ data }) => {
    for (const line of String(data).split('\n')) if (line.trim() !== '') lines.push(JSON.parse(line))
  })
  const closed = once(socket, 'close').then(([event]) => [event.code, event.reason] as const)
  await once(socket, 'open')
  return {
    lines,
    closed,
    send: (...commands: (object | string)[]) =>
      socket.send(commands.map(each => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n')),
    /** The reply to the command with this id. */
    reply: (id: number) =>
      expect.poll(() => lines.find(line => line['id'] === id), { timeout: 20_000, interval: 5 }),
    close: () => socket.close(),
  }
}
