// What can go wrong between a program and the service, on demand and repeatably.

const kinds = ['failPublish', 'loseAnswer', 'duplicate'] as const

type Kind = (typeof kinds)[number]

type FaultSettings = {
  /** How often (0 to 1) a publish is answered 500 and nothing is stored. */
  failPublish: number
  /** How often a publish is stored, but the connection is cut before the answer. */
  loseAnswer: number
  /** How often a message is sent twice at the same time, as the service may after a crash of its own. */
  duplicate: number
  /** How long callbacks are late, in ms. */
  callbackDelayMs: number
  seed: number
}

export type Faults = {
  settings(): FaultSettings
  /** Replaces the settings, and begins the random sequences again. */
  set(settings: FaultSettings): void
  strikes(kind: Kind): boolean
}

export const noFaults: FaultSettings = {
  failPublish: 0,
  loseAnswer: 0,
  duplicate: 0,
  callbackDelayMs: 0,
  seed: 1,
}

export function makeFaults(): Faults {
  let current = noFaults
  let sequences = sequencesOf(current.seed)
  return {
    settings: () => current,
    set(settings) {
      current = settings
      sequences = sequencesOf(current.seed)
    },
    strikes: kind => current[kind] > 0 && sequences[kind]() < current[kind],
  }
}

/** One sequence for each kind: what strikes does not depend on how the kinds interleave. */
const sequencesOf = (seed: number): Record<Kind, () => number> => ({
  failPublish: random(seed),
  loseAnswer: random(seed + 1),
  duplicate: random(seed + 2),
})

/** Numbers from 0 up to 1: mulberry32 by Tommy Ettinger (public domain), which passes gjrand and is short. */
function random(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
