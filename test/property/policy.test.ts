import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allows, violations } from '../../src/shared/auth/policy/decide.ts'
import { contains, matches } from '../../src/shared/auth/policy/pattern.ts'
import type { Policy, PolicyStatement } from '../../src/shared/auth/policy/policy.ts'
import {
  hasStray,
  isInLanguage,
  isInside,
  languageOf,
  unite,
  widened,
  wordsUpTo,
} from '../support/policy-reference.ts'
import { rounds } from '../support/rounds.ts'

const SLOW = { timeout: 120_000 }
const numRuns = rounds({ quick: 1500, all: 50_000 })
const named = (count: number) => count.toLocaleString('en')
/** Every pattern and every word up to a length; with one character less, there are a tenth of the pairs. */
const less = rounds({ quick: 1, all: 0 })

describe('one pattern inside others', () => {
  test(
    'matches agrees with the definition of * on all pairs of a short pattern and a short word',
    SLOW,
    () => {
      const patterns = wordsUpTo('ab*', 5 - less)
      const words = wordsUpTo('abz', 7 - less)
      const wrong = patterns.flatMap(pattern =>
        words
          .filter(word => matches(pattern, word) !== isInLanguage(pattern, word))
          .map(word => [pattern, word]),
      )
      expect(patterns.length * words.length).toBe(rounds({ quick: 132_253, all: 1_193_920 }))
      expect(wrong).toEqual([])
    },
  )

  test('contains agrees with enumeration on all pairs of short patterns', SLOW, () => {
    const patterns = wordsUpTo('ab*', 6 - less)
    const words = wordsUpTo('abz', 7 - less)
    const languages = patterns.map(pattern => ({ pattern, language: languageOf(pattern, words) }))
    const wrong: string[][] = []
    let contained = 0
    for (const inner of languages) {
      for (const outer of languages) {
        const expected = isInside(inner.language, [outer.language])
        if (expected) contained++
        if (contains(outer.pattern, inner.pattern) !== expected) wrong.push([outer.pattern, inner.pattern])
      }
    }
    expect(languages.length ** 2).toBe(rounds({ quick: 132_496, all: 1_194_649 }))
    expect(contained).toBeGreaterThan(rounds({ quick: 10_000, all: 100_000 }))
    expect(wrong).toEqual([])
  })

  test(
    'a pattern is within a union iff it is within one member, for all 64,000 triples up to 3 characters',
    SLOW,
    () => {
      const words = wordsUpTo('abz', 5)
      const languages = wordsUpTo('ab*', 3).map(pattern => ({
        pattern,
        language: languageOf(pattern, words),
      }))
      const wrong: string[][] = []
      for (const inner of languages) {
        for (const one of languages) {
          for (const other of languages) {
            const expected = isInside(inner.language, [one.language, other.language])
            const actual = contains(one.pattern, inner.pattern) || contains(other.pattern, inner.pattern)
            if (actual !== expected) wrong.push([inner.pattern, one.pattern, other.pattern])
          }
        }
      }
      expect(languages.length ** 3).toBe(64_000)
      expect(wrong).toEqual([])
    },
  )

  test(
    `contains finds every counterexample in ${named(numRuns)} random unions of longer patterns`,
    SLOW,
    () => {
      const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*'), maxLength: 12 })
      const union = pattern.chain(inner =>
        fc.tuple(fc.constant(inner), fc.array(fc.oneof(pattern, widened(inner)), { maxLength: 3 })),
      )
      let contained = 0
      fc.assert(
        fc.property(union, ([inner, outers]) => {
          const expected = !hasStray(inner, outers)
          if (expected) contained++
          return outers.some(outer => contains(outer, inner)) === expected
        }),
        { numRuns },
      )
      expect(contained).toBeGreaterThan(numRuns / 5)
      expect(contained).toBeLessThan((numRuns / 5) * 4)
    },
  )
})

describe('whole policies', () => {
  const catalogue = ['sp:A', 'sp:B', 'sp:C', 'op:A']
  const patterns = [1, 2, 3].flatMap(count => wordsUpTo('ab*', count, count)).map(word => [...word].join('/'))
  const words = wordsUpTo('abz/', 6)
  const languages = new Map(patterns.map(pattern => [pattern, languageOf(pattern, words)]))
  const nothing = languageOf('none', words)

  const statement: fc.Arbitrary<PolicyStatement> = fc.record({
    effect: fc.constant('Allow'),
    actions: fc.array(fc.constantFrom(...catalogue, 'sp:*', '*', '*:A', 'sp:Unknown'), {
      minLength: 1,
      maxLength: 3,
    }),
    resources: fc.array(fc.constantFrom(...patterns), { minLength: 1, maxLength: 4 }),
  })
  const policy: fc.Arbitrary<Policy> = fc.record({
    version: fc.constant('1'),
    statements: fc.array(statement, { maxLength: 4 }),
  })

  // The words of the reference alphabet on which a policy allows the action.
  const allowance = ({ statements }: Policy, action: string) =>
    unite(statements.filter(names(action)).flatMap(({ resources }) => resources.map(languageIn)))
  const names = (action: string) => (asked: PolicyStatement) =>
    asked.actions.some(p => isInLanguage(p, action))
  const languageIn = (pattern: string) => languages.get(pattern) ?? nothing

  test(
    `violations are exactly the triples with a counterexample, over ${named(numRuns)} random policy pairs`,
    SLOW,
    () => {
      let granted = 0
      fc.assert(
        fc.property(policy, fc.array(policy, { minLength: 1, maxLength: 2 }), (child, parents) => {
          const expected = child.statements.flatMap((asked, index) =>
            catalogue
              .filter(action => names(action)(asked))
              .flatMap(action =>
                [...new Set(asked.resources)]
                  .filter(resource =>
                    parents.some(parent => !isInside(languageIn(resource), [allowance(parent, action)])),
                  )
                  .map(resource => ({ statement: index, action, resource })),
              ),
          )
          if (expected.length === 0) granted++
          expect(violations(child, parents, catalogue)).toEqual(expected)
        }),
        { numRuns },
      )
      expect(granted).toBeGreaterThan(numRuns / 10)
    },
  )

  test(
    `allows agrees with the policies evaluated word by word, over ${named(numRuns)} random requests`,
    SLOW,
    () => {
      const path = fc
        .array(fc.constantFrom('a', 'b', 'z'), { minLength: 1, maxLength: 3 })
        .map(parts => parts.join('/'))
      const action = fc.constantFrom(...catalogue)
      let allowed = 0
      fc.assert(
        fc.property(
          fc.array(policy, { minLength: 1, maxLength: 2 }),
          action,
          path,
          (policies, asked, resource) => {
            const expected = policies.every(({ statements }) =>
              statements
                .filter(names(asked))
                .some(({ resources }) => resources.some(p => isInLanguage(p, resource))),
            )
            if (expected) allowed++
            return allows(policies, asked, resource) === expected
          },
        ),
        { numRuns },
      )
      expect(allowed).toBeGreaterThan(numRuns / 10)
    },
  )

  test(
    `a child without violations allows no request that its parent refuses, over ${named(numRuns)} pairs`,
    SLOW,
    () => {
      const paths = words.filter(word => /^[abz](\/[abz])*$/.test(word))
      let granted = 0
      fc.assert(
        fc.property(policy, policy, (child, parent) => {
          const strays = catalogue.some(action =>
            paths.some(path => allows([child], action, path) && !allows([parent], action, path)),
          )
          if (!strays) granted++
          return (violations(child, [parent], catalogue).length === 0) === !strays
        }),
        { numRuns },
      )
      expect(granted).toBeGreaterThan(numRuns / 10)
    },
  )
})
