// The page's elements. Text goes in as text, never as HTML.

export type Child = Node | string | undefined

/** An element. An attribute that is undefined or false is left out. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | boolean | undefined> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : value)
  }
  made.append(...children.filter(child => child !== undefined))
  return made
}

/** A part that the page's HTML holds. */
export function part(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (!found) throw new Error(`The page has no ${id}.`)
  return found
}

/** A button that is pressed once at a time. */
export function button(
  label: string,
  press: () => void | Promise<void>,
  attributes: Record<string, string> = {},
): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, label)
  made.addEventListener('click', () => void pressOnce(made, press))
  return made
}

/** Runs what a control does, and lets nobody do it twice meanwhile. `disabled` would take the focus away. */
export async function pressOnce(control: HTMLElement, press: () => void | Promise<void>): Promise<void> {
  if (control.getAttribute('aria-disabled') === 'true') return
  control.setAttribute('aria-disabled', 'true')
  try {
    await press()
  } finally {
    control.removeAttribute('aria-disabled')
  }
}

/** Moves the focus to an element, also to one that is no control. */
export function focusOn(target: HTMLElement): void {
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus()
}

/** A section under a heading that names it. */
export function section(heading: HTMLHeadingElement, ...children: Child[]): HTMLElement {
  heading.id ||= uniqueId()
  return element('section', { 'aria-labelledby': heading.id }, heading, ...children)
}

let ids = 0

/** An id that no other element of the page has. */
export function uniqueId(): string {
  ids += 1
  return `part-${ids}`
}

/** Terms and what is known of them; what is not known is left out. */
export function facts(rows: readonly (readonly [string, Child | null])[]): HTMLElement {
  const known = rows.filter(([, value]) => value !== undefined && value !== null && value !== '')
  return element(
    'dl',
    {},
    ...known.map(([term, value]) =>
      element('div', {}, element('dt', {}, term), element('dd', {}, value ?? undefined)),
    ),
  )
}
