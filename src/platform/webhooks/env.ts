import type { Service } from '../../shared/env.ts'
import { type AreaEnv, routesOf } from '../../shared/http/route.ts'
import type { SendMail } from '../mail/sender.ts'
import type { PlatformCaller } from '../principal/authenticator.ts'
import type { Periods } from '../retention/rules.ts'
import type { DeliveryEnv } from './delivery/env.ts'

/** The operations of webhooks use only this part of the environment of the area. */
export const { route } = routesOf<
  AreaEnv &
    DeliveryEnv & {
      realtime: Service | undefined
      mail: SendMail
      publishLive(): Promise<unknown>
      retention: Pick<Periods, 'eventDays'>
    },
  PlatformCaller
>()
