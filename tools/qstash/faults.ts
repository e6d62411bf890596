// Faults between a client and the service. Tests inject them with a seed, so that they are repeatable.

const kinds = ['failPublish', 'loseResponse', 'duplicate'] as const

type Kind = (typeof kinds)[number]

type FaultSettings = {
  /** The probability (0 to 1) that a publish is refused with 500 and nothing is stored. */
  failPublish: number
  /** The probability that a publish is stored, but the connection is cut before the response. */
  loseResponse: number
  /** The probability that a message is sent twice at the same time, as the service may do after a crash. */
  duplicate: number
  /** How long failure callbacks are delayed, in ms. */
  callbackDelayMs: number
  seed: number
}

export type Faults = {
  settings(): FaultSettings
  /** Replaces the settings, and restarts the random sequences. */
  set(settings: FaultSettings): void
  /** Whether the fault happens this time. */
  occurs(kind: Kind): boolean
}

export const noFaults: FaultSettings = {
  failPublish: 0,
  loseResponse: 0,
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
    occurs: kind => current[kind] > 0 && sequences[kind]() < current[kind],
  }
}

/** One sequence for each kind, so that the result does not depend on how the kinds interleave. */
const sequencesOf = (seed: number): Record<Kind, () => number> => ({
  failPublish: random(seed),
  loseResponse: random(seed + 1),
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
