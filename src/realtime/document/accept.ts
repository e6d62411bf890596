// Accepts the WebSocket of a client of a document, and passes it to the object of the document.

import { isDocumentName, topicOfDocument } from '../../shared/documents/name.ts'
import { logFailure } from '../../shared/logging/failure.ts'
import type { Identity } from '../../shared/realtime/connection.ts'
import { permits } from '../../shared/topics/permission.ts'
import { nameOfDocument } from '../contract/documents.ts'
import { stubOf } from '../contract/objects.ts'
import type { ObjectEnv } from '../env.ts'
import { authenticate } from '../shard/authenticate.ts'
import { type CloseReason, parseOffer, refused, upgraded } from './closes.ts'
import type { Access } from './connection.ts'
import { type Admission, admissionHeader } from './document.ts'

export const documentsPrefix = '/documents/'

/** Returns the response of the upgrade. A refused client is accepted, and its connection closed. */
export async function acceptDocument(request: Request, env: ObjectEnv): Promise<Response> {
  const offer = parseOffer(request.headers.get('sec-websocket-protocol'))
  try {
    const accepted = await open(request, env, offer)
    return typeof accepted === 'string' ? refused(accepted, offer) : accepted
  } catch (error) {
    logFailure(env.log, error)
    return refused('unavailable', offer)
  }
}

async function open(
  request: Request,
  env: ObjectEnv,
  offer: ReturnType<typeof parseOffer>,
): Promise<Response | CloseReason> {
  const name = nameIn(new URL(request.url).pathname)
  if (name === undefined) return 'invalidName'
  if (!(offer.isSupported && offer.token)) return 'invalidToken'
  const authenticatedAt = Date.now()
  const authentication = await authenticate(env.platform, offer.token)
  if (authentication.outcome !== 'accepted')
    return authentication.outcome === 'expired' ? 'expired' : 'invalidToken'
  const { identity } = authentication
  const access = accessTo(name, identity)
  if (!access) return 'forbidden'
  const key = { applicationSid: identity.applicationSid, name }
  const admission: Admission = { key, access, authenticatedAt }
  const response = await stubOf(env.documents, nameOfDocument(key)).fetch(
    new Request(request.url, {
      headers: { upgrade: 'websocket', [admissionHeader]: encodeURIComponent(JSON.stringify(admission)) },
    }),
  )
  const client = Object(response)['webSocket']
  return response.status === 101 ? upgraded(client, offer) : ((await response.text()) as CloseReason)
}

/** @returns undefined if the path does not contain the name of a document */
function nameIn(pathname: string): string | undefined {
  try {
    const name = decodeURIComponent(pathname.slice(documentsPrefix.length))
    return isDocumentName(name) ? name : undefined
  } catch {
    return undefined // malformed percent-encoding
  }
}

/**
 * Returns the rights on a document. A caller that is bound to an install has none, because documents belong to the whole
 * application.
 */
function accessTo(name: string, identity: Identity): Access | undefined {
  const { user, accountSid, applicationSid, sessionSid, kid, expiresAt, permissions, installSid } = identity
  const topic = topicOfDocument(name)
  if (installSid !== null || !permits(permissions, 'subscribe', topic)) return undefined
  const canWrite = permits(permissions, 'publish', topic)
  return { user, accountSid, applicationSid, sessionSid, kid, expiresAt, canWrite }
}
