// What a resource or action pattern may look like, and the two exact questions asked of one.

/** The longest pattern, and so the longest resource or action that can ever be allowed. */
export const maxPatternLength = 256

/** What parts the segments: `/` in resources (`installs/AI1/users/*`), `:` in actions (`sp:*`). */
export type Separator = '/' | ':'

const outsideAlphabet = /[^A-Za-z0-9_./:*-]/

/**
 * Says what is wrong with a pattern, or `undefined` when it is one. Nothing is normalised: an input that two
 * readers could take differently (`..`, `//`, `%2f`, a look-alike letter) is a fault.
 */
export function patternFault(text: string, separator: Separator): string | undefined {
  if (text === '') return 'must not be empty'
  if (text.length > maxPatternLength) return `must not be longer than ${maxPatternLength} characters`
  if (outsideAlphabet.test(text)) return 'may hold only A-Z a-z 0-9 _ . / : - and *'
  for (const segment of text.split(separator)) {
    if (segment === '') return `must not have an empty segment: no leading, trailing or double "${separator}"`
    if (segment === '.' || segment === '..') return 'must not have "." or ".." as a segment'
    // `AI1*` would also cover AI10, the tenant next door.
    if (segment !== '*' && segment.includes('*'))
      return `may hold "*" only as a whole segment between "${separator}"`
  }
  return undefined
}

/** Whether `text` is a resource pattern: a path without leading `/` in which whole segments may be `*`. */
export function isResourcePattern(text: string): boolean {
  return patternFault(text, '/') === undefined
}

/** Whether `text` is an action pattern: `sp:ReadSession`, `sp:*` or `*`, but not `sp:Read*`. */
export function isActionPattern(text: string): boolean {
  return patternFault(text, ':') === undefined
}

/** Whether `text` is a resource that a request can name: a well-formed path without any `*`. */
export function isConcreteResource(text: string): boolean {
  return isResourcePattern(text) && !text.includes('*')
}

/**
 * Whether `pattern` matches the whole of `text`, its case included, each `*` taking any run of characters:
 * empty ones and separators too. So `installs/*` covers everything below installs, but not `installs` itself.
 *
 * `text` is taken literally; a `*` in it is only a character. Takes at most |pattern| × |text| steps.
 */
export function matches(pattern: string, text: string): boolean {
  const first = pattern.indexOf('*')
  if (first === -1) return pattern === text
  const last = pattern.lastIndexOf('*')
  const end = text.length - (pattern.length - last - 1)
  if (first > end || !text.startsWith(pattern.slice(0, first)) || !text.endsWith(pattern.slice(last + 1)))
    return false
  if (first === last) return true
  // The leftmost place for each block leaves the most room for the next: no other choice can do better.
  let at = first
  for (const block of pattern.slice(first + 1, last).split('*')) {
    const found = text.indexOf(block, at)
    if (found === -1 || found + block.length > end) return false
    at = found + block.length
  }
  return true
}

/**
 * Whether every text that `inner` matches is matched by `outer` too. Exact, because `*` is the only wildcard:
 * read each `*` of `inner` as a letter that `outer` lacks. Such a letter can only fall to a `*` of `outer`,
 * which then takes whatever stands in its place. By the same argument `inner` lies inside a union of patterns
 * only if one of them alone contains it.
 */
export function contains(outer: string, inner: string): boolean {
  // `*` in a text is that letter already: taken literally there, and never a literal in `outer`.
  return matches(outer, inner)
}
