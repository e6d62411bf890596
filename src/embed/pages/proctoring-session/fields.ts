// Forms that show errors at their fields and move the focus to the first one.

import { Failure } from '../shared/api.ts'
import { type Child, element, pressOnce, uniqueId } from '../shared/view.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The content of a field: a value for the API, undefined when the field is not sent, or an error text. */
type Content = { value: unknown } | { fault: string }

export type Field = {
  /** The member of the API's body. */
  name: string
  label: string
  hint?: string
  isRequired?: boolean
  /** The value of an empty field. */
  whenEmpty?: () => unknown
  control: Control
  /** Parses the text. Default: the text itself. */
  parse?: (text: string) => Content
}

function contentOf({ control, isRequired, whenEmpty, label, parse }: Field): Content {
  const text = control.value.trim()
  if (text === '') return isRequired ? { fault: `Please fill in: ${label}.` } : { value: whenEmpty?.() }
  return parse ? parse(text) : { value: text }
}

function row({ label, hint, isRequired, control }: Field) {
  const hintId = uniqueId()
  const fault = element('p', { class: 'fault', id: uniqueId() })
  control.id = uniqueId()
  control.required = Boolean(isRequired)
  control.setAttribute('aria-describedby', hint ? `${hintId} ${fault.id}` : fault.id)
  return {
    show(text: string) {
      fault.textContent = text
      if (text) control.setAttribute('aria-invalid', 'true')
      else control.removeAttribute('aria-invalid')
    },
    element: element(
      'div',
      { class: 'field' },
      element('label', { for: control.id }, isRequired ? label : `${label} (optional)`),
      hint === undefined ? undefined : element('p', { class: 'hint', id: hintId }, hint),
      control,
      fault,
    ),
  }
}

/**
 * Creates a form that sends its fields under their API names, and clears it after success.
 * @param send throws the API's Failure
 * @param attempt runs the request and shows failures that belong to no field
 */
export function form(
  heading: HTMLHeadingElement,
  fields: readonly Field[],
  submit: string,
  send: (values: Record<string, unknown>) => Promise<void>,
  attempt: (run: () => Promise<void>) => Promise<boolean>,
): HTMLFormElement {
  heading.id = uniqueId()
  const rows = fields.map(field => ({ field, ...row(field) }))
  const made = element(
    'form',
    { class: 'boxed', 'aria-labelledby': heading.id, novalidate: true, autocomplete: 'off' },
    heading,
    ...rows.map(({ element }): Child => element),
    element('button', { type: 'submit', class: 'primary' }, submit),
  )

  /** Shows the errors at their fields. Returns whether any of them belongs to a field. */
  function showFaults(faults: ReadonlyMap<string, string>): boolean {
    for (const { field, show } of rows) show(faults.get(field.name) ?? '')
    const first = rows.find(({ field }) => faults.has(field.name))
    first?.field.control.focus()
    return first !== undefined
  }

  async function submitted(): Promise<void> {
    const contents = rows.map(({ field }) => [field.name, contentOf(field)] as const)
    const faults = contents.flatMap(([name, content]) =>
      'fault' in content ? [[name, content.fault] as const] : [],
    )
    if (showFaults(new Map(faults))) return
    const values = contents.flatMap(([name, content]) => ('value' in content ? [[name, content.value]] : []))
    try {
      await send(Object.fromEntries(values))
      made.reset()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (!showFaults(new Map(error.faults.map(({ path, message }) => [path, message])))) throw error
    }
  }

  made.addEventListener('submit', event => {
    event.preventDefault()
    void pressOnce(made, async () => void (await attempt(submitted)))
  })
  return made
}

export const textInput = (attributes: Record<string, string> = {}) =>
  element('input', { type: 'text', ...attributes })
export const textArea = () => element('textarea', { rows: '3' })
export const choice = (options: readonly { value: string; label: string }[]) =>
  element('select', {}, ...options.map(({ value, label }) => element('option', { value }, label)))
