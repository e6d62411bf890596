// Which topics a connection may use, as far as its token says.

import { isRecordTopic } from '../../shared/realtime/access.ts'
import type { Identity } from '../../shared/realtime/connection.ts'
import { permits, type TopicVerb } from '../../shared/topics/permission.ts'
import { isPlatformTopic, permissionTopicOf } from '../../shared/topics/topic.ts'

/**
 * Whether the platform decides about the topic: it depends on a session or an exam, or on the policy of an stsToken.
 */
export const isDecidedByPlatform = ({ familySid }: Identity, topic: string): boolean =>
  familySid !== null || isRecordTopic(permissionTopicOf(topic))

/** Whether the install of a caller allows the topic. A caller that is bound to an install sees only its topics. */
const isInInstall = ({ installSid }: Identity, topic: string): boolean =>
  installSid === null || topic.startsWith(`installs.${installSid}.`) || isRecordTopic(topic)

/** Whether the token allows the topic. The platform may still refuse it (`isDecidedByPlatform`). */
export function mayUse(identity: Identity, verb: TopicVerb, topic: string): boolean {
  if (verb === 'publish' && isPlatformTopic(topic)) return false
  if (identity.familySid !== null) return true
  const permissionTopic = permissionTopicOf(topic)
  return isInInstall(identity, permissionTopic) && permits(identity.permissions, verb, permissionTopic)
}
