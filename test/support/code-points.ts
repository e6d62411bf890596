import fc from 'fast-check'

/** The code points from U+D800, which are halves of a pair. */
const [firstHalf, halves] = [0xd800, 0x800]

/**
 * Any Unicode character, as the unit of random strings. `unit: 'binary'` of fast-check is the same, but takes a second of CPU and 130
 * MB for a map of all characters.
 */
export const anyCodePoint: fc.Arbitrary<string> = fc.integer({ min: 0, max: 0x10ffff - halves }).map(
  number => String.fromCodePoint(number < firstHalf ? number : number + halves),
  text => {
    const point = typeof text === 'string' ? (text.codePointAt(0) ?? -1) : -1
    const isOne = point >= 0 && String.fromCodePoint(point) === text
    const isHalf = point >= firstHalf && point < firstHalf + halves
    if (!isOne || isHalf) throw new Error('This is not one character.')
    return point < firstHalf ? point : point - halves
  },
)
