// The records that were read last, by address: their tags are preconditions of changes, and save unchanged answers.

export type Kept = { etag: string; body: string; headers: Headers }

export type KeptRecords = {
  get(address: string): Kept | undefined
  etagOf(address: string): string | undefined
  keep(address: string, record: Kept): void
}

const maxKept = 100
/** A tag is small. Without that of its record, a change would not notice another one. */
const maxEtags = 10_000

/** Adds a value as the newest one, and removes the oldest ones. */
function add<T>(map: Map<string, T>, address: string, value: T, limit: number): void {
  map.delete(address) // the newest is the last
  map.set(address, value)
  for (const oldest of map.keys()) if (map.size > limit) map.delete(oldest)
}

export function keptRecords(): KeptRecords {
  const kept = new Map<string, Kept>()
  const etags = new Map<string, string>()
  return {
    get: address => kept.get(address),
    etagOf: address => etags.get(address),
    keep(address, record) {
      add(kept, address, record, maxKept)
      add(etags, address, record.etag, maxEtags)
    },
  }
}
