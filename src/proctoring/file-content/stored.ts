import type { Bucket, ByteRange, StoredBody } from '../bucket.ts'
import { type Content, headBytes } from './content.ts'

/** Opens the content of an object; undefined if it does not exist. */
export async function contentOf(bucket: Bucket, key: string): Promise<Content | undefined> {
  const object = await bucket.head(key)
  if (!object) return undefined
  const { size } = object
  const bodyOf = async (range?: ByteRange): Promise<StoredBody> => {
    const found = await bucket.get(key, range && { range })
    if (!found) throw new Error('The object was deleted concurrently.')
    return found
  }
  const read = async (offset: number, length: number) =>
    new Uint8Array(await (await bodyOf({ offset, length: Math.min(length, size - offset) })).arrayBuffer())
  return { size, read, head: await read(0, headBytes), stream: async () => (await bodyOf()).body }
}
