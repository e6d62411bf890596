import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accentOn, contrast, parseColor } from '../../../src/embed/pages/shared/color.ts'

const grounds = ['#f4f5f7', '#202329', '#ffffff', '#16181c']
const color = fc.integer({ min: 0, max: 0xff_ff_ff }).map(value => `#${value.toString(16).padStart(6, '0')}`)

test('every brand colour is adapted until it and the text on it have a contrast of 4.5:1', () => {
  fc.assert(
    fc.property(color, fc.constantFrom(...grounds), (brand, ground) => {
      const { accent, onAccent } = accentOn(brand, ground)
      expect(contrast(parseColor(accent), parseColor(ground))).toBeGreaterThanOrEqual(4.5)
      expect(contrast(parseColor(accent), parseColor(onAccent))).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: 2000 },
  )
})

test('a readable colour is not changed, also in the short form', () => {
  expect(accentOn('#1a56b8', '#f4f5f7').accent).toBe('#1a56b8')
  expect(accentOn('#05a', '#ffffff').accent).toBe('#0055aa')
})
