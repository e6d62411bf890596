import { expect, test } from 'vitest'
import {
  isCancelled,
  isRunning,
  nextStatus,
  type State,
  triggers,
} from '../../src/proctoring/sessions/transitions.ts'
import { blocksOf, readPage } from '../support/docs/blocks.ts'
import { everyGiven, type StateName, stateNames, statusOf } from '../support/session-table.ts'

const page = 'docs/concepts.md'
const moment = new Date('2026-11-01T09:00:00.000Z')

const sessionIn = (name: StateName): State => ({
  status: statusOf(name),
  inProgressDate: name.startsWith('running') ? moment : null,
  endedDate: null,
  cancelledDate: name === 'cancelled' ? moment : null,
})

/** Returns the name of the target state of a trigger; starting and cancelling also set dates. */
function nameAfter(session: State, trigger: (typeof triggers)[number], status: State['status']): StateName {
  const at = (triggers: string[]) => (triggers.includes(trigger) ? moment : null)
  const next = {
    status,
    inProgressDate: session.inProgressDate ?? at(['start']),
    endedDate: session.endedDate ?? at(['end', 'timeOver']),
    cancelledDate: session.cancelledDate ?? at(['cancel', 'void', 'noShow', 'windowClosed']),
  }
  if (isCancelled(next)) return 'cancelled'
  if (!isRunning(next)) return status
  return status === 'Incident' ? 'running Incident' : 'running'
}

const arrow = (from: string, trigger: string, to: string) => `${from} ──${trigger}──▶ ${to}`

const arrowsOfCode = () =>
  stateNames.flatMap(from =>
    triggers.flatMap(trigger =>
      everyGiven.flatMap(given => {
        const session = sessionIn(from)
        const status = nextStatus(session, trigger, given)
        return status ? [arrow(from, trigger, nameAfter(session, trigger, status))] : []
      }),
    ),
  )

/** The arrows of a line: each connects any of the states before it with any of those after it. */
function arrowsOf(line: string): string[] {
  const parts = line
    .slice(captionWidth)
    .trim()
    .split(/ ──(\w+)──▶ /)
  return parts.flatMap((trigger, at) => {
    if (at % 2 === 0) return []
    const [from, to] = [parts[at - 1] ?? '', parts[at + 1] ?? ''].map(states => states.split(' or '))
    return (from ?? []).flatMap(one => (to ?? []).map(other => arrow(one, trigger, other)))
  })
}

const captionWidth = 16

test('the diagram of a session shows exactly the transitions of the code', () => {
  const picture = blocksOf(page).find(({ text }) => text.includes('──schedule──▶'))
  const drawn = picture?.text.trimEnd().split('\n').flatMap(arrowsOf)
  expect([...new Set(drawn)].toSorted()).toEqual([...new Set(arrowsOfCode())].toSorted())
})

test('each concept has a paragraph and a diagram', () => {
  const [, ...sections] = readPage(page).split(/^## /m)
  expect(sections.length).toBeGreaterThan(7)
  for (const section of sections) {
    const [title] = section.split('\n')
    expect(section.match(/^```text$/gm), title).toHaveLength(1)
    expect(section.split('\n\n')[1]?.length, title).toBeGreaterThan(200)
  }
})
