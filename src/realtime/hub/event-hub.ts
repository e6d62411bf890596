// The Durable Object of the events of an application, between its topics and the platform: it knows which events the
// webhook endpoints of the application receive, and publishes the events of the platform.

import { DurableObject } from 'cloudflare:workers'
import { logFailure } from '../../shared/logging/failure.ts'
import { eventPaths, WantedEvents } from '../../shared/realtime/events.ts'
import type { HubCalls } from '../contract/objects.ts'
import { type ObjectEnv, readObjectEnv } from '../env.ts'
import { LiveFeed } from './live-feed.ts'
import { callPlatform } from './platform.ts'
import { Wanted } from './wanted.ts'

const retryMs = 2000

export class EventHub extends DurableObject<unknown> implements HubCalls {
  readonly #env: ObjectEnv
  readonly #wanted: Wanted
  readonly #feed: LiveFeed
  #applicationSid = ''

  constructor(ctx: DurableObjectState, bindings: unknown) {
    super(ctx, bindings)
    this.#env = readObjectEnv(bindings)
    this.#feed = new LiveFeed(ctx.storage.sql, this.#env)
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

  register(applicationSid: string, topic: string): Promise<void> {
    return this.#feed.register(applicationSid, topic)
  }

  publishAll(applicationSid: string): Promise<void> {
    return this.#untilDone(this.#feed.run(applicationSid))
  }

  /** Repeats what failed. */
  alarm(): Promise<void> {
    return this.#untilDone(this.#feed.repeat())
  }

  async #untilDone(work: Promise<void>): Promise<void> {
    try {
      await work
    } catch (error) {
      logFailure(this.#env.log, error)
      await this.ctx.storage.setAlarm(Date.now() + retryMs)
    }
  }
}
