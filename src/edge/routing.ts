/** Which Worker serves a path. The first pattern that matches decides. */
export type Area = 'PROCTORING' | 'STS' | 'PLATFORM' | 'LOCAL'

const areas: readonly [RegExp, Area][] = [
  [/^\/v1\/installs\/[^/]+\/sts\//, 'STS'],
  [/^\/v1\/embeds\//, 'STS'],
  [/^\/v1\//, 'PROCTORING'],
  [/^\/(auth|api)\//, 'PLATFORM'],
  [/^\/(healthz|readyz)$/, 'PLATFORM'],
  // What QStash calls. Other paths below /internal/ are for the Workers among themselves.
  [/^\/internal\/webhooks\//, 'PLATFORM'],
  // Bound by the local stack alone; elsewhere there is no such path.
  [/^\/__local\//, 'LOCAL'],
]

export const areaOf = (path: string): Area | undefined => areas.find(([pattern]) => pattern.test(path))?.[1]
