import { element, uniqueId } from '../shared/view.ts'

/** Asks for confirmation of an action that cannot be undone. Browsers block `confirm()` in frames. */
export function confirmed(title: string, text: string, yes: string, no: string): Promise<boolean> {
  const heading = element('h2', { id: uniqueId() }, title)
  const keep = element('button', { type: 'button' }, no)
  const go = element('button', { type: 'button', class: 'danger' }, yes)
  const dialog = element(
    'dialog',
    { 'aria-labelledby': heading.id },
    heading,
    element('p', {}, text),
    element('div', { class: 'controls' }, keep, go),
  )
  keep.addEventListener('click', () => dialog.close())
  go.addEventListener('click', () => dialog.close('yes'))
  document.body.append(dialog)
  dialog.showModal()
  return new Promise(resolve => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue === 'yes')
    })
  })
}
