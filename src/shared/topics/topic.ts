// The names of topics (docs/realtime.md).

export const maxTopicLength = 255

const topicName = /^[A-Za-z0-9_.:-]+$/

/** Whether the text is the name of a topic. */
export const isTopic = (text: string): boolean => text.length <= maxTopicLength && topicName.test(text)

/** The topic on which the presence of another topic is published. It is subscribed with the permission of that topic. */
export const presencePrefix = 'presence.'

/** Returns the topic whose permission a topic requires. */
export const permissionTopicOf = (topic: string): string =>
  topic.startsWith(presencePrefix) ? topic.slice(presencePrefix.length) : topic

/**
 * The prefix of internal topics. Their events are delivered only to the endpoint for which they are created
 * (db/sql/functions/fan_out_events.sql).
 */
export const internalTopicPrefix = 'invigil.'

/** The prefixes of topics on which only the platform publishes. */
export const platformPrefixes = [internalTopicPrefix, 'proctoring.', 'documents.', 'monitor.', presencePrefix]
const installChanges = /^installs\.[^.]*\.proctoring\./

/** Whether the topic is the view of an install on its changes. */
export const isInstallChange = (topic: string): boolean => installChanges.test(topic)

/** Whether only the platform publishes on the topic. Ignores case, because receivers may compare topics loosely. */
export function isPlatformTopic(topic: string): boolean {
  const name = `${topic.toUpperCase().toLowerCase()}.`
  return (
    name === 'sockets.' ||
    platformPrefixes.some(prefix => name.startsWith(prefix)) ||
    installChanges.test(name)
  )
}
