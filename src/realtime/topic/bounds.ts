import type { Publication } from '../protocol/replies.ts'

/** The most characters of a delivery or a recovery: a call between objects has at most 32 MiB. */
export const maxCharacters = 10_000_000

/** Returns the first publications whose JSON has at most this many characters together; at least one. */
export function firstWithin(publications: readonly Publication[], max: number): Publication[] {
  let characters = 0
  const end = publications.findIndex(({ json }, at) => {
    characters += json.length
    return at > 0 && characters > max
  })
  return end < 0 ? [...publications] : publications.slice(0, end)
}
