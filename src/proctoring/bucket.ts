// The bucket with the contents of files: R2 on Cloudflare, and Miniflare's R2 on one machine.

import * as z from 'zod'
import type { SidOf } from '../../db/sid.ts'
import { fixedLengthStream } from '../shared/http/fixed-length-stream.ts'

export type StoredBody = {
  size: number
  body: ReadableStream<Uint8Array>
  arrayBuffer(): Promise<ArrayBuffer>
}
export type ByteRange = { offset: number; length: number }

/** The used part of Cloudflare's R2Bucket. */
export type Bucket = {
  /** Stores the object when the whole stream was read; nothing if the stream fails. */
  put(key: string, value: ReadableStream<Uint8Array>): Promise<unknown>
  head(key: string): Promise<{ size: number } | null>
  get(key: string, options?: { range: ByteRange }): Promise<StoredBody | null>
  /** Deletes at most 1000 objects. Keys without an object are ignored. */
  delete(keys: string[]): Promise<void>
}

export const BucketBinding = z.custom<Bucket>(
  value => typeof value === 'object' && value !== null && 'put' in value && 'delete' in value,
  'Expected an R2 bucket.',
)

type Stored = { installSid: SidOf<'AI'>; sid: SidOf<'FI'>; objectSid?: SidOf<'FI'> | null }

/** The key of the object of a file, which copies of the file share. `queue_object_deletions` builds the same. */
export const keyOf = ({ installSid, sid, objectSid }: Stored): string => `${installSid}/${objectSid ?? sid}`

/**
 * Stores a body of exactly `size` bytes without keeping it in memory. A longer body is cut off, and nothing is stored.
 * @throws Error if the body has another size, breaks off or takes longer than `withinMs`
 */
export async function store(
  bucket: Bucket,
  key: string,
  { body, size, withinMs }: { body: ReadableStream<Uint8Array>; size: number; withinMs: number },
): Promise<void> {
  const { readable, writable } = fixedLengthStream(size)
  const sent = body.pipeTo(writable, { signal: AbortSignal.timeout(withinMs) })
  const [piped, stored] = await Promise.allSettled([sent, bucket.put(key, readable)])
  const failed = [piped, stored].find(result => result.status === 'rejected')
  if (!failed) return
  await bucket.delete([key]) // the start of a longer body is stored
  throw failed.reason
}
