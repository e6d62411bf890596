// Documents of Office: the old ones are compound files (MS-CFB), the others are ZIP archives.

import type { Content } from './content.ts'

const startsWith = (bytes: Uint8Array, prefix: readonly number[]): boolean =>
  prefix.every((byte, at) => bytes[at] === byte)

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const oleStart = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
const oleHeaderBytes = 512
const entryBytes = 128
/** The first entries of the directory contain the streams of a document. */
const maxEntries = 256

/** Storages of macros (MS-OVBA 2.2.1). */
const oleMacros = /^(?:Macros|_VBA_PROJECT_CUR|_VBA_PROJECT|VBA)$/

/** Whether the content is a compound file with a stream of this name, and without macros. */
export async function isOle(content: Content, stream: RegExp): Promise<boolean> {
  if (content.size < oleHeaderBytes || !startsWith(content.head, oleStart)) return false
  const header = viewOf(content.head)
  const sectorShift = header.getUint16(30, true)
  if (sectorShift !== 9 && sectorShift !== 12) return false
  const directory = (header.getUint32(48, true) + 1) * 2 ** sectorShift
  if (directory >= content.size) return false
  const names = namesOfEntries(await content.read(directory, maxEntries * entryBytes))
  return names.some(name => stream.test(name)) && !names.some(name => oleMacros.test(name))
}

/** The names of directory entries: 32 UTF-16 units, then their length in bytes with the terminating zero. */
function namesOfEntries(bytes: Uint8Array): string[] {
  const view = viewOf(bytes)
  const names: string[] = []
  for (let at = 0; at + entryBytes <= bytes.byteLength; at += entryBytes) {
    const length = view.getUint16(at + 64, true)
    if (length < 2 || length > 64) continue
    names.push(utf16.decode(bytes.subarray(at, at + length - 2)))
  }
  return names
}

const utf16 = new TextDecoder('utf-16le')
const ascii = new TextDecoder('latin1')

const localHeader = [0x50, 0x4b, 0x03, 0x04]
const localHeaderBytes = 30

/**
 * Whether the content is an archive whose first file is `mimetype`, with this text, uncompressed (OpenDocument 1.3, part 2,
 * 3.3).
 */
export function isOpenDocument({ head }: Content, contentType: string): boolean {
  if (!startsWith(head, localHeader)) return false
  const expected = `mimetype${contentType}`
  const text = ascii.decode(head.subarray(localHeaderBytes, localHeaderBytes + expected.length))
  const next = head.subarray(localHeaderBytes + expected.length)
  return text === expected && next[0] === 0x50 && next[1] === 0x4b
}

/** Whether the content is an archive with the parts of an Office Open XML document, and without macros. */
export async function isOpenXml(content: Content, part: string): Promise<boolean> {
  if (!startsWith(content.head, localHeader)) return false
  const names = await namesInZip(content)
  return (
    names.includes('[Content_Types].xml') &&
    names.includes(part) &&
    !names.some(name => /vbaProject\.bin$/i.test(name))
  )
}

const endBytes = 22
const maxCommentBytes = 0xffff
const maxDirectoryBytes = 1024 * 1024
const fileHeaderBytes = 46

/** The names of the files of an archive, as its central directory lists them; none if it is empty, damaged or too long. */
async function namesInZip(content: Content): Promise<string[]> {
  const tailBytes = Math.min(content.size, endBytes + maxCommentBytes)
  const tail = await content.read(content.size - tailBytes, tailBytes)
  const end = endRecordIn(tail)
  if (!end || end.size < fileHeaderBytes || end.size > maxDirectoryBytes) return []
  if (end.offset + end.size > content.size) return []
  const directory = await content.read(end.offset, end.size)
  const view = viewOf(directory)
  const names: string[] = []
  for (let at = 0; at + fileHeaderBytes <= directory.byteLength; ) {
    if (view.getUint32(at, true) !== 0x02014b50) return []
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map(offset =>
      view.getUint16(at + offset, true),
    ) as [number, number, number]
    const start = at + fileHeaderBytes
    names.push(ascii.decode(directory.subarray(start, start + nameBytes)))
    at = start + nameBytes + extraBytes + commentBytes
  }
  return names
}

/** The position of the central directory. */
function endRecordIn(tail: Uint8Array): { offset: number; size: number } | undefined {
  const view = viewOf(tail)
  for (let at = tail.byteLength - endBytes; at >= 0; at -= 1)
    if (view.getUint32(at, true) === 0x06054b50)
      return { size: view.getUint32(at + 12, true), offset: view.getUint32(at + 16, true) }
  return undefined
}
