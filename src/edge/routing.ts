/** The service binding of the Worker that serves a path. The first pattern that matches applies. */
export type Area = 'PROCTORING' | 'STS' | 'PLATFORM' | 'REALTIME' | 'LOCAL'

const areas: readonly [RegExp, Area][] = [
  [/^\/v1\/installs\/[^/]+\/sts\//, 'STS'],
  [/^\/v1\/embeds\//, 'STS'],
  [/^\/v1\//, 'PROCTORING'],
  [/^\/(auth|api)\//, 'PLATFORM'],
  [/^\/(healthz|readyz)$/, 'PLATFORM'],
  [/^\/connection\/websocket$/, 'REALTIME'],
  [/^\/documents\//, 'REALTIME'],
  // Callbacks of QStash. Other paths below /internal/ are only for requests between the Workers.
  [/^\/internal\/webhooks\//, 'PLATFORM'],
  // Bound only by the local stack; elsewhere these paths do not exist.
  [/^\/__local\//, 'LOCAL'],
]

export const areaOf = (path: string): Area | undefined => areas.find(([pattern]) => pattern.test(path))?.[1]
