// The two orders in which messages wait in memory: by their time, and first come first.

/** A message that waits to be sent. */
export type Waiting = {
  id: string
  /** In ms since the epoch. */
  dueAt: number
  origin: string
  flowKey: string | undefined
  /** Set when it is not to be sent any more: cheaper than to look for it. */
  dropped?: boolean
  /** Set when its time has come. */
  isDue?: boolean
}

type Timetable = {
  add(item: Waiting): void
  earliest(): Waiting | undefined
  removeEarliest(): void
}

/** A binary heap. Of two that are due at once the one that was added first comes first. */
export function makeTimetable(): Timetable {
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

export type Line<Item> = { add(item: Item): void; first(): Item | undefined; removeFirst(): void }

/** First come, first served; taking the first does not move the others. */
export function makeLine<Item>(): Line<Item> {
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
