const valid = /^[\w\-=]{1,255}$/

/** Returns the `X-Request-Id` that the client sent; a new one if there is none or it is no plain token. */
export function requestIdOf(headers: Headers): string {
  const sent = headers.get('x-request-id')
  return sent !== null && valid.test(sent) ? sent : crypto.randomUUID()
}
