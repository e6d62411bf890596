import * as z from 'zod'
import { addressIn, hostOf, isHostName } from './host.ts'

const defaultPorts: Record<string, string> = { 'http:': '80', 'https:': '443' }

/**
 * The URL parser removes the default port of a scheme, so the entry must equal its parsed form under one of the
 * schemes.
 */
const isCanonical = (entry: string): boolean =>
  Object.keys(defaultPorts).some(scheme => URL.canParse(`${scheme}//${entry}`) && isHostOf(scheme, entry))

function isHostOf(scheme: string, entry: string): boolean {
  const url = new URL(`${scheme}//${entry}`)
  const host = hostOf(url)
  return url.host === entry && url.hostname === host && (addressIn(host) !== undefined || isHostName(host))
}

/**
 * The variable WEBHOOK_ALLOW_HOSTS: hosts that are exempt from the target check, for test receivers. Comma-separated
 * entries of the form `host` (any port) or `host:port`, with IPv6 addresses in brackets. There is no wildcard.
 */
export const AllowHosts = z
  .string()
  .default('')
  .transform(text =>
    text
      .toLowerCase()
      .split(',')
      .flatMap(entry => entry.trim() || []),
  )
  .pipe(z.array(z.string().refine(isCanonical, 'Expected host or host:port such as lms.example:8443.')))

export type AllowHosts = Readonly<z.infer<typeof AllowHosts>>

/** Returns whether the target is exempt. An exempt target may also use http and a private address. */
export function isExempt(target: URL, allowHosts: AllowHosts): boolean {
  const defaultPort = defaultPorts[target.protocol]
  if (defaultPort === undefined) return false
  const host = hostOf(target)
  return allowHosts.includes(host) || allowHosts.includes(`${host}:${target.port || defaultPort}`)
}
