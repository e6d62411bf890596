// The connection of the page to topics. Without WebSockets, or without permission, the page does without it.

import { Centrifuge, disconnectedCodes, unsubscribedCodes } from 'centrifuge'
import { t } from '../text/texts.ts'
import type { Frame } from './frame.ts'
import type { Live } from './live-topic.ts'

// Milliseconds.
const minDelay = 500
const maxDelay = 4_000 // a learner is online again within 5 seconds
const interruptedAfter = 2_000
const backFor = 8_000
const secondTry = 5 * 60_000

/** The attempts after which a page that never connected stops trying for a while. */
const maxAttempts = 4
const historyLength = 100

type Page = Pick<Frame, 'tokens' | 'signal' | 'interrupted' | 'say'>

/** Connects with the newest token. @returns undefined in a browser without WebSockets */
export function connectLive({ tokens, signal, interrupted, say }: Page): Live | undefined {
  if (typeof globalThis.WebSocket !== 'function') return undefined
  const newest = () => tokens.current().stsToken
  /** The token for the next connection, and the last one that was sent. */
  let token = newest()
  let sent = ''
  /** How often the page has started to connect. */
  let started = 0
  let refusedToken = ''
  let hasConnected = false
  let isInterrupted = false
  let failures = 0
  let timer = 0
  const client = new Centrifuge(endpoint(), {
    ...{ token, getToken: renew, name: 'embed' },
    ...{ minReconnectDelay: minDelay, maxReconnectDelay: maxDelay },
  })

  /**
   * Returns a newer token than the last one that was sent. Waits for the embedding page if there is none yet. A token that a
   * refresh repeats may have been replaced meanwhile: the service would refuse it, and report that it was used again.
   */
  async function renew(): Promise<string> {
    const own = started
    if (newest() === sent) await tokens.after(sent)
    if (own === started) sent = newest() // otherwise the connection that asked is lost
    return newest()
  }

  async function follow(): Promise<void> {
    while (!signal.aborted) {
      await tokens.after(token)
      token = newest()
      client.setToken(token)
    }
  }

  function connectLater(milliseconds: number): void {
    const next = setTimeout(() => client.connect(), milliseconds)
    signal.addEventListener('abort', () => clearTimeout(next), { once: true })
  }

  function show(isNow: boolean): void {
    clearTimeout(timer)
    isInterrupted = isNow
    interrupted(isNow)
  }

  client.on('connected', () => {
    if (isInterrupted) say(t.live.back, backFor)
    show(false)
    sent = token // it may have come since the first attempt to connect
    failures = 0
    hasConnected = true
  })
  client.on('connecting', () => {
    started += 1
    sent = token
    clearTimeout(timer)
    if (hasConnected) timer = setTimeout(() => show(true), interruptedAfter)
  })
  client.on('error', () => {
    failures += 1
    if (hasConnected || failures < maxAttempts) return
    failures = 0
    client.disconnect()
    connectLater(secondTry)
  })
  client.on('disconnected', async ({ code }) => {
    show(false)
    if (code === disconnectedCodes.disconnectCalled || signal.aborted) return
    // The service does not accept the token. A newer one may have arrived since it was sent.
    if (refusedToken === newest()) await tokens.after(refusedToken)
    refusedToken = newest()
    connectLater(minDelay)
  })
  signal.addEventListener('abort', () => client.disconnect())
  void follow()
  client.connect()

  return {
    subscribe(topic, { subscribed, published, refused }) {
      const subscription = client.newSubscription(topic)
      subscription.on('subscribed', subscribed)
      subscription.on('publication', published)
      subscription.on('unsubscribed', ({ code }) => {
        if (code !== unsubscribedCodes.unsubscribeCalled) refused()
      })
      subscription.subscribe()
      return {
        publish: data => subscription.publish(data),
        history: async () =>
          (await subscription.history({ limit: historyLength, reverse: true })).publications,
        again() {
          subscription.unsubscribe()
          subscription.subscribe()
        },
        close: () => client.removeSubscription(subscription),
      }
    },
  }
}

/** The address of the WebSocket at the origin of the page. */
function endpoint(): string {
  const url = new URL('../connection/websocket', location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  url.search = ''
  return url.href
}
