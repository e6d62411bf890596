// The semantics of the policy language by brute force. Independent of the code under test: it defines what one `*`
// matches, and finds an excess of a policy by a word that shows it.

import fc from 'fast-check'

/** Whether a pattern matches a word, by definition: a `*` is tried with each run, a letter matches itself. */
export function isInLanguage(pattern: string, word: string): boolean {
  if (pattern === '') return word === ''
  if (!pattern.startsWith('*')) return pattern[0] === word[0] && isInLanguage(pattern.slice(1), word.slice(1))
  for (let taken = 0; taken <= word.length; taken++) {
    if (isInLanguage(pattern.slice(1), word.slice(taken))) return true
  }
  return false
}

export function wordsUpTo(letters: string, longest: number, shortest = 0): string[] {
  const byLength = [['']]
  for (let length = 1; length <= longest; length++) {
    byLength.push((byLength.at(-1) ?? []).flatMap(word => [...letters].map(letter => word + letter)))
  }
  return byLength.slice(shortest).flat()
}

/**
 * The words of a pattern, one bit each. Words as long as the inner pattern decide containment exactly,
 * provided that the alphabet has a letter that no pattern has (z): in a word that the inner pattern matches
 * and no outer one, replace each run that a `*` matches by one z. The inner pattern also matches the new word.
 * If an outer one matched it, its `*`s would match every z, hence also the runs, hence the old word. So the new
 * word is a counterexample no longer than the inner pattern. The tests use one letter more, and `hasStray`
 * has no bound.
 */
export function languageOf(pattern: string, words: readonly string[]): Uint32Array {
  const bits = new Uint32Array(Math.ceil(words.length / 32))
  for (const [index, word] of words.entries()) {
    if (isInLanguage(pattern, word)) bits[index >> 5] = (bits[index >> 5] ?? 0) | (1 << (index & 31))
  }
  return bits
}

export function isInside(inner: Uint32Array, outers: readonly Uint32Array[]): boolean {
  const union = unite(outers)
  return inner.every((bits, index) => (bits & ~(union[index] ?? 0)) === 0)
}

export function unite(languages: readonly Uint32Array[]): Uint32Array {
  const [first = new Uint32Array(0), ...others] = languages
  if (others.length === 0) return first
  return first.map((bits, index) => others.reduce((sum, other) => sum | (other[index] ?? 0), bits))
}

/**
 * Whether `inner` matches some word of any length that no outer pattern matches: all words, shortest first,
 * continuing from only one of those after which every pattern is in the same positions.
 */
export function hasStray(inner: string, outers: readonly string[]): boolean {
  const patterns = [inner, ...outers]
  const letters = new Set(`${patterns.join('')}z`.replaceAll('*', ''))
  const queue = [patterns.map(pattern => skipStars(pattern, 1))]
  const seen = new Set(queue.map(String))
  for (const places of queue) {
    const [inInner, ...inOuters] = patterns.map((pattern, i) => ((places[i] ?? 0) >> pattern.length) & 1)
    if (inInner && !inOuters.includes(1)) return true
    for (const letter of letters) {
      const next = patterns.map((pattern, i) => step(pattern, places[i] ?? 0, letter))
      if (next[0] === 0 || seen.has(String(next))) continue
      seen.add(String(next))
      queue.push(next)
    }
  }
  return false
}

// Bit i of `places` is set when the first i characters of the pattern are matched.
export function step(pattern: string, places: number, letter: string): number {
  let next = 0
  for (const [i, character] of [...pattern].entries()) {
    if (!(places & (1 << i))) continue
    if (character === '*') next |= 1 << i
    if (character === letter) next |= 1 << (i + 1)
  }
  return skipStars(pattern, next)
}

function skipStars(pattern: string, places: number): number {
  return [...pattern].reduce(
    (all, c, i) => (c === '*' && all & (1 << i) ? all | (1 << (i + 1)) : all),
    places,
  )
}

/** Patterns that nearly contain `inner`: some of its runs replaced by *, sometimes with an additional letter. */
export function widened(inner: string): fc.Arbitrary<string> {
  const cut = fc.tuple(fc.nat(inner.length), fc.nat(3), fc.constantFrom('*', '*', '*', 'a', ''))
  return fc
    .array(cut, { minLength: 1, maxLength: 3 })
    .map(cuts =>
      cuts.reduce((text, [from, taken, put]) => text.slice(0, from) + put + text.slice(from + taken), inner),
    )
}
