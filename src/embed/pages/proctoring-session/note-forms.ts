// The proctor's forms: an annotation on the recording, and an event report.

import type { Clock } from '../shared/clock.ts'
import type { Frame } from '../shared/frame.ts'
import { sessionPath } from '../shared/paths.ts'
import type { Session, ShownSession } from '../shared/records.ts'
import { parseOffset } from '../shared/times.ts'
import { element } from '../shared/view.ts'
import { choice, type Field, form, textArea, textInput } from './fields.ts'

const taken: ReadonlySet<Session['status']> = new Set(['Scheduled', 'Processing', 'Incident', 'Closed'])

/** The statuses without an appointment, in which nothing can be reported. */
export const canBeNoted = ({ status, sessionInfo }: Session): boolean =>
  taken.has(status) && !sessionInfo.cancelled

/** Returns the forms that the token permits. */
export function noteForms(
  { api, embed, clock, attempt, say }: Frame,
  shown: ShownSession,
  current: () => Session,
  refresh: () => Promise<void>,
): HTMLFormElement[] {
  const path = sessionPath(embed, shown)
  const may = (action: string) => embed.actions.includes(action)

  /** Field errors are thrown to the form. Failures of the refresh that follows are not. */
  const sending = (what: string, done: string) => async (values: Record<string, unknown>) => {
    await api.write(`${path}/${what}`, () => values)
    say(done)
    void attempt(refresh)
  }
  const forms: HTMLFormElement[] = []
  if (may('sp:CreateAnnotation'))
    forms.push(
      form(
        element('h3', {}, 'Add an annotation'),
        annotationFields(current, clock),
        'Add annotation',
        sending('annotations', 'The annotation was added.'),
        attempt,
      ),
    )
  if (may('sp:CreateSessionEvent') && embed.eventTypes.length > 0)
    forms.push(
      form(
        element('h3', {}, 'Report an event'),
        eventFields(embed.eventTypes),
        'Report event',
        sending('events', 'The event was reported.'),
        attempt,
      ),
    )
  return forms
}

const place = (text: string) => {
  const value = parseOffset(text)
  return value === undefined
    ? { fault: 'Please write it as hours:minutes:seconds, such as 0:12:30.' }
    : { value }
}

/** Returns the current position in the recording of a running session, in milliseconds. */
function elapsed(
  { recordingStartDate, inProgressDate, sessionInfo }: Session,
  now: number,
): number | undefined {
  const begun = recordingStartDate ?? inProgressDate
  return sessionInfo.running && begun !== null ? Math.max(0, Math.floor(now - Date.parse(begun))) : undefined
}

function annotationFields(current: () => Session, clock: Clock): Field[] {
  const isLive = elapsed(current(), clock()) !== undefined
  return [
    {
      name: 'type',
      label: 'What it is',
      hint: 'A word or two, such as “second person”.',
      isRequired: true,
      control: textInput({ maxlength: '100' }),
    },
    {
      name: 'startOffsetMs',
      label: 'From',
      hint: `The place in the recording, such as 0:12:30${isLive ? '; now, when left empty' : ''}.`,
      isRequired: !isLive,
      whenEmpty: () => elapsed(current(), clock()),
      control: textInput({ maxlength: '12' }),
      parse: place,
    },
    { name: 'endOffsetMs', label: 'To', control: textInput({ maxlength: '12' }), parse: place },
    {
      name: 'severity',
      label: 'Severity',
      control: choice([
        { value: '', label: 'Not said' },
        { value: '0.25', label: 'Low' },
        { value: '0.5', label: 'Medium' },
        { value: '0.75', label: 'High' },
        { value: '1', label: 'Highest' },
      ]),
      parse: text => ({ value: Number(text) }),
    },
    { name: 'text', label: 'Note', control: textArea() },
  ]
}

const eventFields = (types: Frame['embed']['eventTypes']): Field[] => [
  {
    name: 'eventTypeSid',
    label: 'Kind of event',
    isRequired: true,
    control: choice([
      ...(types.length > 1 ? [{ value: '', label: 'Please choose' }] : []),
      ...types.map(({ sid, name }) => ({ value: sid, label: name })),
    ]),
  },
  { name: 'title', label: 'Title', isRequired: true, control: textInput({ maxlength: '200' }) },
  { name: 'details', label: 'What happened', control: textArea() },
]
