// The topic on which the presence of another topic is published.

import { maxTopicLength, presencePrefix } from '../../shared/topics/topic.ts'
import { nameOfTopic, stubOf, type TopicKey } from '../contract/objects.ts'
import type { ObjectEnv } from '../env.ts'
import type { PresenceState } from './presence-changes.ts'

/** The presence of a presence topic is not published, nor that of a topic whose presence topic would be too long. */
export const hasPresenceTopic = ({ topic }: TopicKey): boolean =>
  !topic.startsWith(presencePrefix) && topic.length + presencePrefix.length <= maxTopicLength

/** Publishes the states of users on the presence topic of a topic. */
export async function publishPresence(
  { topics }: Pick<ObjectEnv, 'topics'>,
  { applicationSid, topic }: TopicKey,
  states: readonly PresenceState[],
): Promise<void> {
  const key = { applicationSid, topic: `${presencePrefix}${topic}` }
  const payloads = states.map(state => JSON.stringify(state))
  await stubOf(topics, nameOfTopic(key)).publish({ key, type: 'presence.updated', payloads })
}
