// A public system connects to public addresses only, whatever a name has resolved to before.

import { mkdtempSync, rmSync } from 'node:fs'
import { BlockList, isIPv6 } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPublic } from '../../src/shared/target/address.ts'
import { specialPurpose } from '../../tools/stack/outbound.ts'
import { startRuntime } from '../../tools/stack/runtime.ts'
import { compatibilityDate, miniflareOptions } from '../../tools/stack/workers.ts'
import { inAll } from '../support/rounds.ts'
import { type Sink, startSink } from '../support/webhooks.ts'
import { v4Ranges, v4Text, v6Ranges, v6Text } from '../unit/webhook-target/ranges.ts'

/** In place of each Worker: requests the URL of the header, without a check of its own. */
const sender = `export default {
  async fetch(request) {
    try {
      await fetch(request.headers.get('x-target'), { method: 'POST', body: 'x', redirect: 'manual' })
      return new Response()
    } catch (error) {
      return new Response('refused: ' + error.name, { status: 502 })
    }
  }
}`

const forEachWorker = <T>(value: T) => ({
  ...{ edge: value, realtime: value, proctoring: value, sts: value, platform: value },
})

const assets = mkdtempSync(join(tmpdir(), 'invigil-outbound-'))
let [queue, listed, other]: Sink[] = []
const closings: (() => Promise<void>)[] = []
beforeAll(async () => {
  ;[queue, listed, other] = await Promise.all([startSink(), startSink(), startSink()])
})
afterAll(async () => {
  for (const close of closings) await close()
  for (const sink of [queue, listed, other]) await sink?.close()
  rmSync(assets, { recursive: true })
})

const receiverOf = (sink: Sink | undefined) => {
  if (!sink) throw new Error('The receiver has not started.')
  return sink.receiver({ status: 202 })
}

/** Starts the runtime of a system, and returns what the Worker `platform` gets for a request: 200 or 502. */
async function startSender(settings: { isPublic: boolean; webhookAllowHosts: string }) {
  const options = miniflareOptions(
    { bundles: forEachWorker(sender), configuration: forEachWorker({ compatibilityDate }) },
    {
      ...settings,
      ...{ port: 0, baseUrl: '', edgeUrl: '', trustedProxies: '', hasLocalServices: false, databaseUrl: '' },
      ...{
        neonPort: 9,
        localPort: 9,
        signingKey: '',
        sealingKey: '',
        jwks: '',
        assets,
        bucket: assets,
        objects: assets,
        logLevel: 'error',
      },
      qstash: {
        url: new URL(receiverOf(queue).url).origin,
        token: '',
        signingKeys: { current: '', next: '' },
      },
    },
  )
  const runtime = await startRuntime(options)
  closings.push(() => runtime.dispose())
  const platform: unknown = await runtime.getWorker('invigil-platform') // its type lacks `fetch`
  const { fetch: send } = platform as { fetch(url: string, init: RequestInit): Promise<Response> }
  return async (url: string) => (await send('http://platform/', { headers: { 'x-target': url } })).status
}

const byName = (url: string) => url.replace('127.0.0.1', 'localhost')

test('a public system does not reach a loopback address, by number or by name', async () => {
  const statusOf = await startSender({ isPublic: true, webhookAllowHosts: '' })
  const { url, received } = receiverOf(other)
  expect(await statusOf(url)).toBe(502)
  expect(await statusOf(byName(url))).toBe(502)
  expect(received).toEqual([])
})

test('a public system connects to no special-purpose address', async () => {
  const statusOf = await startSender({ isPublic: true, webhookAllowHosts: '' })
  const urls = [
    ...v4Ranges.map(({ first }) => `http://${v4Text(first + 1n)}:9/`),
    ...v6Ranges.map(({ first }) => `http://[${v6Text(first + 1n)}]:9/`),
  ]
  // A connection that is attempted may last for minutes.
  const attempted = () => sleep(30_000, 'attempted', { ref: false })
  const outcomes = urls.map(async url => [url, await Promise.race([statusOf(url), attempted()])])
  expect(await Promise.all(outcomes)).toEqual(urls.map(url => [url, 502]))
})

test('a target in a range that a public system denies is refused by its check', () => {
  expect(specialPurpose.filter(range => isPublic(range.replace(/\/.*/, '')))).toEqual([])
})

test('a public system denies no public address', () => {
  const denied = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const range of specialPurpose) {
    const [network = '', length] = range.split('/')
    const family = isIPv6(network) ? 'ipv6' : 'ipv4'
    denied[family].addSubnet(network, Number(length), family)
  }
  const isDenied = (address: string) =>
    isIPv6(address) ? denied.ipv6.check(address, 'ipv6') : denied.ipv4.check(address)
  const addresses = ['1.1.1.1', '8.8.8.8', '2606:4700:4700::1111', '2001:4860:4860::8888']
  expect(addresses.filter(isDenied)).toEqual([])
  expect(['198.19.255.255', '2002:808:808::1'].filter(isDenied)).toHaveLength(2)
})

test('a public system reaches a service of the operator, by its exact origin', async () => {
  const statusOf = await startSender({ isPublic: true, webhookAllowHosts: '' })
  const { url, received } = receiverOf(queue)
  expect(await statusOf(url)).toBe(200)
  expect(await statusOf(byName(url))).toBe(502)
  expect(received).toHaveLength(1)
})

test('WEBHOOK_ALLOW_HOSTS with a port opens this port of this host, and no other', async () => {
  const [allowed, forbidden] = [receiverOf(listed), receiverOf(other)]
  const { host } = new URL(allowed.url)
  const statusOf = await startSender({ isPublic: true, webhookAllowHosts: `${host},[::1]:9` })
  expect(await statusOf(allowed.url)).toBe(200)
  for (const url of [byName(allowed.url), forbidden.url, byName(forbidden.url)])
    expect(await statusOf(url), url).toBe(502)
  expect([allowed.received.length, forbidden.received.length]).toEqual([1, 0])
})

test.runIf(inAll('unit/webhook-target/allow-hosts'))(
  'WEBHOOK_ALLOW_HOSTS without a port opens every port of this host, and no other host',
  async () => {
    const { url, received } = receiverOf(other)
    const statusOf = await startSender({ isPublic: true, webhookAllowHosts: 'localhost' })
    expect(await statusOf(byName(url))).toBe(200)
    expect(await statusOf(url)).toBe(502)
    expect(received).toHaveLength(1)
  },
)

test('a system that only its own machine can reach is not confined', async () => {
  const statusOf = await startSender({ isPublic: false, webhookAllowHosts: '' })
  expect(await statusOf(receiverOf(other).url)).toBe(200)
})
