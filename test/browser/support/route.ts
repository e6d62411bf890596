import type { APIResponse, Route } from 'playwright-core'

/** Sends the request of a route. The service can close a kept connection at the moment of its next use: then it is sent again. */
export const fetchOf = (route: Route, options: Parameters<Route['fetch']>[0] = {}): Promise<APIResponse> =>
  route.fetch({ maxRetries: 3, ...options })
