// What the Worker `platform` can reach with `fetch`. The check of a webhook target resolves its name before the request,
// which then resolves it again: between the two, the name can get another address. On Cloudflare, Workers cannot reach
// private networks. On one machine they can, so a public system connects to public addresses only, except for the hosts
// that its operator has configured.

import type { AllowHosts } from '../../src/shared/target/allow-hosts.ts'

export const outboundWorkerName = 'invigil-outbound'

const contents = `export default {
  fetch(request, { ORIGINS, HOSTS, ANYWHERE }) {
    const { origin, hostname } = new URL(request.url)
    return ORIGINS.includes(origin) || HOSTS.includes(hostname) ? ANYWHERE.fetch(request) : fetch(request)
  }
}`

const tlsOptions = { trustBrowserCas: true }

/**
 * The ranges that the check of a target refuses (`isPublic`), and workerd takes for public: it denies private, loopback, reserved
 * and multicast addresses. Among them are the IPv6 addresses that a NAT64 or a 6to4 gateway translates to any IPv4 address.
 */
export const specialPurpose = [
  ...['0.0.0.0/8', '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.175.48.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['::/3', '4000::/2', '8000::/1', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'],
]

type Exceptions = {
  /** The origins of services that the operator has configured. */
  origins: readonly string[]
  /** The hosts of WEBHOOK_ALLOW_HOSTS; with a port, only that port. */
  allowHosts: AllowHosts
}

/** Options of Miniflare for a Worker that sends requests to public addresses, and to the exceptions at any address. */
export function outboundWorker({ origins, allowHosts }: Exceptions, compatibilityDate: string) {
  const withPort = allowHosts.filter(hasPort)
  const ORIGINS = [
    ...origins,
    ...withPort.flatMap(host => ['http', 'https'].map(scheme => new URL(`${scheme}://${host}`).origin)),
  ]
  return {
    name: outboundWorkerName,
    compatibilityDate,
    modules: [{ type: 'ESModule' as const, path: 'outbound.js', contents }],
    bindings: { ORIGINS, HOSTS: allowHosts.filter(host => !hasPort(host)) },
    serviceBindings: { ANYWHERE: { network: { allow: ['public', 'private'], tlsOptions } } },
    outboundService: { network: { allow: ['public'], deny: specialPurpose, tlsOptions } },
  }
}

const hasPort = (host: string): boolean => /:\d+$/.test(host)
