import { routes as platform } from '../../../src/platform/index.ts'
import { routes as proctoring } from '../../../src/proctoring/index.ts'
import type { Route } from '../../../src/shared/http/route.ts'
import { routes as sts } from '../../../src/sts/index.ts'

/** Every operation of the system, in the order of the route tables. */
export const everyRoute: readonly Route<never>[] = [...proctoring, ...sts, ...platform]

/** `GET /v1/…` */
export const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string =>
  `${method.toUpperCase()} ${path}`
