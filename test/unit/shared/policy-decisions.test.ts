import { describe, expect, test } from 'vitest'
import { allows, expandActions, unknownActions, violations } from '../../../src/shared/auth/policy/decide.ts'
import { contains, matches } from '../../../src/shared/auth/policy/pattern.ts'
import { Policy } from '../../../src/shared/auth/policy/policy.ts'
import { leastCpuMillisecondsOf } from '../../support/cpu.ts'
import { catalogue, policyOf } from '../../support/policies.ts'

describe('what a policy allows', () => {
  const reader = policyOf({ resources: ['installs/AI1/*', 'timezones'] })

  test('its action on its resource, and no other action or resource', () => {
    expect(allows([reader], 'sp:ReadSession', 'installs/AI1/exams/EX1')).toBe(true)
    expect(allows([reader], 'sp:ReadUser', 'installs/AI1/exams/EX1')).toBe(false)
    expect(allows([reader], 'sp:ReadSession', 'installs/AI2/exams/EX1')).toBe(false)
  })

  test('actions and resources are case-sensitive', () => {
    expect(allows([reader], 'sp:ReadSession', 'timezones')).toBe(true)
    expect(allows([reader], 'sp:readSession', 'timezones')).toBe(false)
    expect(allows([reader], 'sp:ReadSession', 'Timezones')).toBe(false)
  })

  test('AI1 does not cover AI10, and resources below AI1 do not cover AI1 itself', () => {
    expect(allows([reader], 'sp:ReadSession', 'installs/AI10/exams/EX1')).toBe(false)
    expect(allows([policyOf({})], 'sp:ReadSession', 'installs/AI10')).toBe(false)
    expect(allows([reader], 'sp:ReadSession', 'installs/AI1')).toBe(false)
  })

  test('no policies and an empty policy allow nothing', () => {
    expect(allows([], 'sp:ReadSession', 'timezones')).toBe(false)
    expect(allows([policyOf({})], 'sp:ReadSession', 'installs/AI1')).toBe(true)
    expect(allows([policyOf({}), policyOf({})], 'sp:ReadSession', 'installs/AI1')).toBe(true)
    expect(allows([policyOf({}), policyOf()], 'sp:ReadSession', 'installs/AI1')).toBe(false)
  })

  test('of two policies only what both allow', () => {
    const all = policyOf({ actions: ['sp:*'], resources: ['*'] })
    expect(allows([all, reader], 'sp:ReadSession', 'timezones')).toBe(true)
    expect(allows([all, reader], 'sp:ReadUser', 'timezones')).toBe(false)
    expect(allows([reader, all], 'sp:ReadSession', 'installs/AI2')).toBe(false)
  })

  test('an action of one statement is not allowed on the resource of another', () => {
    const split = policyOf({ resources: ['a'] }, { actions: ['sp:ReadUser'], resources: ['b'] })
    expect(allows([split], 'sp:ReadUser', 'b')).toBe(true)
    expect(allows([split], 'sp:ReadUser', 'a')).toBe(false)
  })

  test.each([
    '*',
    'installs/*',
    'installs/AI1/*',
    '',
    '/a',
    'a//b',
    'installs/AI1/../AI2',
    'a%2fb',
    'a\0',
    'a b',
  ])('a request for %j is never allowed, not even by * on *', resource => {
    const policies = [policyOf({ actions: ['*'], resources: ['*', 'installs/*', 'installs/AI1/*'] })]
    expect(allows(policies, 'sp:ReadSession', resource)).toBe(false)
  })

  test('a request for an action pattern is never allowed', () => {
    expect(allows([policyOf({ actions: ['sp:*', '*'] })], 'sp:*', 'installs/AI1')).toBe(false)
  })
})

describe('what exceeds a ceiling', () => {
  test('a violation names the statement, the action and the resource', () => {
    const child = policyOf(
      {},
      { actions: ['sp:ReadUser', 'sp:ReadSession'], resources: ['installs/AI1', 'installs/*'] },
    )
    const parent = policyOf({ actions: ['sp:ReadSession', 'sp:ListUsers'], resources: ['installs/AI1'] })
    expect(violations(child, [parent], catalogue)).toEqual([
      { statement: 1, action: 'sp:ReadSession', resource: 'installs/*' },
      { statement: 1, action: 'sp:ReadUser', resource: 'installs/AI1' },
      { statement: 1, action: 'sp:ReadUser', resource: 'installs/*' },
    ])
  })

  test('a policy is within itself, and everything is within sp:* on *', () => {
    const all = policyOf({ actions: ['sp:*'], resources: ['*'] })
    const child = policyOf({ resources: ['a/*', '*/b'] }, { actions: ['*'], resources: ['c/*/d'] })
    expect(violations(child, [child], catalogue)).toEqual([])
    expect(violations(child, [all], catalogue)).toEqual([])
    expect(violations(all, [child], catalogue)).toHaveLength(catalogue.length)
  })

  test('one action can be covered by one statement of the parent and the next by another', () => {
    const child = policyOf({ actions: ['sp:ReadSession', 'sp:ReadUser'], resources: ['a'] })
    const parent = policyOf({ resources: ['a'] }, { actions: ['sp:ReadUser'], resources: ['*'] })
    expect(violations(child, [parent], catalogue)).toEqual([])
  })

  test('each parent must cover the child, and a violation of several is reported once', () => {
    const narrow = policyOf({ resources: ['b'] })
    const violation = { statement: 0, action: 'sp:ReadSession', resource: 'installs/AI1' }
    expect(violations(policyOf({}), [policyOf({}), narrow], catalogue)).toEqual([violation])
    expect(violations(policyOf({}), [narrow, narrow], catalogue)).toEqual([violation])
  })

  test('under an empty parent, or none, everything is a violation, but an empty child has none', () => {
    const empty = policyOf()
    expect(violations(policyOf({}), [empty], catalogue)).toHaveLength(1)
    expect(violations(policyOf({}), [], catalogue)).toHaveLength(1)
    expect(violations(empty, [empty], catalogue)).toEqual([])
  })

  test.each([
    ['installs/*', 'installs/AI1/users/*', true],
    ['installs/*/users', 'installs/AI1/exams/EX1/users', true],
    ['installs/AI1/*', 'installs/AI10/*', false],
    ['installs/AI1', 'installs/*', false],
    ['*/*', '*', false],
    ['*', '*/*', true],
    ['*/a/*', '*/a/a/*', true],
    ['*/a/a/*', '*/a/*', false],
  ])('whether %s contains %s is %s', (outer, inner, expected) => {
    expect(contains(outer, inner)).toBe(expected)
  })

  test('the ends of a pattern never overlap in the text', () => {
    expect(matches('a/*/a', 'a/a')).toBe(false)
    expect(matches('a/*/a', 'a//a')).toBe(true)
  })

  test('the largest valid policies, with patterns made for backtracking, are decided', () => {
    const actions = Array.from({ length: 100 }, (_, i) => `sp:Action${i}`)
    // `*/a/a/…/a/b/*` matches at every second character of `a/a/…/a`, and fails only at its end.
    const inner = (i: number) => `${'a/'.repeat(126)}${String(i).padStart(4, '0')}`
    const outer = (i: number) => `*/${'a/'.repeat(62)}b${String(i).padStart(5, '0')}/${'*/'.repeat(61)}*`
    const largest = (pattern: (i: number) => string) =>
      policyOf(
        ...Array.from({ length: 10 }, (_, s) => ({
          actions: actions.slice(0, 64),
          resources: Array.from({ length: 10 }, (_, r) => pattern(s * 10 + r)),
        })),
      )
    const [child, parent] = [Policy.parse(largest(inner)), Policy.parse(largest(outer))]
    const resources = [child, parent].flatMap(({ statements }) =>
      statements.flatMap(asked => asked.resources),
    )
    expect(new Set(resources).size).toBe(200)
    expect(resources.every(({ length }) => length === 256)).toBe(true)
    expect(violations(child, [parent], actions)).toHaveLength(64 * 100)
    expect(violations(child, [child], actions)).toEqual([])
  })
})

describe('actions over the catalogue', () => {
  test('patterns expand to the actions that they match, once each and in the order of the catalogue', () => {
    const policy = policyOf(
      { sid: 'all', actions: ['sp:ReadUser', 'sp:*', 'sp:ReadUser'] },
      { actions: ['sp:ReadUser'] },
    )
    expect(expandActions(policy, catalogue)).toEqual(
      policyOf({ sid: 'all', actions: catalogue }, { actions: ['sp:ReadUser'] }),
    )
  })

  test('an action that is added to the catalogue later is not in a policy expanded earlier', () => {
    const issued = expandActions(policyOf({ actions: ['*'] }), catalogue)
    expect(allows([issued], 'sp:DeleteInstall', 'installs/AI1')).toBe(false)
    expect(expandActions(issued, [...catalogue, 'sp:DeleteInstall'])).toEqual(issued)
  })

  test('an expanded policy is valid, and a statement without any action is removed', () => {
    const wide = Array.from({ length: 200 }, (_, i) => `sp:Action${i}`)
    expect(Policy.safeParse(expandActions(policyOf({ actions: ['sp:*'] }), wide)).success).toBe(true)
    expect(expandActions(policyOf({ actions: ['sp:Nothing'] }, {}), catalogue)).toEqual(policyOf({}))
  })

  test('unknown actions are reported with their paths', () => {
    const policy = policyOf({ actions: ['sp:Nothing', 'sp:*'] }, { actions: ['sp:ReadUser', 'other:*', '*'] })
    expect(unknownActions(policy, catalogue)).toEqual([
      [0, 0],
      [1, 1],
    ])
    expect(unknownActions(policyOf({}), [])).toEqual([[0, 0]])
  })

  test('the most and longest patterns that match no action are refused at once', () => {
    const names = Array.from({ length: 100 }, (_, i) => `sp:Action${i}`)
    const actions = Array.from({ length: 256 }, () => `${'*:'.repeat(127)}*`)
    const policy = Policy.parse(policyOf(...Array.from({ length: 10 }, () => ({ actions }))))
    const refuse = () => expect(unknownActions(policy, names)).toHaveLength(2560)
    expect(leastCpuMillisecondsOf(refuse, 300)).toBeLessThan(300)
  })
})
