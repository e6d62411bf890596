import type { Publication } from '../protocol/replies.ts'

/** The most characters of a delivery, a recovery or a page of the history: a call between objects has at most 32 MiB. */
export const maxCharacters = 10_000_000

/**
 * Returns the first publications whose JSON has at most this many characters together; at least one. It reads the others
 * too, which ends their query, but keeps none of them: together they can be larger than the memory of an object.
 */
export function firstWithin(publications: Iterable<Publication>, max: number): Publication[] {
  const first: Publication[] = []
  let characters = 0
  for (const publication of publications) {
    characters += publication.json.length
    if (first.length === 0 || characters <= max) first.push(publication)
  }
  return first
}
