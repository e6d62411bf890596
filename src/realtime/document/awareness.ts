// The awareness of the clients of a document, such as their cursors: the last state of each, which is not stored. The class
// of y-protocols has a timer, with which the object would never sleep.

import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import { maxStateLength, maxStatesOfConnection } from './limits.ts'

/** A state of a client, with its clock. A client has gone if its state is `null`. */
export type AwarenessEntry = { id: number; clock: number; state: string }

/** `state` is undefined if the object has slept since it received it. */
type ReceivedState = { clock: number; state: string | undefined; connection: string }

const gone = 'null'
/** The clients that have gone whose clocks are kept, so that older states do not restore them. */
const maxGone = 1000

/** @throws Error if the update is malformed */
export function parseAwareness(update: Uint8Array): AwarenessEntry[] {
  const decoder = decoding.createDecoder(update)
  return Array.from({ length: countOf(decoder, update) }, () => {
    const id = decoding.readVarUint(decoder)
    const clock = decoding.readVarUint(decoder)
    const text = decoding.readVarString(decoder)
    return { id, clock, state: JSON.parse(text) === null ? gone : text }
  })
}

/** An entry has at least three bytes. */
function countOf(decoder: decoding.Decoder, { byteLength }: Uint8Array): number {
  const count = decoding.readVarUint(decoder)
  if (count > byteLength / 3) throw new Error('The awareness is malformed.')
  return count
}

export function encodeAwareness(entries: readonly AwarenessEntry[]): Uint8Array {
  const encoder = encoding.createEncoder()
  encoding.writeVarUint(encoder, entries.length)
  for (const { id, clock, state } of entries) {
    encoding.writeVarUint(encoder, id)
    encoding.writeVarUint(encoder, clock)
    encoding.writeVarString(encoder, state)
  }
  return encoding.toUint8Array(encoder)
}

export class AwarenessStates {
  readonly #known = new Map<number, ReceivedState>()
  /** The clients of each connection: with a search of all clients, one message would block the document for seconds. */
  readonly #clients = new Map<string, Set<number>>()
  readonly #gone = new Map<number, number>()

  /** Adds the clients of a connection whose states the object has forgotten while it slept. */
  restore(connection: string, clocks: readonly (readonly [id: number, clock: number])[]): void {
    for (const [id, clock] of clocks) this.#keep(id, { clock, state: undefined, connection })
  }

  /** Applies the entries of a connection. @returns those that are newer */
  apply(entries: readonly AwarenessEntry[], connection: string): AwarenessEntry[] {
    return entries.filter(entry => this.#applyOne(entry, connection))
  }

  /** Whether a client belongs to the connection. */
  isOf(id: number, connection: string): boolean {
    return this.#known.get(id)?.connection === connection
  }

  /** The clients of a connection with their clocks. */
  clocksOf(connection: string): [id: number, clock: number][] {
    return [...(this.#clients.get(connection) ?? [])].map(id => [id, this.#known.get(id)?.clock ?? 0])
  }

  /** Removes the clients of a connection that has ended. @returns what the others receive */
  end(connection: string): AwarenessEntry[] {
    return this.clocksOf(connection).map(([id, clock]) => {
      this.#remove(id, clock)
      return { id, clock, state: gone }
    })
  }

  entries(): AwarenessEntry[] {
    return [...this.#known].flatMap(([id, { clock, state }]) =>
      state === undefined ? [] : [{ id, clock, state }],
    )
  }

  /** The connections with a client whose state is not known. */
  forgotten(): Set<string> {
    const known = [...this.#known.values()]
    return new Set(known.flatMap(({ state, connection }) => (state === undefined ? [connection] : [])))
  }

  clear(): void {
    this.#known.clear()
    this.#clients.clear()
  }

  #applyOne({ id, clock, state }: AwarenessEntry, connection: string): boolean {
    const known = this.#known.get(id)
    if (state === gone) {
      if (!known || clock < known.clock) return false
      this.#remove(id, clock)
      return true
    }
    const isNewer = clock > (known?.clock ?? this.#gone.get(id) ?? -1)
    const isMissing = known !== undefined && known.state === undefined && clock === known.clock
    if (!(isNewer || isMissing) || state.length > maxStateLength) return false
    // Only the client itself advances its clock. Others repeat what they have received.
    const owner = isMissing ? known.connection : connection
    const size = this.#clients.get(owner)?.size ?? 0
    if (owner !== known?.connection && size >= maxStatesOfConnection) return false
    this.#keep(id, { clock, state, connection: owner })
    return true
  }

  #keep(id: number, received: ReceivedState): void {
    this.#forget(id)
    this.#known.set(id, received)
    const clients = this.#clients.get(received.connection) ?? new Set()
    this.#clients.set(received.connection, clients.add(id))
  }

  #forget(id: number): void {
    const { connection = '' } = this.#known.get(id) ?? {}
    const clients = this.#clients.get(connection)
    clients?.delete(id)
    if (clients?.size === 0) this.#clients.delete(connection)
    this.#known.delete(id)
  }

  #remove(id: number, clock: number): void {
    this.#forget(id)
    this.#gone.delete(id)
    this.#gone.set(id, clock)
    const [oldest] = this.#gone.keys()
    if (this.#gone.size > maxGone && oldest !== undefined) this.#gone.delete(oldest)
  }
}
