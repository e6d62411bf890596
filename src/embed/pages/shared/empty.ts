import { t } from '../text/texts.ts'
import type { Frame } from './frame.ts'
import { element } from './view.ts'

/** Shows that the embed has no session. */
export const nothingToShow = ({ main }: Frame): void =>
  main.replaceChildren(element('p', { class: 'empty' }, t.list.nothing))
