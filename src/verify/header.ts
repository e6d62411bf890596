/** What a signature header says. */
export type SignatureHeader = {
  /** Epoch milliseconds. */
  timestamp: number
  /** One at least; each 64 hex digits, lower case. */
  signatures: string[]
}

const member = /^([a-z][a-z\d]*)=([!-~]+)$/
const milliseconds = /^(0|[1-9]\d*)$/
const hexSha256 = /^[\da-f]{64}$/

/**
 * Parses `t=<ms>,v1=<hex>[,v1=<hex>]`. Members of other names are ignored, because schemes may be added.
 * Undefined when anything is odd: a part that is missing, a member other than `v1` twice, white space.
 */
export function parseSignatureHeader(text: string): SignatureHeader | undefined {
  const members = text.split(',').map(part => member.exec(part))
  const others = new Map<string, string>()
  const signatures: string[] = []
  for (const found of members) {
    const [, name = '', value = ''] = found ?? []
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

/** Headers as the web, Node and most frameworks have them. */
export type WebhookHeaders = Headers | Record<string, string | readonly string[] | undefined>

/** All values of a header, whatever the case of its name. */
export function headerValues(headers: WebhookHeaders, name: string): string[] {
  if (isHeaders(headers)) return [headers.get(name) ?? []].flat()
  return Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value ?? [])
}

// Not instanceof: frameworks bring a Headers of their own.
const isHeaders = (headers: WebhookHeaders): headers is Headers => typeof headers.get === 'function'
