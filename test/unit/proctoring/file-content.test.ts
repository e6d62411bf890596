import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { type Content, headBytes } from '../../../src/proctoring/file-content/content.ts'
import { contentTypeNames, contentTypes } from '../../../src/proctoring/file-content/types.ts'
import { compoundFile, contents, openXml } from '../../support/file-contents.ts'

/** A stored object with these bytes, which is streamed in parts. */
const contentOf = (bytes: Uint8Array, partBytes = 5): Content => ({
  size: bytes.length,
  head: bytes.slice(0, headBytes),
  // Like R2, which refuses an empty range.
  read: (offset, length) =>
    length > 0 && offset < bytes.length
      ? Promise.resolve(bytes.slice(offset, offset + length))
      : Promise.reject(new RangeError('The requested range is not satisfiable')),
  stream: () => {
    let at = 0
    const stream = new ReadableStream({
      pull(controller) {
        if (at >= bytes.length) return controller.close()
        controller.enqueue(bytes.slice(at, at + partBytes))
        at += partBytes
      },
    })
    return Promise.resolve(stream)
  },
})

type Name = keyof typeof contentTypes
const matches = async (name: Name, bytes: Uint8Array) => await contentTypes[name].matches(contentOf(bytes))

/** Text of one type is text of the other, too. */
const isText = (name: string) => name.startsWith('text/')

test('there is a content of each media type', () => {
  expect(Object.keys(contents).toSorted()).toEqual([...contentTypeNames].toSorted())
})

test.each(contentTypeNames)('%s matches its own content and that of no other media type', async name => {
  const matching = []
  for (const [other, bytes] of Object.entries(contents)) if (await matches(name, bytes)) matching.push(other)
  expect(matching).toEqual(
    Object.keys(contents).filter(each => each === name || (isText(name) && isText(each))),
  )
})

test.each(contentTypeNames)('a content that ends early does not make the check of %s fail', async name => {
  for (const whole of [contents[name] ?? new Uint8Array(), ...Object.values(contents)])
    for (let length = 0; length < whole.length; length += 1 + (length >> 3))
      expect(await matches(name, whole.slice(0, length))).toBeTypeOf('boolean')
  if (!isText(name)) expect(await matches(name, (contents[name] ?? new Uint8Array()).slice(0, 2))).toBe(false)
})

test.each([
  ['a NUL', strToU8('a\0b')],
  ['an escape sequence', strToU8('a\u001b[2J')],
  ['a C1 control', strToU8('a\u0085')],
  ['an incomplete character at the end', strToU8('é').slice(0, 1)],
  ['Latin-1', new Uint8Array([0x61, 0xe9, 0x62])],
  ['UTF-16', new Uint8Array([0xff, 0xfe, 0x61, 0])],
])('text does not contain %s', async (_, bytes) => {
  expect(await matches('text/plain', bytes)).toBe(false)
})

test('an archive that is no document of Office matches no media type', async () => {
  const archive = zipSync({ 'evil.exe': strToU8('MZ') })
  for (const name of contentTypeNames) expect(await matches(name, archive)).toBe(false)
})

test('a document with macros is refused', async () => {
  const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  expect(await matches(docx, openXml('word/document.xml', 'word/styles.xml'))).toBe(true)
  expect(await matches(docx, openXml('word/document.xml', 'word/vbaProject.bin'))).toBe(false)
  expect(await matches('application/msword', compoundFile(['WordDocument', 'Macros']))).toBe(false)
})

test('an archive whose directory lies outside of it matches nothing', async () => {
  const bytes = openXml('word/document.xml')
  new DataView(bytes.buffer).setUint32(bytes.length - 6, 0xffff_fff0, true)
  const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  expect(await matches(docx, bytes)).toBe(false)
})

test('an archive whose directory is empty matches nothing, and no read of it fails', async () => {
  const bytes = openXml('word/document.xml')
  new DataView(bytes.buffer).setUint32(bytes.length - 10, 0, true)
  const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  expect(await matches(docx, bytes)).toBe(false)
})
