// Which topics a connection may use.

import type { Identity } from '../../shared/realtime/connection.ts'
import { permits, type TopicVerb } from '../../shared/topics/permission.ts'
import { isPlatformTopic, isTopic, permissionTopicOf } from '../../shared/topics/topic.ts'
import { CommandError } from '../protocol/codes.ts'

/**
 * Whether the install of a caller allows the topic. A caller that is bound to an install sees only the topics of that
 * install.
 */
const isInInstall = ({ installSid }: Identity, topic: string): boolean =>
  installSid === null || topic.startsWith(`installs.${installSid}.`)

/** Whether the connection may use the topic. */
export function mayUse(identity: Identity, verb: TopicVerb, topic: string): boolean {
  if (verb === 'publish' && isPlatformTopic(topic)) return false
  const permissionTopic = permissionTopicOf(topic)
  return isInInstall(identity, permissionTopic) && permits(identity.permissions, verb, permissionTopic)
}

/** @throws CommandError if the topic does not exist, or if the connection may not use it */
export function requireAccess(identity: Identity, verb: TopicVerb, topic: string): void {
  if (!isTopic(topic)) throw new CommandError('unknownChannel')
  if (!mayUse(identity, verb, topic)) throw new CommandError('permissionDenied')
}
