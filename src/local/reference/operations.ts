import { routes as platform } from '../../platform/index.ts'
import { routes as proctoring } from '../../proctoring/index.ts'
import type { Route } from '../../shared/route.ts'
import { routes as sts } from '../../sts/index.ts'

/** Every operation of the system, in the order of the tables of routes. */
export const everyRoute: readonly Route<never>[] = [...proctoring, ...sts, ...platform]

/** `GET /v1/…` */
export const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string =>
  `${method.toUpperCase()} ${path}`
