/**
 * Brings the items of a list into an order. Moves as few as needed, and never the fixed one, because an element that is moved
 * loses the focus.
 */
export function arrange(list: HTMLElement, items: readonly HTMLElement[], fixed?: HTMLElement): void {
  const found = fixed ? items.indexOf(fixed) : -1
  const start = Math.max(0, found)
  const first = items[start]
  if (!first) return
  if (found < 0 && list.firstElementChild !== first) list.prepend(first)
  for (const [before, item] of pairs(items.slice(0, start + 1).reverse()))
    if (item.nextElementSibling !== before) before.before(item)
  for (const [after, item] of pairs(items.slice(start)))
    if (item.previousElementSibling !== after) after.after(item)
}

/** Each item with the one before it. */
const pairs = (items: readonly HTMLElement[]): (readonly [HTMLElement, HTMLElement])[] =>
  items.slice(1).map((item, at) => [items[at] ?? item, item] as const)

/** Replaces the children that differ, so that the others stay as they are. */
export function redraw(parent: HTMLElement, children: readonly Node[]): void {
  for (const [at, child] of children.entries()) {
    const old = parent.childNodes[at]
    if (!old) parent.append(child)
    else if (!old.isEqualNode(child)) old.replaceWith(child)
  }
  while (parent.childNodes.length > children.length) parent.lastChild?.remove()
}
