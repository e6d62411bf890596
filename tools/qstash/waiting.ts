// The two orders in which messages wait in memory: by due time, and first in, first out.

/** A message that waits for its next attempt. */
export type Waiting = {
  id: string
  /** In ms since the epoch. */
  dueAt: number
  flowKey: string | undefined
  /** Set when the message is cancelled. This costs less than to search a queue for it. */
  isDropped?: boolean
  /** Set when the message has left the delay queue for a lane. */
  isDue?: boolean
}

type DelayQueue = {
  add(item: Waiting): void
  earliest(): Waiting | undefined
  removeEarliest(): void
}

/** A binary heap. Items that are due at the same time leave in the order in which they were added. */
export function makeDelayQueue(): DelayQueue {
  const heap: { item: Waiting; order: number }[] = []
  let order = 0

  function before(left: number, right: number): boolean {
    const [a, b] = [heap[left], heap[right]]
    if (!(a && b)) return false
    return a.item.dueAt < b.item.dueAt || (a.item.dueAt === b.item.dueAt && a.order < b.order)
  }
  function swap(left: number, right: number): void {
    const [a, b] = [heap[left], heap[right]]
    if (a && b) [heap[left], heap[right]] = [b, a]
  }
  function sink(from: number): void {
    for (let at = from; ; ) {
      const child = before(2 * at + 2, 2 * at + 1) ? 2 * at + 2 : 2 * at + 1
      if (!before(child, at)) return
      swap(child, at)
      at = child
    }
  }

  return {
    add(item) {
      order += 1
      let at = heap.push({ item, order }) - 1
      for (let parent = (at - 1) >> 1; at > 0 && before(at, parent); parent = (at - 1) >> 1) {
        swap(at, parent)
        at = parent
      }
    },
    earliest: () => heap[0]?.item,
    removeEarliest() {
      swap(0, heap.length - 1)
      heap.pop()
      sink(0)
    },
  }
}

export type Fifo<Item> = { add(item: Item): void; first(): Item | undefined; removeFirst(): void }

/** First in, first out. Removing the first item does not move the others. */
export function makeFifo<Item>(): Fifo<Item> {
  let items: Item[] = []
  let head = 0
  return {
    add: item => void items.push(item),
    first: () => items[head],
    removeFirst() {
      head += 1
      if (head < 1000 || head < items.length / 2) return
      items = items.slice(head)
      head = 0
    },
  }
}
