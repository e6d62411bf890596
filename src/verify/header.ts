/** A parsed `X-Webhook-Signature` header. */
export type SignatureHeader = {
  /** Epoch milliseconds. */
  timestamp: number
  /** At least one. Each has 64 lower-case hex digits. */
  signatures: string[]
}

const member = /^([a-z][a-z\d]*)=([!-~]+)$/
const milliseconds = /^(0|[1-9]\d*)$/
const hexSha256 = /^[\da-f]{64}$/

/**
 * Parses `t=<ms>,v1=<hex>[,v1=<hex>]`. Ignores members with other names, because later schemes add some.
 * Returns undefined for a missing part, a repeated member other than `v1`, or white space.
 */
export function parseSignatureHeader(text: string): SignatureHeader | undefined {
  const members = text.split(',').map(part => member.exec(part))
  const others = new Map<string, string>()
  const signatures: string[] = []
  for (const match of members) {
    const [, name = '', value = ''] = match ?? []
    if (name === '' || others.has(name)) return undefined
    if (name === 'v1') signatures.push(value)
    else others.set(name, value)
  }
  const timestamp = parseMilliseconds(others.get('t'))
  if (timestamp === undefined || signatures.length === 0) return undefined
  return signatures.every(signature => hexSha256.test(signature)) ? { timestamp, signatures } : undefined
}

function parseMilliseconds(text = ''): number | undefined {
  const value = milliseconds.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(value) ? value : undefined
}

/** Headers in the form of the Fetch API, of Node or of most frameworks. */
export type WebhookHeaders = Headers | Record<string, string | readonly string[] | undefined>

/** Returns all values of a header. The case of its name does not matter. */
export function headerValues(headers: WebhookHeaders, name: string): string[] {
  if (isHeaders(headers)) return [headers.get(name) ?? []].flat()
  return Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value ?? [])
}

// `instanceof` fails for frameworks that have their own Headers class.
const isHeaders = (headers: WebhookHeaders): headers is Headers => typeof headers.get === 'function'
