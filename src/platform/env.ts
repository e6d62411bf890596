import { z } from '@hono/zod-openapi'
import { readBindings } from '../shared/env.ts'
import { routesOf } from '../shared/route.ts'

export const readEnv = (bindings: unknown) => readBindings(z.object({}), bindings)

export type PlatformEnv = ReturnType<typeof readEnv>

export const { openRoute } = routesOf<PlatformEnv>()
