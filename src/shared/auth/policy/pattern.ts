// The syntax of resource and action patterns, and the exact relations `matches` and `contains`.

/** The maximum length of a pattern, and therefore of a resource or action that can be allowed. */
export const maxPatternLength = 256

/** The separator of segments: `/` in resources (`installs/AI1/users/*`), `:` in actions (`sp:*`). */
export type Separator = '/' | ':'

const outsideAlphabet = /[^A-Za-z0-9_./:*-]/

/**
 * Returns the error of a pattern, or `undefined` if it is valid. Patterns are not normalised: an ambiguous input (`..`,
 * `//`, `%2f`, a look-alike letter) is an error.
 */
export function patternError(text: string, separator: Separator): string | undefined {
  if (text === '') return 'must not be empty'
  if (text.length > maxPatternLength) return `must not be longer than ${maxPatternLength} characters`
  if (outsideAlphabet.test(text))
    return `may contain only A-Z a-z 0-9 _ . / : - and *, such as ${separator === ':' ? 'sp:ReadUser' : 'installs/*/users'}`
  for (const segment of text.split(separator)) {
    if (segment === '') return `must not have an empty segment: no leading, trailing or double "${separator}"`
    if (segment === '.' || segment === '..') return 'must not have "." or ".." as a segment'
    // `AI1*` would also match AI10, another tenant.
    if (segment !== '*' && segment.includes('*'))
      return `may contain "*" only as a whole segment between "${separator}"`
  }
  return undefined
}

/** Whether `text` is a resource pattern: a path without leading `/` in which whole segments may be `*`. */
export function isResourcePattern(text: string): boolean {
  return patternError(text, '/') === undefined
}

/** Whether `text` is an action pattern: `sp:ReadSession`, `sp:*` or `*`, but not `sp:Read*`. */
export function isActionPattern(text: string): boolean {
  return patternError(text, ':') === undefined
}

/** Whether `text` is the resource of a request: a well-formed path without `*`. */
export function isConcreteResource(text: string): boolean {
  return isResourcePattern(text) && !text.includes('*')
}

/**
 * Whether `pattern` matches the whole `text`, case-sensitively. Each `*` matches any sequence of characters, including
 * separators and the empty sequence. So `installs/*` matches everything below installs, but not `installs` itself.
 *
 * `text` is literal: a `*` in it is a character. Takes at most |pattern| × |text| steps.
 */
export function matches(pattern: string, text: string): boolean {
  const first = pattern.indexOf('*')
  if (first === -1) return pattern === text
  const last = pattern.lastIndexOf('*')
  const end = text.length - (pattern.length - last - 1)
  if (first > end || !text.startsWith(pattern.slice(0, first)) || !text.endsWith(pattern.slice(last + 1)))
    return false
  if (first === last) return true
  // The leftmost position of each block leaves the most text for the next, so no other choice can match more.
  // Blocks are read one by one: most patterns fail at an early one.
  let at = first
  for (let star = first; star < last; ) {
    const next = pattern.indexOf('*', star + 1)
    const block = pattern.slice(star + 1, next)
    const found = text.indexOf(block, at)
    if (found === -1 || found + block.length > end) return false
    at = found + block.length
    star = next
  }
  return true
}

/**
 * Whether `outer` matches every text that `inner` matches. This is exact because `*` is the only wildcard: treat each
 * `*` of `inner` as a letter that does not occur in `outer`. Only a `*` of `outer` can match that letter, and it also
 * matches any other text at this position. By the same argument a union of patterns contains `inner` only if one
 * pattern contains it.
 */
export function contains(outer: string, inner: string): boolean {
  // `*` is such a letter: literal in a text, and never literal in `outer`.
  return matches(outer, inner)
}
