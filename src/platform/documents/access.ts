// Which documents a JWT may use: those whose topics its permissions include.

import { notAllowed, resourceOf } from '../../shared/auth/authorize.ts'
import type { Action } from '../../shared/auth/policy/actions.ts'
import { topicOfDocument } from '../../shared/documents/name.ts'
import { isGranted, type TopicVerb } from '../../shared/topics/permission.ts'
import type { PlatformCaller } from '../principal/authenticator.ts'

const anyDocument = '*'

/** @throws Problem `action_not_allowed` if the caller is a JWT whose permissions do not include the document */
function requireTopic(caller: PlatformCaller, verb: TopicVerb, action: Action, name: string): void {
  if (caller.kind !== 'jwt' || isGranted(caller.permissions, `${verb}:${topicOfDocument(name)}`)) return
  const path = name === anyDocument ? '/api/documents' : `/api/documents/${name}`
  throw notAllowed(action, resourceOf(path), 'Its permissions do not include the topic of the document.')
}

/** A list contains all documents. @throws Problem `action_not_allowed` */
export const requireListing = (caller: PlatformCaller): void =>
  requireTopic(caller, 'subscribe', 'sp:ListDocuments', anyDocument)

/** @throws Problem `action_not_allowed` */
export const requireReading = (caller: PlatformCaller, name: string): void =>
  requireTopic(caller, 'subscribe', 'sp:ReadDocument', name)

/** @throws Problem `action_not_allowed` */
export const requireDeletion = (caller: PlatformCaller, name: string): void =>
  requireTopic(caller, 'publish', 'sp:DeleteDocument', name)
