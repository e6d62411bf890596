// The messages of y-protocols: sync, awareness and auth.

import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import { writePermissionDenied } from 'y-protocols/auth'
import * as sync from 'y-protocols/sync'
import { type Doc, decodeStateVector } from 'yjs'
import { type AwarenessEntry, parseAwareness } from './awareness.ts'
import { maxAwarenessBytes, maxVectorBytes } from './limits.ts'

const types = { sync: 0, awareness: 1, auth: 2, queryAwareness: 3 } as const

export type Message =
  /** The client asks for what it does not have. */
  | { kind: 'step1'; vector: Uint8Array }
  /** Changes. A reply contains what the server did not have. */
  | { kind: 'update'; update: Uint8Array; isReply: boolean }
  | { kind: 'awareness'; entries: AwarenessEntry[] }
  | { kind: 'queryAwareness' }
  /** A type that the server does not know. */
  | { kind: 'unknown' }

/** @returns undefined if the frame is malformed */
export function parseMessage(frame: ArrayBuffer): Message | undefined {
  try {
    return parse(frame)
  } catch {
    return undefined // the decoders of lib0 and JSON throw
  }
}

/** @throws Error if the frame is malformed */
function parse(frame: ArrayBuffer): Message {
  const decoder = decoding.createDecoder(new Uint8Array(frame))
  const type = decoding.readVarUint(decoder)
  if (type === types.queryAwareness) return { kind: 'queryAwareness' }
  if (type === types.awareness)
    return { kind: 'awareness', entries: parseAwareness(bytesOf(decoder, maxAwarenessBytes)) }
  if (type !== types.sync) return { kind: 'unknown' }
  const step = decoding.readVarUint(decoder)
  if (step === sync.messageYjsSyncStep1) {
    const vector = bytesOf(decoder, maxVectorBytes)
    decodeStateVector(vector)
    return { kind: 'step1', vector }
  }
  if (step !== sync.messageYjsSyncStep2 && step !== sync.messageYjsUpdate) return { kind: 'unknown' }
  const update = decoding.readVarUint8Array(decoder)
  return { kind: 'update', update, isReply: step === sync.messageYjsSyncStep2 }
}

function bytesOf(decoder: decoding.Decoder, limit: number): Uint8Array {
  const bytes = decoding.readVarUint8Array(decoder)
  if (bytes.byteLength > limit) throw new Error('The message is too large.')
  return bytes
}

function encode(type: number, write: (encoder: encoding.Encoder) => void): Uint8Array {
  const encoder = encoding.createEncoder()
  encoding.writeVarUint(encoder, type)
  write(encoder)
  return encoding.toUint8Array(encoder)
}

/** Asks the client for what the document does not have. */
export const step1 = (doc: Doc): Uint8Array =>
  encode(types.sync, encoder => sync.writeSyncStep1(encoder, doc))

/** Contains what a client with this state vector does not have. */
export const step2 = (doc: Doc, vector: Uint8Array): Uint8Array =>
  encode(types.sync, encoder => sync.writeSyncStep2(encoder, doc, vector))

export const updateMessage = (update: Uint8Array): Uint8Array =>
  encode(types.sync, encoder => sync.writeUpdate(encoder, update))

export const awarenessMessage = (update: Uint8Array): Uint8Array =>
  encode(types.awareness, encoder => encoding.writeVarUint8Array(encoder, update))

export const queryAwareness = (): Uint8Array => encode(types.queryAwareness, () => undefined)

export const permissionDenied = (): Uint8Array =>
  encode(types.auth, encoder => writePermissionDenied(encoder, 'permission denied'))
