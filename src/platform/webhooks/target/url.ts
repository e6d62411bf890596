// Whether a customer's URL may be called, as far as the URL says it. What its name resolves to is told at delivery.

import { isPublic } from './address.ts'
import { type AllowHosts, isExcepted } from './allow-hosts.ts'
import { addressIn, hostOf, isHostName } from './host.ts'

/** `ownHosts` are the hosts that must not call themselves, such as that of our base URL; in lower case. */
export type TargetRules = { allowHosts: AllowHosts; ownHosts?: readonly string[] }

/** In UTF-16 code units. */
const longestUrl = 2048

/** The parser drops or rewrites these without a word: what was read would not be what is called. */
const silentlyRewritten = /[\s\\\p{Cc}]/u

/**
 * Names whose meaning is the network's that asks: RFC 6761 (localhost), 6762 (local, and appendix G the private ones in
 * use), 8375 (home.arpa), 3172 (the rest of arpa is the internet's own), ICANN 2024 (internal, also of cloud metadata);
 * localdomain is of hosts files. Names that the public DNS does not answer at all (test, invalid, onion) need no entry.
 */
const internalDomains = new Set([
  ...['localhost', 'localdomain', 'local', 'internal', 'arpa'],
  ...['intranet', 'private', 'corp', 'home', 'lan'],
])

/** Ports below are the system's (RFC 6335, section 6): mail, shells, directories. Receivers that are not on 443 are above. */
const firstUserPort = 1024

/**
 * What is wrong with the URL of a webhook, as a sentence for the customer; nothing when it may be stored. It is judged
 * as the URL parser reads it, so addresses in decimal, hexadecimal, octal or full-width digits are addresses.
 */
export function faultOfTarget(url: string, { allowHosts, ownHosts = [] }: TargetRules): string | undefined {
  if (silentlyRewritten.test(url)) return 'Contains white space, a backslash or a control character.'
  if (!URL.canParse(url)) return 'Is not a URL.'
  const target = new URL(url)
  if (Math.max(url.length, target.href.length) > longestUrl) return `Is longer than ${longestUrl} characters.`
  return faultOfForm(target) ?? (isExcepted(target, allowHosts) ? undefined : faultOfPlace(target, ownHosts))
}

function faultOfForm({ username, password, href }: URL): string | undefined {
  if (username !== '' || password !== '') return 'Must not hold a user name or a password.'
  return href.includes('#') ? 'Must not have a fragment.' : undefined
}

function faultOfPlace(target: URL, ownHosts: readonly string[]): string | undefined {
  if (target.protocol !== 'https:') return 'Must begin with https://.'
  if (target.port !== '' && Number(target.port) < firstUserPort)
    return `The port must be 443, or ${firstUserPort} and above.`
  const host = hostOf(target)
  if (ownHosts.includes(host)) return 'Must not lead back to this service.'
  const address = addressIn(host)
  if (address !== undefined) return isPublic(address) ? undefined : 'The address is not public.'
  return faultOfName(host)
}

function faultOfName(name: string): string | undefined {
  if (!isHostName(name)) return 'The host is not a name in DNS.'
  const labels = name.split('.')
  if (labels.length < 2 || internalDomains.has(labels.at(-1) ?? ''))
    return 'The host is a name of an internal network.'
  return undefined
}
