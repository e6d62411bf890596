// Permitted items and requirements of an exam.

import { permittedItems } from '../../../../db/permitted-items.ts'
import type { Configuration } from '../shared/records.ts'
import { element, facts, section } from '../shared/view.ts'
import { t } from '../text/texts.ts'

/** Returns the preparation sections. The section on requirements is absent when there are none. */
export function prepare(configuration: Configuration): HTMLElement[] {
  const { requiredSoftware, virtualCalculatorType, studentNotes, attachments, permittedOtherItems } =
    configuration
  const allowed = listItems(configuration, 'allowed')
  if (permittedOtherItems) allowed.push(element('li', {}, permittedOtherItems))
  const files = attachments.map(({ attachmentUrl, attachmentAwsTitle }) => {
    const title = attachmentAwsTitle ?? attachmentUrl ?? ''
    return element('li', {}, attachmentUrl ? link(attachmentUrl, title) : title)
  })
  return [
    section(
      element('h3', {}, t.prepare.use),
      element(
        'div',
        { class: 'columns' },
        ...group(t.prepare.permitted, allowed),
        ...group(t.prepare.forbidden, listItems(configuration, 'forbidden')),
      ),
    ),
    ...(requiredSoftware || virtualCalculatorType || studentNotes || files.length > 0
      ? [
          section(
            element('h3', {}, t.prepare.need),
            facts([
              [t.prepare.software, requiredSoftware],
              [t.prepare.calculator, virtualCalculatorType],
              [t.prepare.notes, studentNotes],
            ]),
            ...group(t.prepare.files, files),
          ),
        ]
      : []),
  ]
}

function listItems(configuration: Configuration, which: 'allowed' | 'forbidden'): HTMLElement[] {
  const isAllowed = which === 'allowed'
  return permittedItems
    .filter(item => (configuration[`permitted${item}`] === true) === isAllowed)
    .map(item => {
      const information = configuration[`permitted${item}Information`]
      return element(
        'li',
        {},
        t.prepare[item],
        typeof information === 'string' && isAllowed ? `: ${information}` : '',
      )
    })
}

const group = (title: string, entries: HTMLElement[]) =>
  entries.length === 0
    ? []
    : [element('div', { class: 'flow' }, element('h4', {}, title), element('ul', {}, ...entries))]

/** Returns a link that opens a new page without a referrer or an opener. */
export const link = (url: string, text: string, attributes: Record<string, string> = {}) =>
  element(
    'a',
    // The URL is user input, so only http and https are linked.
    {
      href: /^https?:/.test(url) ? url : undefined,
      target: '_blank',
      rel: 'noopener noreferrer',
      ...attributes,
    },
    t.take.newTab(text),
  )
