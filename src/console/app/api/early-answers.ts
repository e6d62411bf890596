// The answers that early.ts requested while the scripts of the page were loaded.

import type { EarlyAnswers } from '../early.ts'

declare global {
  var invigilEarly: EarlyAnswers | undefined
}

/** Milliseconds. Later, an answer may be outdated. */
const maxAgeMs = 15_000

/** Returns the early answer of an address, once; undefined if there is none, or if it is no use. */
export async function takeEarly(address: string): Promise<Response | undefined> {
  const early = globalThis.invigilEarly
  const answer = early?.answers.get(address)
  if (!(early && answer) || Date.now() - early.sentAt > maxAgeMs) return undefined
  early.answers.delete(address)
  const response = await answer.catch(() => undefined)
  // The others belong to the same visitor, who has no session.
  if (response?.status === 401) early.answers.clear()
  return response
}
