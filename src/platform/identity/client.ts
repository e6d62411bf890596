import ipaddr from 'ipaddr.js'

/** The client of a request, as identified by its headers. */
export type Client = { address: string | null; userAgent: string | null }

type Header = (name: string) => string | undefined

/** Reads the client. Cloudflare sets the address header, or the edge of the stack on one machine. */
export const clientOf = (header: Header): Client => ({
  address: addressOf(header('cf-connecting-ip')),
  userAgent: header('user-agent')?.toWellFormed().slice(0, 200) ?? null,
})

const addressOf = (text = ''): string | null =>
  ipaddr.isValid(text) ? ipaddr.process(text).toString() : null

/**
 * Returns the network by which attempts are counted: an IPv4 address, or the /64 of an IPv6 address, which one
 * subscriber controls.
 */
export function networkOf(address: string): string {
  const parsed = ipaddr.parse(address)
  return 'parts' in parsed
    ? `${parsed.parts
        .slice(0, 4)
        .map(part => part.toString(16))
        .join(':')}::/64`
    : address
}
