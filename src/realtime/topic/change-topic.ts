// A topic of captured changes. The platform captures a change only if its topic is registered.

import { isChangeTopic } from '../../shared/topics/topic.ts'
import { stubOf, type TopicKey } from '../contract/objects.ts'
import type { ObjectEnv } from '../env.ts'
import { Registration } from '../hub/registration.ts'

const repeatMs = 2000

type Effects = {
  key(): TopicKey | undefined
  hasSubscribers(): boolean
  /** Runs `renew` at this time. */
  runAt(time: number): void
  retryLater(error: unknown): void
}

export class ChangeTopic {
  readonly #effects: Effects
  readonly #registration: Registration

  constructor(sql: SqlStorage, { hubs }: Pick<ObjectEnv, 'hubs'>, effects: Effects) {
    this.#effects = effects
    this.#registration = new Registration(sql, async () => {
      const key = effects.key()
      if (key) await stubOf(hubs, key.applicationSid).register(key.applicationSid, key.topic)
    })
  }

  /** Registers the topic for a subscriber, if its events are captured changes. @throws Error if it fails */
  async require(): Promise<void> {
    if (!this.#isOne()) return
    const now = Date.now()
    this.#effects.runAt(await this.#registration.require(now))
  }

  /** Renews the registration as long as there are subscribers. */
  async renew(): Promise<void> {
    const { hasSubscribers, runAt, retryLater } = this.#effects
    if (!(this.#isOne() && hasSubscribers())) return
    const now = Date.now()
    // Until the platform has answered, there is an alarm: after a crash, it repeats the call.
    if (this.#registration.isDue(now)) runAt(now + repeatMs)
    try {
      runAt(await this.#registration.renew(now))
    } catch (error) {
      retryLater(error)
    }
  }

  #isOne(): boolean {
    return isChangeTopic(this.#effects.key()?.topic ?? '')
  }
}
