import { Buffer } from 'node:buffer'
import { verifyWebhook, type WebhookHeaders, WebhookVerificationError } from '../../src/verify/index.ts'
import vectors from './webhook-vectors.json' with { type: 'json' }

type StoredBody = { text?: string; base64?: string; repeat?: string; times?: number }

export type Vector = {
  body: string
  secret: string
  /** The signatures of these. */
  bytes: Uint8Array<ArrayBuffer>
  key: string
  timestamp: number
  id: string
  /** Hex. */
  v1: string
  /** Base64. */
  standardV1: string
}

function bytesOf({ text = '', base64 = '', repeat = '', times = 0 }: StoredBody) {
  return new Uint8Array(
    Buffer.concat([Buffer.from(text + repeat.repeat(times)), Buffer.from(base64, 'base64')]),
  )
}

const keys = new Map(Object.entries(vectors.secrets))
const standard: Record<string, Record<string, string>> = vectors.standardV1

/** Each body with each secret. */
const all: Vector[] = Object.entries(vectors.v1).flatMap(([body, signatures]) => {
  const stored = new Map<string, StoredBody & { timestamp: number }>(Object.entries(vectors.bodies)).get(body)
  if (!stored) throw new Error(`There is no body ${body}.`)
  return Object.entries(signatures).map(([secret, v1]) => ({
    body,
    secret,
    bytes: bytesOf(stored),
    key: keys.get(secret) ?? '',
    timestamp: stored.timestamp,
    id: vectors.id,
    v1,
    standardV1: standard[body]?.[secret] ?? '',
  }))
})

export const vectorsOf = (...bodies: string[]): Vector[] =>
  all.filter(({ body }) => bodies.length === 0 || bodies.includes(body))

export function vector(body: string, secret: string): Vector {
  const found = all.find(each => each.body === body && each.secret === secret)
  if (!found) throw new Error(`There is no vector of ${body} under ${secret}.`)
  return found
}

export const signatureHeader = (value: string): WebhookHeaders => ({ 'X-Webhook-Signature': value })

/** Why the verifier refuses; undefined when it accepts. Throws any other error. */
export async function refusal(...delivery: Parameters<typeof verifyWebhook>): Promise<string | undefined> {
  try {
    await verifyWebhook(...delivery)
    return undefined
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.code
    throw error
  }
}
