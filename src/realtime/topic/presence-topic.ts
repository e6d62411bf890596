// The topic on which the presence of another topic is published.

import { maxTopicLength, presencePrefix } from '../../shared/topics/topic.ts'
import { nameOfTopic, stubOf, type TopicKey } from '../contract/objects.ts'
import type { ObjectEnv } from '../env.ts'
import type { PresenceChange } from './presence-changes.ts'

/** The presence of a presence topic is not published, nor that of a topic whose presence topic would be too long. */
export const hasPresenceTopic = ({ topic }: TopicKey): boolean =>
  !topic.startsWith(presencePrefix) && topic.length + presencePrefix.length <= maxTopicLength

/** Publishes the changes of users on the presence topic of a topic. */
export async function publishPresence(
  { topics }: Pick<ObjectEnv, 'topics'>,
  { key: { applicationSid, topic }, epoch }: { key: TopicKey; epoch: string },
  changes: readonly PresenceChange[],
): Promise<void> {
  const key = { applicationSid, topic: `${presencePrefix}${topic}` }
  const payloads = changes.map(({ state }) => JSON.stringify(state))
  // The numbers of a topic that is lost begin again.
  const ids = changes.map(({ number }) => `${epoch}/${number}`)
  await stubOf(topics, nameOfTopic(key)).publish({ key, type: 'presence.updated', payloads, ids })
}
