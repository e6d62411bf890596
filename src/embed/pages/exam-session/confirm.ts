import { setVariables } from '../shared/variables.ts'
import { element, uniqueId } from '../shared/view.ts'

type Question = {
  title: string
  text: string
  yes: string
  no: string
  /** A control of the question. */
  content?: HTMLElement
}

/** Moves the dialog to its control and into view: the middle of a frame that is as high as its content may be out of view. */
function placeAt(dialog: HTMLElement, control: Element | null): void {
  const lowest = innerHeight - dialog.offsetHeight - 8
  const top = Math.max(8, Math.min(control?.getBoundingClientRect().top ?? 8, lowest))
  setVariables({ '--dialog-top': `${top + scrollY}px` })
  dialog.scrollIntoView({ block: 'nearest' })
}

/** Asks for confirmation of an action that cannot be undone. Browsers block `confirm()` in frames. */
export function confirmed({ title, text, yes, no, content }: Question): Promise<boolean> {
  const heading = element('h2', { id: uniqueId() }, title)
  const keep = element('button', { type: 'button' }, no)
  const go = element('button', { type: 'button', class: 'danger' }, yes)
  const dialog = element(
    'dialog',
    { 'aria-labelledby': heading.id },
    heading,
    element('p', {}, text),
    content,
    element('div', { class: 'controls' }, keep, go),
  )
  keep.addEventListener('click', () => dialog.close())
  go.addEventListener('click', () => dialog.close('yes'))
  const control = document.activeElement
  document.body.append(dialog)
  dialog.showModal()
  placeAt(dialog, control)
  return new Promise(resolve => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue === 'yes')
    })
  })
}
