import { describe, expect, test } from 'vitest'
import { unknownActions } from '../../../src/shared/auth/policy/decide.ts'
import { isActionPattern, isResourcePattern } from '../../../src/shared/auth/policy/pattern.ts'
import { Policy } from '../../../src/shared/auth/policy/policy.ts'
import { catalogue, policyOf, statement } from '../../support/policies.ts'

describe('refused policies', () => {
  const resource = (text: unknown) => ({
    version: '1',
    statements: [{ ...statement, resources: ['a/b', text] }],
  })
  const action = (text: unknown) => ({
    version: '1',
    statements: [{ ...statement, actions: ['sp:*', text] }],
  })
  const changed = (changes: object) => ({ version: '1', statements: [{ ...statement, ...changes }] })
  const without = (member: string) => changed({ [member]: undefined })
  const withOwnProto = (place: 'policy' | 'statement') => {
    const inner = JSON.stringify(statement)
    const proto = ',"__proto__":{"effect":"Allow"}}'
    return JSON.parse(
      place === 'policy'
        ? `{"version":"1","statements":[${inner}]${proto}`
        : `{"version":"1","statements":[${inner.slice(0, -1)}${proto}]}`,
    )
  }

  const tricks: [trick: string, input: unknown, path: string][] = [
    ['null for a policy', null, ''],
    ['no policy at all', undefined, ''],
    ['a JSON text for a policy', '{"version":"1","statements":[]}', ''],
    ['a number for a policy', 1, ''],
    ['true for a policy', true, ''],
    ['an array for a policy', [statement], ''],
    ['a version that is a number', { version: 1, statements: [] }, 'version'],
    ['a later version', { version: '2', statements: [] }, 'version'],
    ['the version of another vendor', { version: '2012-10-17', statements: [] }, 'version'],
    ['a version with a space', { version: '1 ', statements: [] }, 'version'],
    ['no version', { statements: [] }, 'version'],
    ['Version in upper case beside the valid one', { version: '1', Version: '1', statements: [] }, 'Version'],
    ['no statements', { version: '1' }, 'statements'],
    ['null for statements', { version: '1', statements: null }, 'statements'],
    ['an object for the statements', { version: '1', statements: statement }, 'statements'],
    [
      'an array-like object for the statements',
      { version: '1', statements: { 0: statement, length: 1 } },
      'statements',
    ],
    ['an eleventh statement', policyOf(...Array.from({ length: 11 }, () => ({}))), 'statements'],
    ['null for a statement', { version: '1', statements: [null] }, 'statements.0'],
    ['an array for a statement', { version: '1', statements: [[]] }, 'statements.0'],
    ['an unknown member of the policy', { version: '1', statements: [], admin: true }, 'admin'],
    ['an unknown member of a statement', changed({ conditions: {} }), 'statements.0.conditions'],
    ['NotActions beside actions', changed({ notActions: [] }), 'statements.0.notActions'],
    ['__proto__ as a member of the policy', withOwnProto('policy'), '__proto__'],
    ['__proto__ as a member of a statement', withOwnProto('statement'), 'statements.0.__proto__'],
    ['constructor as a member', { version: '1', statements: [], constructor: {} }, 'constructor'],
    ['hasOwnProperty as a member', changed({ hasOwnProperty: 1 }), 'statements.0.hasOwnProperty'],
    ['effect in lower case', changed({ effect: 'allow' }), 'statements.0.effect'],
    ['effect in upper case', changed({ effect: 'ALLOW' }), 'statements.0.effect'],
    ['effect Deny', changed({ effect: 'Deny' }), 'statements.0.effect'],
    ['effect true', changed({ effect: true }), 'statements.0.effect'],
    ['no effect', without('effect'), 'statements.0.effect'],
    ['a number for the statement sid', changed({ sid: 7 }), 'statements.0.sid'],
    ['an empty statement sid', changed({ sid: '' }), 'statements.0.sid'],
    ['no actions', without('actions'), 'statements.0.actions'],
    ['no resources', without('resources'), 'statements.0.resources'],
    ['null for resources', changed({ resources: null }), 'statements.0.resources'],
    ['empty actions', changed({ actions: [] }), 'statements.0.actions'],
    ['empty resources', changed({ resources: [] }), 'statements.0.resources'],
    ['a single action without its array', changed({ actions: 'sp:*' }), 'statements.0.actions'],
    ['a single resource without its array', changed({ resources: '*' }), 'statements.0.resources'],
    ['an eleventh resource', changed({ resources: Array(11).fill('a') }), 'statements.0.resources'],
    ['a 257th action', changed({ actions: Array(257).fill('sp:*') }), 'statements.0.actions'],
    ['null for a resource', resource(null), 'statements.0.resources.1'],
    ['a number for a resource', resource(1), 'statements.0.resources.1'],
    ['an array that prints as a resource', resource(['*']), 'statements.0.resources.1'],
    ['an object that prints as a resource', resource({ toString: () => '*' }), 'statements.0.resources.1'],
    ['an empty resource', resource(''), 'statements.0.resources.1'],
    ['a resource of 257 characters', resource('a'.repeat(257)), 'statements.0.resources.1'],
    ['a leading slash', resource('/installs/AI1'), 'statements.0.resources.1'],
    ['a trailing slash', resource('installs/AI1/'), 'statements.0.resources.1'],
    ['a double slash', resource('installs//AI1'), 'statements.0.resources.1'],
    ['only a slash', resource('/'), 'statements.0.resources.1'],
    ['a .. segment', resource('installs/AI1/../AI2'), 'statements.0.resources.1'],
    ['a .. segment at the end', resource('installs/AI1/..'), 'statements.0.resources.1'],
    ['a . segment', resource('installs/./AI1'), 'statements.0.resources.1'],
    ['a slash written %2f', resource('installs%2fAI1'), 'statements.0.resources.1'],
    ['dots written %2e', resource('installs/%2e%2e/AI2'), 'statements.0.resources.1'],
    ['a backslash for a slash', resource('installs\\AI1'), 'statements.0.resources.1'],
    ['a query', resource('installs/AI1?x=1'), 'statements.0.resources.1'],
    ['a ? wildcard', resource('installs/AI?'), 'statements.0.resources.1'],
    ['a fragment', resource('installs/AI1#x'), 'statements.0.resources.1'],
    ['a character class', resource('installs/[a]'), 'statements.0.resources.1'],
    ['alternatives in braces', resource('installs/{a,b}'), 'statements.0.resources.1'],
    ['a regular expression', resource('installs/.+'), 'statements.0.resources.1'],
    ['a template variable', resource('installs/$' + '{sid}'), 'statements.0.resources.1'],
    ['a negation', resource('!installs/AI1'), 'statements.0.resources.1'],
    ['a double star', resource('installs/**'), 'statements.0.resources.1'],
    ['only a double star', resource('**'), 'statements.0.resources.1'],
    [
      'a prefix before the star, which would cover AI10',
      resource('installs/AI1*'),
      'statements.0.resources.1',
    ],
    ['a suffix after the star', resource('installs/*AI1'), 'statements.0.resources.1'],
    ['a star inside a segment', resource('installs/a*b'), 'statements.0.resources.1'],
    ['a star after a colon within a segment', resource('installs/AI1:*'), 'statements.0.resources.1'],
    ['a space before', resource(' installs/AI1'), 'statements.0.resources.1'],
    ['a space within', resource('installs/AI 1'), 'statements.0.resources.1'],
    ['a newline at the end, which $ may overlook', resource('installs/AI1\n'), 'statements.0.resources.1'],
    ['a second line', resource('installs/AI1\ninstalls/AI2'), 'statements.0.resources.1'],
    ['a carriage return', resource('installs/AI1\r'), 'statements.0.resources.1'],
    ['a tab', resource('installs/\tAI1'), 'statements.0.resources.1'],
    ['a NUL', resource('installs/AI1\0'), 'statements.0.resources.1'],
    ['a no-break space', resource('installs/AI1\u00a0'), 'statements.0.resources.1'],
    ['a line separator', resource('installs/AI1\u2028'), 'statements.0.resources.1'],
    ['a byte order mark', resource('\ufeffinstalls/AI1'), 'statements.0.resources.1'],
    ['a zero-width space', resource('installs/AI\u200b1'), 'statements.0.resources.1'],
    ['a zero-width joiner', resource('installs/AI\u200d1'), 'statements.0.resources.1'],
    ['a soft hyphen', resource('installs/AI\u00ad1'), 'statements.0.resources.1'],
    ['a right-to-left override', resource('installs/\u202eAI1'), 'statements.0.resources.1'],
    ['a combining mark', resource('installs/AI1\u0301'), 'statements.0.resources.1'],
    ['a Cyrillic a', resource('inst\u0430lls/AI1'), 'statements.0.resources.1'],
    ['a dotless i', resource('\u0131nstalls/AI1'), 'statements.0.resources.1'],
    ['a Kelvin sign, which lower-cases to k', resource('installs/\u212a'), 'statements.0.resources.1'],
    ['full-width letters', resource('installs/\uff21\uff291'), 'statements.0.resources.1'],
    ['a full-width star', resource('installs/\uff0a'), 'statements.0.resources.1'],
    ['a division slash', resource('installs\u2215AI1'), 'statements.0.resources.1'],
    ['a mathematical letter outside the BMP', resource('installs/\u{1d400}'), 'statements.0.resources.1'],
    ['a lone surrogate', resource('installs/\ud800'), 'statements.0.resources.1'],
    ['null for an action', action(null), 'statements.0.actions.1'],
    ['an empty action', action(''), 'statements.0.actions.1'],
    ['an action of 257 characters', action(`sp:${'a'.repeat(254)}`), 'statements.0.actions.1'],
    ['an action without a name', action('sp:'), 'statements.0.actions.1'],
    ['an action without a service', action(':ReadSession'), 'statements.0.actions.1'],
    ['a double colon', action('sp::ReadSession'), 'statements.0.actions.1'],
    ['a verb with a star', action('sp:Read*'), 'statements.0.actions.1'],
    ['a star with a noun', action('sp:*Session'), 'statements.0.actions.1'],
    ['a double star for an action', action('sp:**'), 'statements.0.actions.1'],
    ['a star as a path segment of an action', action('sp/*'), 'statements.0.actions.1'],
    ['a full-width colon', action('sp\uff1aReadSession'), 'statements.0.actions.1'],
    ['a space after an action', action('sp:ReadSession '), 'statements.0.actions.1'],
    ['two actions in one', action('sp:ReadSession,sp:ReadUser'), 'statements.0.actions.1'],
    ['the service in upper case', action('SP:ReadSession'), 'statements.0.actions.1'],
    ['all of the service in upper case', action('SP:*'), 'statements.0.actions.1'],
    ['the verb in lower case', action('sp:readSession'), 'statements.0.actions.1'],
    ['an action that does not exist', action('sp:ReadEverything'), 'statements.0.actions.1'],
    ['the start of an action', action('sp:Read'), 'statements.0.actions.1'],
    ['an action without its service', action('ReadSession'), 'statements.0.actions.1'],
  ]

  test.each(tricks)('%s is refused with its path', (_trick, input, path) => {
    expect(faultPaths(input)).toEqual([path])
  })

  test('control: there are at least sixty cases, and without the change the same policy is accepted', () => {
    expect(tricks.length).toBeGreaterThanOrEqual(60)
    expect(
      [resource('installs/AI1'), action('sp:ReadSession'), changed({ sid: 'read' })].flatMap(faultPaths),
    ).toEqual([])
  })

  test('every error of a policy is reported, not only the first', () => {
    const { error } = Policy.safeParse(policyOf({ resources: ['a', 'a//b'] }, { actions: ['sp:Read*'] }))
    expect(error?.issues.map(({ path, message }) => ({ path, message }))).toEqual([
      {
        path: ['statements', 0, 'resources', 1],
        message: 'A resource must not have an empty segment: no leading, trailing or double "/"',
      },
      {
        path: ['statements', 1, 'actions', 0],
        message: 'An action may contain "*" only as a whole segment between ":"',
      },
    ])
  })

  function faultPaths(input: unknown): string[] {
    const { data, error } = Policy.safeParse(input)
    if (data) return unknownActions(data, catalogue).map(([s, a]) => `statements.${s}.actions.${a}`)
    return error.issues.flatMap(issue =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map(key => [...issue.path, key].join('.'))
        : issue.path.join('.'),
    )
  }
})

describe('accepted policies', () => {
  test.each([
    '*',
    'a',
    '*/*',
    'installs/*',
    '*/users',
    'installs/AI1/exams/*/sessions/ES1',
    'a.b/..c/_-:',
    'a'.repeat(256),
  ])('resource %s', text => expect(isResourcePattern(text)).toBe(true))

  test.each(['*', 'sp:*', '*:ReadSession', 'sp:ReadSession'])('action %s', text => {
    expect(isActionPattern(text)).toBe(true)
  })

  test('a policy without statements, and one at every limit', () => {
    const widest = { actions: Array(256).fill('sp:*'), resources: Array(10).fill('a'.repeat(256)) }
    expect(Policy.safeParse({ version: '1', statements: [] }).success).toBe(true)
    expect(Policy.safeParse(policyOf(...Array(10).fill(widest))).success).toBe(true)
  })
})
