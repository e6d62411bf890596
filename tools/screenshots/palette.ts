// Makes pictures a third as large: PNG with a palette of at most 256 colours, which is enough for pages with text.
// The format: https://www.w3.org/TR/png-3/

import { crc32, deflateSync, inflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const maxColours = 256

type Chunk = { type: string; data: Buffer }
type Pixels = { width: number; height: number; channels: 3 | 4; data: Buffer }

function* chunksOf(png: Buffer): Generator<Chunk> {
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    yield { type, data: png.subarray(at + 8, at + 8 + length) }
    at += length + 12
  }
}

function paeth(left: number, above: number, corner: number): number {
  const estimate = left + above - corner
  const [toLeft, toAbove, toCorner] = [left, above, corner].map(value => Math.abs(estimate - value))
  if (toLeft === undefined || toAbove === undefined || toCorner === undefined) return 0
  if (toLeft <= toAbove && toLeft <= toCorner) return left
  return toAbove <= toCorner ? above : corner
}

/** What a filter adds to a byte. */
function predicted(filter: number, left = 0, above = 0, corner = 0): number {
  if (filter === 1) return left
  if (filter === 2) return above
  if (filter === 3) return (left + above) >> 1
  return filter === 4 ? paeth(left, above, corner) : 0
}

/** The pixels of a PNG with 8 bits for each channel, as Chromium writes it. */
function decode(png: Buffer): Pixels {
  const chunks = [...chunksOf(png)]
  const header = chunks.find(({ type }) => type === 'IHDR')?.data
  if (header?.[8] !== 8 || !(header[9] === 2 || header[9] === 6))
    throw new Error('The PNG has no true colours.')
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const channels = header[9] === 6 ? 4 : 3
  const filtered = inflateSync(
    Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)),
  )
  const stride = width * channels
  // A row above the first one, and a pixel before each row, are 0.
  const wide = stride + channels
  const padded = Buffer.alloc(wide * (height + 1))
  for (let row = 0; row < height; row++) {
    const from = row * (stride + 1)
    const to = (row + 1) * wide + channels
    const filter = filtered.readUInt8(from)
    for (let at = to; at < to + stride; at++) {
      padded[at] =
        filtered.readUInt8(from + 1 + at - to) +
        predicted(filter, padded[at - channels], padded[at - wide], padded[at - wide - channels])
    }
  }
  const rows = Array.from({ length: height }, (_, row) => {
    const start = (row + 1) * wide + channels
    return padded.subarray(start, start + stride)
  })
  return { width, height, channels, data: Buffer.concat(rows) }
}

const colourAt = (data: Buffer, at: number): number => data.readUIntBE(at, 3)

const distance = (one: number, other: number): number =>
  [16, 8, 0].reduce((sum, shift) => sum + (((one >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0)

/** The most frequent colours, and the index of the nearest one for every colour. */
function paletteOf({ data, channels }: Pixels): { palette: number[]; indexOf: Map<number, number> } {
  const counts = new Map<number, number>()
  for (let at = 0; at < data.length; at += channels) {
    const colour = colourAt(data, at)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const byCount = [...counts].toSorted(([, one], [, other]) => other - one).map(([colour]) => colour)
  const palette = byCount.slice(0, maxColours)
  const nearest = (colour: number) =>
    palette.reduce(
      (best, each, at) => (distance(each, colour) < distance(palette[best] ?? 0, colour) ? at : best),
      0,
    )
  return { palette, indexOf: new Map(byCount.map(colour => [colour, nearest(colour)])) }
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, check])
}

/** Returns the picture with a palette. Pictures of pages are opaque: transparency is lost. */
export function withPalette(png: Buffer): Buffer {
  const pixels = decode(png)
  const { width, height, channels, data } = pixels
  const { palette, indexOf } = paletteOf(pixels)
  const rows = Buffer.alloc((width + 1) * height) // each row starts with its filter: none
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++)
      rows[row * (width + 1) + 1 + column] =
        indexOf.get(colourAt(data, (row * width + column) * channels)) ?? 0
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  header[9] = 3
  const colours = Buffer.alloc(palette.length * 3)
  for (const [at, colour] of palette.entries()) colours.writeUIntBE(colour, at * 3, 3)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
