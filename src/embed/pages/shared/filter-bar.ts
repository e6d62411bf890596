// The search and the filter above a proctor's list of sessions.

import { numberOf, t } from '../text/texts.ts'
import type { ShownSession } from './records.ts'
import { isRunning } from './status.ts'
import { element, uniqueId } from './view.ts'

type FilterBar = {
  element: HTMLElement
  /** Returns the sessions that match, in the same order, and shows their number. */
  filter(sessions: readonly ShownSession[]): readonly ShownSession[]
}

const running = 'running'
const choices = [running, 'Scheduled', 'Incident', 'Processing'] as const

/** @param changed called after each change of the search or the filter */
export function filterBar(changed: () => void): FilterBar {
  const search = element('input', { type: 'search', id: uniqueId(), maxlength: '100', autocomplete: 'off' })
  const status = element(
    'select',
    { id: uniqueId() },
    element('option', { value: '' }, t.list.all),
    ...choices.map(value => element('option', { value }, t.status[value])),
  )
  const count = element('p', { class: 'hint', role: 'status' })
  search.addEventListener('input', changed)
  status.addEventListener('change', changed)

  /** A running session with an open incident is both running and an incident. Others that run are only running. */
  function isChosen(session: ShownSession): boolean {
    if (status.value === '') return true
    if (status.value === running) return isRunning(session)
    return status.value === session.status && !(session.status === 'Scheduled' && isRunning(session))
  }

  function matches(session: ShownSession): boolean {
    if (!isChosen(session)) return false
    const text = folded(`${session.learner} ${session.examTitle}`)
    return folded(search.value)
      .split(/\s+/)
      .every(part => text.includes(part))
  }

  return {
    element: element(
      'div',
      { class: 'filter' },
      field(search, t.list.search),
      field(status, t.list.filter),
      count,
    ),
    filter(sessions) {
      const shown = sessions.filter(matches)
      const text = t.list.count(numberOf(shown.length), numberOf(sessions.length))
      if (count.textContent !== text) count.textContent = text
      return shown
    },
  }
}

const field = (control: HTMLElement, label: string) =>
  element('div', { class: 'field' }, element('label', { for: control.id }, label), control)

/** Ignores case and accents: a search for "zoe" finds "Zoë". */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim()
