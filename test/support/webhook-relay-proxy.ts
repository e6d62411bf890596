// Stands between QStash and the relay, and lets relays die: before they have sent anything, after their request has
// reached the endpoint, or when all is done but the answer.

import { once } from 'node:events'
import http, { type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { randomFrom } from './session-crowd.ts'
import { type Answerer, serveWith } from './webhook-faults.ts'

/** Of each kind, per hundred calls. */
type Deaths = { before: number; after: number; unheard: number }

export type RelayCall = {
  deliveryId: string
  /** The same for what QStash sends twice. */
  message: string
  fate: keyof Deaths | 'none'
  startedAt: number
  /** Absent while the relay works. */
  endedAt?: number
}

export type RelayProxy = Answerer & {
  calls: RelayCall[]
  /** To be called when an endpoint is reached: kills the relay that is to die then. Answers whether one did. */
  reached(pair: string): boolean
}

type Options = {
  deaths: Deaths
  /** Where the relays are. */
  relayPort: number
  /** Which event is for which endpoint, as `reached` is told of it; nothing when nobody can say now. */
  pairOf(deliveryId: string): Promise<string | undefined>
}

/** What the relay's platform answers in its place. QStash would wait for 10 s and more; the test does not. */
const died = { status: 502, headers: { 'retry-after': '20ms' } }

/** Starts the proxy; close it. */
export async function startRelayProxy({ deaths, relayPort, pairOf }: Options): Promise<RelayProxy> {
  const random = randomFrom(7)
  const calls: RelayCall[] = []
  const toKill = new Map<string, ClientRequest>()

  function drawFate(): RelayCall['fate'] {
    const drawn = random(100)
    if (drawn < deaths.before) return 'before'
    if (drawn < deaths.before + deaths.after) return 'after'
    return drawn < deaths.before + deaths.after + deaths.unheard ? 'unheard' : 'none'
  }

  async function answer(call: RelayCall, request: IncomingMessage, body: string): Promise<Told> {
    if (call.fate === 'before') return died
    const pair = call.fate === 'after' ? await pairOf(call.deliveryId) : undefined
    const passed = pass(request, body, relayPort)
    if (pair !== undefined) toKill.set(pair, passed)
    const told = await answerOf(passed).catch(() => died)
    if (pair !== undefined && toKill.get(pair) === passed) {
      toKill.delete(pair)
      call.fate = 'none' // it had nothing to send
    }
    return call.fate === 'unheard' ? died : told
  }

  const server = await serveWith(async (request, response) => {
    const body = (await buffer(request)).toString()
    const { 'upstash-message-id': id, 'upstash-retried': retried } = request.headers
    const { deliveryId }: { deliveryId: string } = JSON.parse(body)
    const call: RelayCall = {
      ...{ deliveryId, message: `${id} ${retried}`, fate: drawFate(), startedAt: Date.now() },
    }
    calls.push(call)
    const told = await answer(call, request, body)
    call.endedAt = Date.now()
    respond(response, told)
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

type Told = { status: number; headers: http.OutgoingHttpHeaders }

function pass({ url, headers }: IncomingMessage, body: string, port: number): ClientRequest {
  const passed = http.request({
    ...{ host: '127.0.0.1', port, path: url, method: 'POST', agent: false },
    headers: { ...headers, host: `127.0.0.1:${port}`, connection: 'close' },
  })
  passed.end(body)
  return passed
}

async function answerOf(passed: ClientRequest): Promise<Told> {
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

/** On a connection that is not used again: QStash sends at once again what a connection that it had kept has lost. */
const respond = (response: ServerResponse, { status, headers }: Told) =>
  response.writeHead(status, { ...headers, connection: 'close' }).end()
