// Area C: read this first.

import { readHealth } from './health/routes.ts'

export const routes = [readHealth]
