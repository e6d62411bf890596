// The zip container, as far as a bundle needs it (PKWARE APPNOTE 6.3.10; no zip64, no split archives). fflate
// inflates; its `unzipSync` would neither compare the checksum nor tell encryption, and silently cuts a file that is
// longer than declared.

import { crc32 } from 'node:zlib'
import { Inflate } from 'fflate'
import { invalid } from '../../shared/problems/field-errors.ts'

export type ZipEntry = {
  /** With `/` between folders, whatever wrote the zip. */
  name: string
  encrypted: boolean
  method: number
  crc: number
  packedBytes: number
  bytes: number
  /** Where the local header of the entry starts. */
  offset: number
}

/** OneRoster 1.2 names 22 files; a Mac adds a shadow of each. */
const maxEntries = 100

const endBytes = 22
const endSignature = 0x06054b50
const entryBytes = 46
const entrySignature = 0x02014b50
const localBytes = 30
const localSignature = 0x04034b50

const stored = 0
const deflated = 8
/** Deflate grows to at most 1,032 times its size, so this bounds what a lying entry can make us hold: 17 MiB. */
const pieceBytes = 16 * 1024

/** Lists what the zip declares to contain. @throws Problem `invalid_request` at `body` if it is no zip */
export function entriesOf(zip: Uint8Array): ZipEntry[] {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  const end = endOf(view)
  if (end === undefined) throw refused('body', 'not_a_zip', 'Expected a zip file.')
  const count = view.getUint16(end + 10, true)
  if (count > maxEntries) throw refused('body', 'too_many_files', `Expected at most ${maxEntries} files.`)

  const entries: ZipEntry[] = []
  let at = view.getUint32(end + 16, true)
  while (entries.length < count) {
    if (at + entryBytes > end || view.getUint32(at, true) !== entrySignature)
      throw refused('body', 'corrupt', 'The directory of the zip is damaged.')
    const nameBytes = view.getUint16(at + 28, true)
    const nameAt = at + entryBytes
    entries.push({
      name: new TextDecoder().decode(zip.subarray(nameAt, nameAt + nameBytes)).replaceAll('\\', '/'),
      encrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packedBytes: view.getUint32(at + 20, true),
      bytes: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    })
    at = nameAt + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

/** The end record is the last thing in a zip but for a comment of at most 65,535 bytes. */
function endOf(view: DataView): number | undefined {
  const first = Math.max(0, view.byteLength - endBytes - 0xffff)
  for (let at = view.byteLength - endBytes; at >= first; at -= 1)
    if (view.getUint32(at, true) === endSignature) return at
  return undefined
}

/**
 * Unpacks one entry, never to more than its declared size.
 * @throws Problem `invalid_request` at `path` if the entry is encrypted, packed otherwise than by deflate, or not what its
 * declared size and checksum say
 */
export function contentOf(zip: Uint8Array, entry: ZipEntry, path: string): Uint8Array {
  if (entry.encrypted) throw refused(path, 'encrypted', 'Encrypted files cannot be read.')
  if (entry.method !== stored && entry.method !== deflated)
    throw refused(path, 'unsupported_compression', 'Expected the file stored or deflated.')
  const packed = packedOf(zip, entry)
  const content = packed && (entry.method === stored ? packed : inflated(packed, entry.bytes))
  if (content?.length !== entry.bytes || crc32(content) !== entry.crc)
    throw refused(path, 'corrupt', 'The file does not have the size and checksum that the zip declares.')
  return content
}

function packedOf(zip: Uint8Array, { offset, packedBytes }: ZipEntry): Uint8Array | undefined {
  if (offset + localBytes > zip.length) return undefined
  const view = new DataView(zip.buffer, zip.byteOffset + offset, localBytes)
  if (view.getUint32(0, true) !== localSignature) return undefined
  const start = offset + localBytes + view.getUint16(26, true) + view.getUint16(28, true)
  return zip.subarray(start, start + packedBytes)
}

function inflated(packed: Uint8Array, bytes: number): Uint8Array | undefined {
  const content = new Uint8Array(bytes)
  let length = 0
  try {
    // `set` throws where the chunk does not fit.
    const inflate = new Inflate(chunk => {
      content.set(chunk, length)
      length += chunk.length
    })
    for (let at = 0; at < packed.length; at += pieceBytes)
      inflate.push(packed.subarray(at, at + pieceBytes), at + pieceBytes >= packed.length)
  } catch {
    return undefined
  }
  return content.subarray(0, length)
}

/** Refuses a bundle: at `body`, or at the file that is the matter. */
export const refused = (path: string, code: string, message: string) => invalid({ path, code, message })
