import * as z from 'zod'
import { addressIn, hostOf, isHostName } from './host.ts'

const defaultPorts: Record<string, string> = { 'http:': '80', 'https:': '443' }

/** Each scheme hides its own default port, so one of the two shows what was written. */
const isSpelledPlainly = (entry: string): boolean =>
  Object.keys(defaultPorts).some(scheme => URL.canParse(`${scheme}//${entry}`) && isHostOf(scheme, entry))

function isHostOf(scheme: string, entry: string): boolean {
  const url = new URL(`${scheme}//${entry}`)
  const host = hostOf(url)
  return url.host === entry && url.hostname === host && (addressIn(host) !== undefined || isHostName(host))
}

/**
 * The variable WEBHOOK_ALLOW_HOSTS: hosts that are excepted from the guard, for test sinks. Comma-separated, each
 * `host` (with any port) or `host:port`; IPv6 in brackets. There is no entry that means every host.
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
  .pipe(z.array(z.string().refine(isSpelledPlainly, 'Expected host or host:port.')))

export type AllowHosts = Readonly<z.infer<typeof AllowHosts>>

/** Whether the target is excepted: then plain http and a place inside are allowed too. */
export function isExcepted(target: URL, allowHosts: AllowHosts): boolean {
  const defaultPort = defaultPorts[target.protocol]
  if (defaultPort === undefined) return false
  const host = hostOf(target)
  return allowHosts.includes(host) || allowHosts.includes(`${host}:${target.port || defaultPort}`)
}
