import ipaddr from 'ipaddr.js'

/** Where a request came from, as far as it says. */
export type Client = { address: string | null; userAgent: string | null }

type Header = (name: string) => string | undefined

/** Cloudflare says the address; elsewhere nobody does. */
export const clientOf = (header: Header): Client => ({
  address: addressOf(header('cf-connecting-ip')),
  userAgent: header('user-agent')?.toWellFormed().slice(0, 200) ?? null,
})

const addressOf = (text = ''): string | null =>
  ipaddr.isValid(text) ? ipaddr.process(text).toString() : null

/** What counts as one address when tries are counted: of IPv6 the /64, which one household or attacker has whole. */
export function networkOf(address: string): string {
  const parsed = ipaddr.parse(address)
  return 'parts' in parsed
    ? `${parsed.parts
        .slice(0, 4)
        .map(part => part.toString(16))
        .join(':')}::/64`
    : address
}
