import type { PublicationContext, SubscribedContext } from 'centrifuge'

/** A topic that the page uses. */
export type LiveTopic = {
  publish(data: object): Promise<unknown>
  /** The newest publications. */
  history(): Promise<readonly PublicationContext[]>
  /** Subscribes again, for another snapshot. */
  again(): void
  close(): void
}

type Handlers = {
  subscribed(context: SubscribedContext): void
  published(publication: PublicationContext): void
  /** The token does not permit the topic. */
  refused(): void
}

/** A client of topics. */
export type Live = { subscribe(topic: string, handlers: Handlers): LiveTopic }
