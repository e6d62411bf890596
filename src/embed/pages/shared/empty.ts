import type { Frame } from './frame.ts'
import { element } from './view.ts'

/** Says that the embed has no session to show. */
export const nothingToShow = ({ main }: Frame): void =>
  main.replaceChildren(element('p', { class: 'empty' }, 'There is no session here yet.'))
