// The origins whose pages may embed. They are the sources of `frame-ancestors` in a Content-Security-Policy, so the
// format excludes all texts with another meaning in that directive.

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const port = '(?::[1-9][0-9]{0,4})?'
const hostForm = new RegExp(`^https?://(?:${label}(?:\\.${label})*|\\[[0-9a-f:.]+\\])${port}$`)

/**
 * Whether the text is `scheme://host[:port]` as browsers serialise an origin: a DNS name of letters, digits and hyphens
 * (RFC 5890, section 2.3.1) or an IP address, in lower case, without the default port.
 */
export const isEmbedOrigin = (text: string): boolean =>
  text.length <= 300 && hostForm.test(text) && URL.canParse(text) && new URL(text).origin === text
