// Forms that show errors at their fields and move the focus to the first one.

import { t } from '../text/texts.ts'
import { Failure } from './api.ts'
import { type Child, element, pressOnce, uniqueId } from './view.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The content of a field: a value for the API, undefined when the field is not sent, or an error text. */
type Content = { value: unknown } | { error: string }

export type Field = {
  /** The member of the API's body. */
  name: string
  label: string
  hint?: string
  isRequired?: boolean
  /** Whether the field is not shown at first. Its label does not say that it is optional. */
  isHidden?: () => boolean
  /** The value of an empty field. */
  whenEmpty?: () => unknown
  control: Control
  /** Parses the text. Default: the text itself. */
  parse?: (text: string) => Content
}

function contentOf({ control, isRequired, whenEmpty, label, parse }: Field): Content {
  const text = control.value.trim()
  if (text === '') return isRequired ? { error: t.note.required(label) } : { value: whenEmpty?.() }
  return parse ? parse(text) : { value: text }
}

function row({ label, hint, isRequired, isHidden, control }: Field) {
  const hintId = uniqueId()
  const error = element('p', { class: 'field-error', id: uniqueId() })
  control.id = uniqueId()
  control.required = Boolean(isRequired)
  control.setAttribute('aria-describedby', hint ? `${hintId} ${error.id}` : error.id)
  return {
    show(text: string) {
      error.textContent = text
      if (text) control.setAttribute('aria-invalid', 'true')
      else control.removeAttribute('aria-invalid')
    },
    element: element(
      'div',
      { class: 'field', hidden: isHidden?.() },
      element('label', { for: control.id }, isRequired || isHidden ? label : t.note.optional(label)),
      hint === undefined ? undefined : element('p', { class: 'hint', id: hintId }, hint),
      control,
      error,
    ),
  }
}

/** Sends the values. `entries` is the same text as long as the person has entered the same. */
export type Send = (values: Record<string, unknown>, entries: string) => Promise<void>

/**
 * Creates a form that sends its fields under their API names, and clears it after success.
 * @param send throws the API's Failure
 * @param attempt runs the request and shows failures that belong to no field
 * @param more further controls
 */
export function form(
  heading: HTMLHeadingElement,
  fields: readonly Field[],
  submit: string,
  send: Send,
  attempt: (run: () => Promise<void>) => Promise<boolean>,
  ...more: HTMLElement[]
): HTMLFormElement {
  heading.id = uniqueId()
  const rows = fields.map(field => ({ field, ...row(field) }))
  const made = element(
    'form',
    { class: 'boxed', 'aria-labelledby': heading.id, novalidate: true, autocomplete: 'off' },
    heading,
    ...rows.map(({ element }): Child => element),
    element(
      'div',
      { class: 'controls' },
      element('button', { type: 'submit', class: 'primary' }, submit),
      ...more,
    ),
  )

  /** Shows the errors at their fields. Returns whether any of them belongs to a field. */
  function showErrors(errors: ReadonlyMap<string, string>): boolean {
    for (const { field, show } of rows) show(errors.get(field.name) ?? '')
    const first = rows.find(({ field }) => errors.has(field.name))
    first?.field.control.focus()
    return first !== undefined
  }

  async function submitted(): Promise<void> {
    const contents = rows.map(({ field }) => [field.name, contentOf(field)] as const)
    const errors = contents.flatMap(([name, content]) =>
      'error' in content ? [[name, content.error] as const] : [],
    )
    if (showErrors(new Map(errors))) return
    const values = contents.flatMap(([name, content]) => ('value' in content ? [[name, content.value]] : []))
    const texts = rows.map(({ field }) => field.control.value)
    try {
      await send(Object.fromEntries(values), JSON.stringify(texts))
      // What was typed meanwhile stays.
      if (rows.every(({ field }, at) => field.control.value === texts[at])) made.reset()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (!showErrors(new Map(error.fieldErrors.map(({ path, message }) => [path, message])))) throw error
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
export const choice = (options: readonly { value: string; label: string; disabled?: boolean }[]) =>
  element(
    'select',
    {},
    ...options.map(({ value, label, disabled }) => element('option', { value, disabled }, label)),
  )
