// The codes and reasons with which the server closes a connection to a document. After a code from 4400 to 4499, providers
// do not reconnect.

export const closes = {
  slow: [3008, 'slow'],
  invalidName: [4400, 'invalid name'],
  malformed: [4400, 'malformed message'],
  invalidToken: [4401, 'invalid token'],
  expired: [4401, 'token expired'],
  revoked: [4401, 'token revoked'],
  forbidden: [4403, 'permission denied'],
  tooManyDocuments: [4403, 'too many documents'],
  deleted: [4404, 'document deleted'],
  tooLarge: [4413, 'document too large'],
  tooManyConnections: [4503, 'too many connections'],
  tooManyMessages: [4503, 'too many messages'],
  tooManyWait: [4503, 'too many changes wait for earlier ones'],
  unavailable: [4503, 'unavailable'],
} as const satisfies Record<string, readonly [number, string]>

export type CloseReason = keyof typeof closes

/** The subprotocol that the server selects. */
const subprotocol = 'invigil'
const tokenPrefix = 'bearer.'

export type Offer = { isSupported: boolean; token: string | undefined }

/** Parses the header `Sec-WebSocket-Protocol`: `invigil, bearer.<token>`. */
export function parseOffer(header: string | null): Offer {
  const offered = (header ?? '').split(',').map(text => text.trim())
  const token = offered.find(text => text.startsWith(tokenPrefix))?.slice(tokenPrefix.length)
  return { isSupported: offered.includes(subprotocol), token }
}

/** Returns the response of an upgrade. A browser closes the connection unless the server selects an offered subprotocol. */
export const upgraded = (client: unknown, { isSupported }: Pick<Offer, 'isSupported'>): Response =>
  new Response(null, {
    status: 101,
    webSocket: client,
    headers: isSupported ? { 'sec-websocket-protocol': subprotocol } : {},
  } as ResponseInit)

/** Accepts a socket, and closes it: a refused upgrade has no code that a client can read. */
export function refused(reason: CloseReason, offer: Offer): Response {
  const { 0: client, 1: socket } = new WebSocketPair()
  socket.accept()
  const [code, text] = closes[reason]
  socket.close(code, text)
  return upgraded(client, offer)
}
