import { routesOf } from '../../shared/http/route.ts'
import type { PlatformCaller } from '../principal/authenticator.ts'
import type { DeliveryEnv } from './delivery/env.ts'

/** The operations of webhooks use only this part of the environment of the area, which is made of it. */
export const { route } = routesOf<DeliveryEnv, PlatformCaller>()
