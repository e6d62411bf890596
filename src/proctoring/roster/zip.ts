// Reads zip archives (PKWARE APPNOTE 6.3.10), but not zip64 or split archives. Decompresses with fflate, but not with
// its `unzipSync`: that function does not verify checksums or detect encryption, and it truncates a file that is longer
// than declared.

import { crc32 } from 'node:zlib'
import { Inflate } from 'fflate'
import { invalid } from '../../shared/problems/field-errors.ts'

export type ZipEntry = {
  /** The path inside the zip, with `/` as separator. */
  name: string
  encrypted: boolean
  method: number
  crc: number
  compressedBytes: number
  /** The uncompressed size that the zip declares. */
  bytes: number
  /** The offset of the local header of the entry. */
  offset: number
}

/** OneRoster 1.2 defines 22 files; macOS adds a metadata file for each. */
const maxEntries = 100

const endRecordBytes = 22
const endSignature = 0x06054b50
const entryBytes = 46
const entrySignature = 0x02014b50
const localHeaderBytes = 30
const localSignature = 0x04034b50

const methodStored = 0
const methodDeflated = 8
/**
 * Deflate expands a chunk at most 1,032 times, so an entry with a false size allocates at most 17 MiB before the error.
 */
const chunkBytes = 16 * 1024

/**
 * Returns the entries of the central directory.
 * @throws Problem `invalid_request` at `body` if the body is not a zip
 */
export function entriesOf(zip: Uint8Array): ZipEntry[] {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  const end = findEndRecord(view)
  if (end === undefined) throw invalidBundle('body', 'not_a_zip', 'Expected a zip file.')
  const count = view.getUint16(end + 10, true)
  if (count > maxEntries)
    throw invalidBundle('body', 'too_many_files', `Expected at most ${maxEntries} files.`)

  const entries: ZipEntry[] = []
  let at = view.getUint32(end + 16, true)
  while (entries.length < count) {
    if (at + entryBytes > end || view.getUint32(at, true) !== entrySignature)
      throw invalidBundle('body', 'corrupt', 'The directory of the zip is corrupt.')
    const nameBytes = view.getUint16(at + 28, true)
    const nameAt = at + entryBytes
    entries.push({
      name: new TextDecoder().decode(zip.subarray(nameAt, nameAt + nameBytes)).replaceAll('\\', '/'),
      encrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      compressedBytes: view.getUint32(at + 20, true),
      bytes: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    })
    at = nameAt + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

/** Returns the offset of the end record. Only a comment of at most 65,535 bytes may follow it. */
function findEndRecord(view: DataView): number | undefined {
  const first = Math.max(0, view.byteLength - endRecordBytes - 0xffff)
  for (let at = view.byteLength - endRecordBytes; at >= first; at -= 1)
    if (view.getUint32(at, true) === endSignature) return at
  return undefined
}

/**
 * Decompresses one entry, to at most its declared size.
 * @throws Problem `invalid_request` at `path` if the entry is encrypted, has a compression method other than stored or
 *   deflated, or does not match its declared size and checksum
 */
export function contentOf(zip: Uint8Array, entry: ZipEntry, path: string): Uint8Array {
  if (entry.encrypted) throw invalidBundle(path, 'encrypted', 'Encrypted files cannot be read.')
  if (entry.method !== methodStored && entry.method !== methodDeflated)
    throw invalidBundle(
      path,
      'unsupported_compression',
      'Expected the compression method stored or deflated.',
    )
  const compressed = compressedContent(zip, entry)
  const content =
    compressed && (entry.method === methodStored ? compressed : inflateContent(compressed, entry.bytes))
  if (content?.length !== entry.bytes || crc32(content) !== entry.crc)
    throw invalidBundle(
      path,
      'corrupt',
      'The file does not match the size and checksum that the zip declares.',
    )
  return content
}

function compressedContent(zip: Uint8Array, { offset, compressedBytes }: ZipEntry): Uint8Array | undefined {
  if (offset + localHeaderBytes > zip.length) return undefined
  const view = new DataView(zip.buffer, zip.byteOffset + offset, localHeaderBytes)
  if (view.getUint32(0, true) !== localSignature) return undefined
  const start = offset + localHeaderBytes + view.getUint16(26, true) + view.getUint16(28, true)
  return zip.subarray(start, start + compressedBytes)
}

function inflateContent(compressed: Uint8Array, bytes: number): Uint8Array | undefined {
  const content = new Uint8Array(bytes)
  let length = 0
  try {
    // `set` throws if the chunk exceeds the declared size.
    const inflate = new Inflate(chunk => {
      content.set(chunk, length)
      length += chunk.length
    })
    for (let at = 0; at < compressed.length; at += chunkBytes)
      inflate.push(compressed.subarray(at, at + chunkBytes), at + chunkBytes >= compressed.length)
  } catch {
    return undefined
  }
  return content.subarray(0, length)
}

/** Creates the problem for an invalid bundle. @param path `body`, or the name of the file */
export const invalidBundle = (path: string, code: string, message: string) => invalid({ path, code, message })
