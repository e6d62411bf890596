// Creates elements. Text is always set as text, never as HTML.

export type Child = Node | string | undefined

/** Creates an element. Attributes that are undefined or false are omitted. */
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

/** Returns an element of the page's HTML by its id. */
export function part(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (!found) throw new Error(`The page has no ${id}.`)
  return found
}

/** Creates a button that ignores clicks while its action runs. */
export function button(
  label: string,
  press: () => void | Promise<void>,
  attributes: Record<string, string> = {},
): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, label)
  made.addEventListener('click', () => void pressOnce(made, press))
  return made
}

/** Runs the action of a control once at a time. `disabled` would move the focus. */
export async function pressOnce(control: HTMLElement, press: () => void | Promise<void>): Promise<void> {
  if (control.getAttribute('aria-disabled') === 'true') return
  control.setAttribute('aria-disabled', 'true')
  try {
    await press()
  } finally {
    control.removeAttribute('aria-disabled')
  }
}

/** Moves the focus to an element, which need not be focusable by itself. */
export function focusOn(target: HTMLElement): void {
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus()
}

/** Creates a section with a heading. */
export function section(heading: HTMLHeadingElement, ...children: Child[]): HTMLElement {
  heading.id ||= uniqueId()
  return element('section', { 'aria-labelledby': heading.id }, heading, ...children)
}

let ids = 0

/** Returns a unique element id. */
export function uniqueId(): string {
  ids += 1
  return `part-${ids}`
}

/** Creates a description list. Terms without a value are omitted. */
export function facts(rows: readonly (readonly [string, Child | null])[]): HTMLElement {
  const known = rows.filter(([, value]) => value !== undefined && value !== null && value !== '')
  return element(
    'dl',
    {},
    ...known.map(([term, value]) =>
      element(
        'div',
        {},
        element('dt', {}, term),
        element('dd', {}, typeof value === 'string' ? element('bdi', {}, value) : (value ?? undefined)),
      ),
    ),
  )
}
