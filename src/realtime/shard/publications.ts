// The publications of the connections of a shard, on their way to the topics. A topic receives one call at a time: the next
// one contains everything that was published meanwhile. So the calls and the writes of a topic do not grow with its
// publishers.

import { nameOfTopic, type PublishRequest, type TopicKey } from '../contract/objects.ts'
import type { ClientInfo } from '../protocol/replies.ts'

/** The most publications of a call, and the most characters of their payloads, except for a single one. */
const maxPublications = 500
const maxCharacters = 4_000_000

type Waiting = { payload: string; publisher: ClientInfo; stored: PromiseWithResolvers<unknown> }

export class Publications {
  readonly #send: (request: PublishRequest) => Promise<unknown>
  /** What waits for each topic with a call in progress. */
  readonly #waiting = new Map<string, Waiting[]>()
  /** The last publication on each topic with a call in progress. */
  readonly #last = new Map<string, Promise<unknown>>()

  constructor(send: (request: PublishRequest) => Promise<unknown>) {
    this.#send = send
  }

  /** Publishes on a topic, after what was published on it before. @throws Error if it may not be stored */
  publish(key: TopicKey, payload: string, publisher: ClientInfo): Promise<unknown> {
    const name = nameOfTopic(key)
    const stored = Promise.withResolvers<unknown>()
    this.#last.set(name, stored.promise)
    const waiting = this.#waiting.get(name)
    if (waiting) waiting.push({ payload, publisher, stored })
    else void this.#sendWaiting(key, [{ payload, publisher, stored }])
    return stored.promise
  }

  /** Resolves when everything that was published on the topic so far is stored, or has failed. */
  async stored(key: TopicKey): Promise<void> {
    await this.#last.get(nameOfTopic(key))?.catch(() => {})
  }

  async #sendWaiting(key: TopicKey, waiting: Waiting[]): Promise<void> {
    const name = nameOfTopic(key)
    this.#waiting.set(name, waiting)
    while (waiting.length > 0) await this.#sendNext(key, waiting.splice(0, lengthOfCall(waiting)))
    this.#waiting.delete(name)
    this.#last.delete(name)
  }

  async #sendNext(key: TopicKey, publications: readonly Waiting[]): Promise<void> {
    try {
      const result = await this.#send({
        ...{ key, type: 'socket.message' },
        payloads: publications.map(({ payload }) => payload),
        publishers: publications.map(({ publisher }) => publisher),
      })
      for (const { stored } of publications) stored.resolve(result)
    } catch (error) {
      for (const { stored } of publications) stored.reject(error)
    }
  }
}

function lengthOfCall(waiting: readonly Waiting[]): number {
  let characters = 0
  const end = waiting.findIndex(({ payload }, at) => {
    characters += payload.length
    return at > 0 && (at >= maxPublications || characters > maxCharacters)
  })
  return end < 0 ? waiting.length : end
}
