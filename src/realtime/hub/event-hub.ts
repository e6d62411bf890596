// The Durable Object of the events of an application, between its topics and the platform: it knows which events the
// webhook endpoints of the application receive.

import { DurableObject } from 'cloudflare:workers'
import { eventPaths, WantedEvents } from '../../shared/realtime/events.ts'
import type { HubCalls } from '../contract/objects.ts'
import { type ObjectEnv, readObjectEnv } from '../env.ts'
import { callPlatform } from './platform.ts'
import { Wanted } from './wanted.ts'

export class EventHub extends DurableObject<unknown> implements HubCalls {
  readonly #env: ObjectEnv
  readonly #wanted: Wanted
  #applicationSid = ''

  constructor(ctx: DurableObjectState, bindings: unknown) {
    super(ctx, bindings)
    this.#env = readObjectEnv(bindings)
    this.#wanted = new Wanted(ctx.storage.sql, async () => {
      const answer = await callPlatform(this.#env, eventPaths.wanted, {
        applicationSid: this.#applicationSid,
      })
      return WantedEvents.parse(await answer.json())
    })
  }

  async wanted(applicationSid: string): Promise<WantedEvents> {
    this.#applicationSid = applicationSid
    return await this.#wanted.read()
  }

  endpointChange(change: string, phase: 'begins' | 'ended'): void {
    if (phase === 'begins') this.#wanted.begin(change, Date.now())
    else this.#wanted.end(change)
  }
}
