// The search and the filter above a proctor's list of sessions.

import { numberOf, t } from '../text/texts.ts'
import type { Liveness, ShownSession } from './records.ts'
import { isRunning } from './status.ts'
import { element, uniqueId } from './view.ts'

type FilterBar = {
  element: HTMLElement
  /** Returns the sessions that match, in the same order, and shows their number. */
  filter(sessions: readonly ShownSession[]): readonly ShownSession[]
}

const running = 'running'
const missing = 'missing'
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
  const missingOption = element('option', { value: missing }, t.live.missing)
  const count = element('p', { class: 'hint', role: 'status' })
  const counts = element('p', { class: 'hint', role: 'status' })
  search.addEventListener('input', changed)
  status.addEventListener('change', changed)

  /** A running session with an open incident is both running and an incident. Others that run are only running. */
  function isChosen(session: ShownSession): boolean {
    if (status.value === '') return true
    if (status.value === running) return isRunning(session)
    if (status.value === missing) return session.live?.isMissing ?? false
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
      counts,
    ),
    filter(sessions) {
      const shown = sessions.filter(matches)
      set(count, t.list.count(numberOf(shown.length), numberOf(sessions.length)))
      const isLive = sessions.some(({ live }) => live)
      if (isLive && !missingOption.isConnected) status.append(missingOption)
      set(counts, isLive ? countsOf(sessions) : '')
      return shown
    },
  }
}

/** A text that does not change is not announced again. */
function set(place: HTMLElement, text: string): void {
  if (place.textContent !== text) place.textContent = text
}

function countsOf(sessions: readonly ShownSession[]): string {
  const count = (holds: (live: Liveness) => boolean) =>
    numberOf(sessions.filter(({ live }) => live && holds(live)).length)
  return t.live.counts(
    count(({ isMissing }) => isMissing),
    count(({ openIncidents }) => openIncidents > 0),
    count(({ connection }) => connection === 'online'),
  )
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
