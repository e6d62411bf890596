// The names of topics (docs/realtime.md).

const topicName = /^[A-Za-z0-9_.:-]{1,255}$/

/** Whether the text is the name of a topic. */
export const isTopic = (text: string): boolean => topicName.test(text)

/** The topic on which the presence of another topic is published. It is subscribed with the permission of that topic. */
export const presencePrefix = 'presence.'

/** Returns the topic whose permission a topic requires. */
export const permissionTopicOf = (topic: string): string =>
  topic.startsWith(presencePrefix) ? topic.slice(presencePrefix.length) : topic

/** The prefixes of topics on which only the platform publishes. */
const platformPrefixes = ['proctoring.', 'documents.', 'monitor.', presencePrefix]
const installChanges = /^installs\.[^.]*\.proctoring\./

/** Whether only the platform publishes on the topic. */
export const isPlatformTopic = (topic: string): boolean =>
  topic === 'sockets' ||
  platformPrefixes.some(prefix => topic.startsWith(prefix)) ||
  installChanges.test(topic)
