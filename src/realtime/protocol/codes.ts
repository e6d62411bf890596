// The error and disconnect codes of Centrifugo's client protocol.

/** The codes and messages of error replies. */
const errors = {
  internal: [100, 'internal server error', true],
  unauthorized: [101, 'unauthorized', false],
  unknownChannel: [102, 'unknown channel', false],
  permissionDenied: [103, 'permission denied', false],
  alreadySubscribed: [105, 'already subscribed', false],
  limitExceeded: [106, 'limit exceeded', false],
  badRequest: [107, 'bad request', false],
  notAvailable: [108, 'not available', false],
  tokenExpired: [109, 'token expired', false],
  expired: [110, 'expired', false],
  tooManyRequests: [111, 'too many requests', true],
  unrecoverablePosition: [112, 'unrecoverable position', false],
} as const satisfies Record<string, readonly [number, string, boolean]>

export type ErrorName = keyof typeof errors

/** The codes and reasons with which the server closes a connection. From 3500 on, clients do not reconnect. */
export const closes = {
  tooLarge: [1009, 'message size limit exceeded'],
  internal: [3004, 'internal server error'],
  expired: [3005, 'connection expired'],
  slow: [3008, 'slow'],
  noPong: [3012, 'no pong'],
  invalidToken: [3500, 'invalid token'],
  badRequest: [3501, 'bad request'],
  stale: [3502, 'stale'],
} as const satisfies Record<string, readonly [number, string]>

export type CloseName = keyof typeof closes

/** The codes with which the server ends a subscription. From 2500 on, clients subscribe again. */
export const unsubscribes = {
  permissionDenied: [2000, 'permission denied'],
  insufficientState: [2500, 'insufficient state'],
} as const satisfies Record<string, readonly [number, string]>

/** A command that the server does not execute. */
export class CommandError extends Error {
  readonly error: ErrorName

  constructor(error: ErrorName) {
    super(errors[error][1])
    this.error = error
  }
}

/** Returns the error of a reply. The client may repeat the command if it is temporary. */
export function errorBody(error: ErrorName) {
  const [code, message, temporary] = errors[error]
  return { code, message, ...(temporary && { temporary }) }
}
