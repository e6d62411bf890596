// Rows of random ages: exactly those that are older than the period of their rule are deleted, at any time of the clock.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migratedDatabase } from '../support/postgres.ts'
import { dayMs, deleteAllOld, openScene, ruleNames, rules, type Scene } from '../support/retention.ts'
import { rounds } from '../support/rounds.ts'

const runs = rounds({ quick: 2, all: 25 })
const start = Date.UTC(2031, 4, 4, 3, 2, 1)

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ kind: 'server', url: await migratedDatabase() })
})
afterAll(() => scene.close())

const within = (days: number) => fc.integer({ min: -days * dayMs, max: days * dayMs })

/** A row of a rule, and by how much it is older than the period at the start; most are near the limit. */
const row = fc.record({
  name: fc.constantFrom(...ruleNames),
  beyondMs: fc.oneof(fc.integer({ min: -2, max: 2 }), within(2), within(500)),
})

/** The steps by which the clock moves. */
const steps = fc.array(fc.oneof(fc.constantFrom(0, 1, 2), fc.nat(2 * dayMs), fc.nat(500 * dayMs)), {
  minLength: 1,
  maxLength: 3,
})

test(`of rows of random ages exactly those older than their period are deleted, in ${runs} random sets at up to 3 times each`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 30 }), steps, async (rows, onwards) => {
      const made: { key: string; endsAt: number }[] = []
      for (const { name, beyondMs } of rows) {
        const at = start - rules[name].days * dayMs - beyondMs
        made.push({ key: await scene.rowAt[name](new Date(at)), endsAt: start - beyondMs })
      }
      let now = start
      for (const step of onwards) {
        now += step
        await deleteAllOld(scene.db, new Date(now))
        const left = await scene.survivors()
        const kept = made.filter(({ key }) => left.has(key))
        expect(kept).toEqual(made.filter(({ endsAt }) => now <= endsAt))
      }
      await deleteAllOld(scene.db, new Date(start + 36_500 * dayMs))
    }),
    { numRuns: runs },
  )
}, 120_000)
