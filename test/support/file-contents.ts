// The smallest contents of each media type, as the programs that write them begin and end them.

import { strToU8, zipSync } from 'fflate'

const bytesOf = (...parts: (string | readonly number[] | Uint8Array)[]): Uint8Array =>
  new Uint8Array(
    parts.flatMap(part =>
      typeof part === 'string' ? [...part].map(letter => letter.charCodeAt(0)) : [...part],
    ),
  )

const sectorBytes = 512

/** A compound file whose directory has these names. */
export function compoundFile(names: readonly string[]): Uint8Array {
  const bytes = new Uint8Array(3 * sectorBytes)
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  const view = new DataView(bytes.buffer)
  view.setUint16(30, 9, true)
  view.setUint32(48, 1, true)
  names.forEach((name, at) => {
    const entry = 2 * sectorBytes + at * 128
    for (const [index, letter] of [...name].entries())
      view.setUint16(entry + 2 * index, letter.charCodeAt(0), true)
    view.setUint16(entry + 64, 2 * name.length + 2, true)
  })
  return bytes
}

export const openXml = (part: string, ...more: string[]): Uint8Array =>
  zipSync(Object.fromEntries([part, '[Content_Types].xml', ...more].map(name => [name, strToU8('<xml/>')])))

const openDocument = (contentType: string): Uint8Array =>
  zipSync({ mimetype: [strToU8(contentType), { level: 0 }], 'content.xml': strToU8('<xml/>') })

const ooxml = 'application/vnd.openxmlformats-officedocument'
const odf = 'application/vnd.oasis.opendocument'

export const contents: Record<string, Uint8Array> = {
  'image/png': bytesOf([0x89], 'PNG\r\n', [0x1a, 0x0a, 0, 0, 0, 13], 'IHDR', [0, 0, 0, 1]),
  'image/jpeg': bytesOf([0xff, 0xd8, 0xff, 0xe0, 0, 16], 'JFIF', [0]),
  'image/gif': bytesOf('GIF89a', [1, 0, 1, 0]),
  'image/webp': bytesOf('RIFF', [20, 0, 0, 0], 'WEBPVP8 '),
  'application/pdf': bytesOf('%PDF-1.7\n%', [0xe2, 0xe3, 0xcf, 0xd3], '\n%%EOF\n'),
  'text/plain': strToU8('Ça va?\r\n\tJa, 日本語 😀\n'),
  'text/csv': strToU8('\ufeffname;mark\nZoë;1,3\n'),
  'application/msword': compoundFile(['Root Entry', '1Table', 'WordDocument']),
  'application/vnd.ms-excel': compoundFile(['Root Entry', 'Workbook']),
  'application/vnd.ms-powerpoint': compoundFile(['Root Entry', 'PowerPoint Document']),
  [`${ooxml}.wordprocessingml.document`]: openXml('word/document.xml'),
  [`${ooxml}.spreadsheetml.sheet`]: openXml('xl/workbook.xml'),
  [`${ooxml}.presentationml.presentation`]: openXml('ppt/presentation.xml'),
  [`${odf}.text`]: openDocument(`${odf}.text`),
  [`${odf}.spreadsheet`]: openDocument(`${odf}.spreadsheet`),
  [`${odf}.presentation`]: openDocument(`${odf}.presentation`),
}
