// Validates the URL of a customer's endpoint without resolving its host. Deliveries also check the resolved addresses.

import { isPublic } from './address.ts'
import { type AllowHosts, isExempt } from './allow-hosts.ts'
import { addressIn, hostOf, isHostName } from './host.ts'

/** `ownHosts` are the hosts of this service in lower case. Deliveries to them would loop. */
export type TargetRules = { allowHosts: AllowHosts; ownHosts?: readonly string[] }

/** In UTF-16 code units. */
const maxUrlLength = 2048

/** The URL parser silently removes or rewrites these characters, so the called URL would differ from the stored one. */
const silentlyRewritten = /[\s\\\p{Cc}]/u

/**
 * Top-level names of local networks: RFC 6761 (localhost), RFC 6762 (local, and the private names in appendix G), RFC
 * 8375 (home.arpa), RFC 3172 (the rest of arpa is infrastructure), ICANN 2024 (internal, also used for cloud metadata),
 * and localdomain from hosts files. Names that the public DNS does not resolve (test, invalid, onion) need no entry.
 */
const internalDomains = new Set([
  ...['localhost', 'localdomain', 'local', 'internal', 'arpa'],
  ...['intranet', 'private', 'corp', 'home', 'lan'],
])

/**
 * Lower ports are system ports (RFC 6335, section 6), for example of mail and directory servers. Of the lower ports,
 * only 443 is allowed.
 */
const firstUserPort = 1024

/**
 * Validates the URL of a webhook endpoint. It is validated as parsed, so addresses in decimal, hexadecimal, octal or
 * full-width digits are recognized as addresses.
 * @returns an error message for the customer, or undefined if the URL is valid
 */
export function targetErrorMessage(
  url: string,
  { allowHosts, ownHosts = [] }: TargetRules,
): string | undefined {
  const message = formErrorMessage(url)
  if (message !== undefined) return message
  const target = new URL(url)
  return isExempt(target, allowHosts) ? undefined : faultOfLocation(target, ownHosts)
}

/** Validates what does not depend on the settings of the system. @returns an error message, or undefined */
export function formErrorMessage(url: string): string | undefined {
  if (silentlyRewritten.test(url)) return 'Contains white space, a backslash or a control character.'
  if (!URL.canParse(url)) return 'Expected a URL such as https://lms.example.com/webhooks.'
  const target = new URL(url)
  if (Math.max(url.length, target.href.length) > maxUrlLength)
    return `Is longer than ${maxUrlLength} characters.`
  return faultOfForm(target)
}

function faultOfForm(target: URL): string | undefined {
  if (hasCredentials(target)) return withoutCredentials
  return target.href.includes('#') ? 'Must not have a fragment.' : undefined
}

/** Whether the URL contains a user name or a password, which would be stored, listed and delivered in plain text. */
export const hasCredentials = ({ username, password }: URL): boolean => username !== '' || password !== ''

export const withoutCredentials = 'Must not contain a user name or a password.'

function faultOfLocation(target: URL, ownHosts: readonly string[]): string | undefined {
  if (target.protocol !== 'https:') return 'Must begin with https://.'
  if (target.port !== '' && Number(target.port) < firstUserPort)
    return `The port must be 443, or ${firstUserPort} and above.`
  const host = hostOf(target)
  if (ownHosts.includes(host)) return 'Must not be a URL of this service.'
  const address = addressIn(host)
  if (address !== undefined) return isPublic(address) ? undefined : 'The address is not public.'
  return faultOfName(host)
}

function faultOfName(name: string): string | undefined {
  if (!isHostName(name)) return 'The host is not a valid DNS name.'
  const labels = name.split('.')
  if (labels.length < 2 || internalDomains.has(labels.at(-1) ?? ''))
    return 'The host belongs to an internal network.'
  return undefined
}
