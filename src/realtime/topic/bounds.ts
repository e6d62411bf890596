import type { Publication } from '../protocol/replies.ts'

/** Returns the first publications whose JSON has at most this many characters together; at least one. */
export function firstWithin(publications: readonly Publication[], maxCharacters: number): Publication[] {
  let characters = 0
  const end = publications.findIndex(({ json }, at) => {
    characters += json.length
    return at > 0 && characters > maxCharacters
  })
  return end < 0 ? [...publications] : publications.slice(0, end)
}
