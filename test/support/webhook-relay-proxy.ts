// A proxy between QStash and the relay that simulates a dying relay: before it has sent anything, after its request has
// reached the endpoint, or before its response.

import { once } from 'node:events'
import http, { type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { randomFrom } from './session-crowd.ts'
import { type Answerer, serveWith } from './webhook-faults.ts'

/** The number of each kind, per hundred calls. */
type Deaths = { before: number; after: number; unheard: number }

export type RelayCall = {
  deliveryIds: string[]
  /** The same for messages that QStash sends twice. */
  message: string
  failure: keyof Deaths | 'none'
  startedAt: number
  /** Absent while the relay works. */
  endedAt?: number
}

export type RelayProxy = Answerer & {
  calls: RelayCall[]
  /** To be called when an endpoint is reached: kills the relay that is to die then. Returns whether one did. */
  reached(pair: string): boolean
}

type Options = {
  deaths: Deaths
  /** The address of the relays. */
  relayPort: number
  /** The event and the endpoint of a delivery, as `reached` gets them; undefined while the database is down. */
  pairOf(deliveryId: string): Promise<string | undefined>
}

/** The response of the platform of a dead relay. QStash would wait for 10 s and more; the test does not. */
const died = { status: 502, headers: { 'retry-after': '20ms' } }

/** Starts the proxy; close it. */
export async function startRelayProxy({ deaths, relayPort, pairOf }: Options): Promise<RelayProxy> {
  const random = randomFrom(7)
  const calls: RelayCall[] = []
  const toKill = new Map<string, ClientRequest>()

  function drawFailure(): RelayCall['failure'] {
    const drawn = random(100)
    if (drawn < deaths.before) return 'before'
    if (drawn < deaths.before + deaths.after) return 'after'
    return drawn < deaths.before + deaths.after + deaths.unheard ? 'unheard' : 'none'
  }

  async function answer(call: RelayCall, request: IncomingMessage, body: string): Promise<RelayResponse> {
    if (call.failure === 'before') return died
    const pair = call.failure === 'after' ? await pairOf(middleOf(call.deliveryIds)) : undefined
    const passed = pass(request, body, relayPort)
    if (pair !== undefined) toKill.set(pair, passed)
    const received = await answerOf(passed).catch(() => died)
    if (pair !== undefined && toKill.get(pair) === passed) {
      toKill.delete(pair)
      call.failure = 'none' // it had nothing to send
    }
    return call.failure === 'unheard' ? died : received
  }

  const server = await serveWith(async (request, response) => {
    const body = (await buffer(request)).toString()
    const { 'upstash-message-id': id, 'upstash-retried': retried } = request.headers
    const { deliveries }: { deliveries: { id: string }[] } = JSON.parse(body)
    const deliveryIds = deliveries.map(({ id }) => id)
    const call: RelayCall = {
      ...{ deliveryIds, message: `${id} ${retried}`, failure: drawFailure(), startedAt: Date.now() },
    }
    calls.push(call)
    const received = await answer(call, request, body)
    call.endedAt = Date.now()
    respond(response, received)
  })
  return {
    ...server,
    calls,
    reached(pair) {
      const relay = toKill.get(pair)
      toKill.delete(pair)
      relay?.destroy()
      return relay !== undefined
    },
  }
}

/** The relay dies when a delivery in the middle of its message reaches the endpoint. */
const middleOf = (ids: string[]) => ids[Math.floor(ids.length / 2)] ?? ''

type RelayResponse = { status: number; headers: http.OutgoingHttpHeaders }

function pass({ url, headers }: IncomingMessage, body: string, port: number): ClientRequest {
  const passed = http.request({
    ...{ host: '127.0.0.1', port, path: url, method: 'POST', agent: false },
    headers: { ...headers, host: `127.0.0.1:${port}`, connection: 'close' },
  })
  passed.end(body)
  return passed
}

async function answerOf(passed: ClientRequest): Promise<RelayResponse> {
  const [response]: IncomingMessage[] = await once(passed, 'response')
  if (!response) return died
  response.resume()
  const { 'retry-after': retryAfter, 'upstash-nonretryable-error': final } = response.headers
  return {
    status: response.statusCode ?? 0,
    headers: {
      ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
      ...(final !== undefined && { 'upstash-nonretryable-error': final }),
    },
  }
}

/** Uses a new connection: QStash repeats at once a request that was lost on a reused connection. */
const respond = (response: ServerResponse, { status, headers }: RelayResponse) =>
  response.writeHead(status, { ...headers, connection: 'close' }).end()
