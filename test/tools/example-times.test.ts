import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Moment, makeNormalizer, shownMorning } from '../../tools/docs/examples/normalizers.ts'
import { minuteBefore } from '../../tools/docs/examples/recorder.ts'

const start = Date.UTC(2026, 10, 23, 20)
const monday = Date.UTC(2026, 10, 30)

test('the minute of the scenario is shown as that minute, whenever in a minute the scenario starts', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 120_000 }), fc.integer({ min: 1, max: 30 }), (offset, count) => {
      const now = start + offset
      const morning = minuteBefore(now)
      const moments = Array.from({ length: count }, (_, position): Moment => {
        const from = now + position * 20
        return { name: `operation ${position}`, from, to: from + 10, shown: shownMorning + position * 5000 }
      })
      const normalize = makeNormalizer({ texts: [], monday, morning, moments })
      expect(normalize(new Date(morning).toISOString())).toBe(new Date(shownMorning).toISOString())
    }),
    { examples: [[5, 27]] },
  )
})
