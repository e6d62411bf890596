// Queues: a message begins when its place comes, and keeps it until it and its callbacks are done.

import { notFound } from './refusal.ts'
import { numberOf, type Store, textOf } from './store.ts'
import { type Line, makeLine } from './waiting.ts'

type Queue = { name: string; createdAt: number; updatedAt: number; parallelism: number; paused: boolean }

export type Queues = {
  /** Makes the queue unless it is there. */
  ensure(name: string, now: number): void
  upsert(name: string, given: { parallelism: number; paused: boolean }, now: number): void
  setPaused(name: string, paused: boolean, now: number): void
  /** @throws Refusal 404 */
  get(name: string): Queue & { lag: number }
  list(): (Queue & { lag: number })[]
  remove(name: string): void
  /** Adds a message to the end of the line. */
  add(name: string, id: string): void
  /** Takes a message out of the line. */
  drop(name: string, id: string): void
  /** Counts a message or a callback that keeps the family's place. */
  begin(name: string, family: string): void
  end(name: string, family: string): void
  /** Takes the next message whose place has come, if any. */
  next(name: string): string | undefined
}

/** The ids in line, those of them that still wait, and the members of each family that has a place. */
type Places = { line: Line<string>; waiting: Set<string>; families: Map<string, number> }

export function openQueues(store: Store): Queues {
  const save = store.write(
    'INSERT OR REPLACE INTO queue (name, created_at, updated_at, parallelism, paused) VALUES (?, ?, ?, ?, ?)',
  )
  const erase = store.write('DELETE FROM queue WHERE name = ?')
  const queues = new Map<string, Queue>()
  const places = new Map<string, Places>()
  for (const row of store.read('SELECT * FROM queue').all()) {
    const [name, times] = [textOf(row, 'name'), { createdAt: numberOf(row, 'created_at') }]
    const rest = { parallelism: numberOf(row, 'parallelism'), paused: row['paused'] === 1 }
    queues.set(name, { name, ...times, updatedAt: numberOf(row, 'updated_at'), ...rest })
  }

  function placesOf(name: string): Places {
    const known = places.get(name) ?? { line: makeLine<string>(), waiting: new Set(), families: new Map() }
    places.set(name, known)
    return known
  }
  function change(name: string, now: number, members: Partial<Queue>): void {
    const fresh = { name, createdAt: now, parallelism: 1, paused: false }
    const queue = { ...fresh, ...queues.get(name), ...members, updatedAt: now }
    queues.set(name, queue)
    save(name, queue.createdAt, now, queue.parallelism, queue.paused ? 1 : 0)
  }
  const withLag = (queue: Queue) => ({ ...queue, lag: placesOf(queue.name).waiting.size })

  return {
    ensure(name, now) {
      if (!queues.has(name)) change(name, now, {})
    },
    upsert: (name, given, now) => change(name, now, given),
    setPaused(name, paused, now) {
      if (!queues.has(name)) throw notFound(`queue ${name}`)
      change(name, now, { paused })
    },
    get(name) {
      const queue = queues.get(name)
      if (!queue) throw notFound(`queue ${name}`)
      return withLag(queue)
    },
    list: () => [...queues.values()].map(withLag),
    remove(name) {
      queues.delete(name)
      erase(name)
    },
    add(name, id) {
      const { line, waiting } = placesOf(name)
      line.add(id)
      waiting.add(id)
    },
    drop: (name, id) => void placesOf(name).waiting.delete(id),
    begin(name, family) {
      const { families } = placesOf(name)
      families.set(family, (families.get(family) ?? 0) + 1)
    },
    end(name, family) {
      const { families } = placesOf(name)
      const left = (families.get(family) ?? 0) - 1
      if (left > 0) families.set(family, left)
      else families.delete(family)
    },
    next(name) {
      const { line, waiting, families } = placesOf(name)
      const queue = queues.get(name)
      if (!queue || queue.paused || families.size >= queue.parallelism) return undefined
      for (let id = line.first(); id !== undefined; id = line.first()) {
        line.removeFirst()
        if (waiting.delete(id)) return id
      }
      return undefined
    },
  }
}
