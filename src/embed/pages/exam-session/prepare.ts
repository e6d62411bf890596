// What a learner may have at hand, and what is needed.

import type { Configuration } from '../shared/records.ts'
import { element, facts, section } from '../shared/view.ts'

const items = [
  ['BathroomBreak', 'Bathroom breaks'],
  ['BlankPaper', 'Blank paper'],
  ['Calculator', 'A calculator'],
  ['Dictionary', 'A dictionary'],
  ['Earplugs', 'Earplugs'],
  ['FormulaSheet', 'A formula sheet'],
  ['Notes', 'Notes'],
  ['Textbook', 'A textbook'],
  ['Websites', 'Websites'],
] as const

/** The sections on the preparations for an exam; the one on what is needed stands there only when something is. */
export function prepare(configuration: Configuration): HTMLElement[] {
  const { requiredSoftware, virtualCalculatorType, studentNotes, attachments, permittedOtherItems } =
    configuration
  const allowed = listItems(configuration, 'allowed')
  if (permittedOtherItems) allowed.push(element('li', {}, permittedOtherItems))
  const files = attachments.flatMap(({ attachmentUrl, attachmentAwsTitle }) =>
    attachmentUrl ? [element('li', {}, link(attachmentUrl, attachmentAwsTitle ?? attachmentUrl))] : [],
  )
  return [
    section(
      element('h3', {}, 'What you may use'),
      element(
        'div',
        { class: 'columns' },
        ...group('Permitted', allowed),
        ...group('Not permitted', listItems(configuration, 'forbidden')),
      ),
    ),
    ...(requiredSoftware || virtualCalculatorType || studentNotes || files.length > 0
      ? [
          section(
            element('h3', {}, 'What you need'),
            facts([
              ['Software', requiredSoftware],
              ['Calculator on the screen', virtualCalculatorType],
              ['Notes for you', studentNotes],
            ]),
            ...group('Files', files),
          ),
        ]
      : []),
  ]
}

function listItems(configuration: Configuration, which: 'allowed' | 'forbidden'): HTMLElement[] {
  const isAllowed = which === 'allowed'
  return items
    .filter(([item]) => (configuration[`permitted${item}`] === true) === isAllowed)
    .map(([item, name]) => {
      const information = configuration[`permitted${item}Information`]
      return element('li', {}, name, typeof information === 'string' && isAllowed ? `: ${information}` : '')
    })
}

const group = (title: string, entries: HTMLElement[]) =>
  entries.length === 0
    ? []
    : [element('div', { class: 'flow' }, element('h4', {}, title), element('ul', {}, ...entries))]

/** A link out of the frame: a page of its own, which learns nothing of this one. */
export const link = (url: string, text: string, attributes: Record<string, string> = {}) =>
  element(
    'a',
    // Only what a browser opens as a page: the address was typed in by somebody.
    {
      href: /^https?:/.test(url) ? url : undefined,
      target: '_blank',
      rel: 'noopener noreferrer',
      ...attributes,
    },
    `${text} (opens a new tab)`,
  )
