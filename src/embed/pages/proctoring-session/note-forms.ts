// The proctor's forms: an annotation on the recording, and an event report.

import { newKey } from '../../../client/idempotency-key.ts'
import { Failure } from '../shared/api.ts'
import type { Clock } from '../shared/clock.ts'
import { choice, type Field, form, type Send, textArea, textInput } from '../shared/fields.ts'
import type { Frame } from '../shared/frame.ts'
import { sessionPath } from '../shared/paths.ts'
import type { Session, ShownSession } from '../shared/records.ts'
import { parseOffset } from '../shared/times.ts'
import { element } from '../shared/view.ts'
import { t } from '../text/texts.ts'

/** The codes of failures after which the service may still store what was sent. */
const mayBeStored: ReadonlySet<string> = new Set(['unreachable', 'unknown', 'idempotency_key_in_use'])

const taken: ReadonlySet<Session['status']> = new Set(['Scheduled', 'Processing', 'Incident', 'Closed'])

/** The statuses without an appointment, in which nothing can be reported. */
export const canBeNoted = ({ status, sessionInfo }: Session): boolean =>
  taken.has(status) && !sessionInfo.cancelled

/** Returns the forms that the token permits, of annotations and of events. */
export function noteForms(
  { api, embed, clock, attempt, say }: Frame,
  shown: ShownSession,
  current: () => Session,
  refresh: () => Promise<void>,
): { annotation?: HTMLFormElement; event?: HTMLFormElement } {
  const path = sessionPath(embed, shown)
  const may = (action: string) => embed.actions.includes(action)

  /**
   * Field errors are thrown to the form. Failures of the refresh that follows are not. The same entries, sent again because
   * no response came, are the same request, which is stored once.
   */
  function sending(what: string, done: string): Send {
    let unanswered: { entries: string; values: Record<string, unknown>; key: string } | undefined
    return async (values, entries) => {
      if (unanswered?.entries !== entries) unanswered = { entries, values, key: newKey() }
      const sent = unanswered
      try {
        await api.write(`${path}/${what}`, () => sent.values, { key: sent.key })
        unanswered = undefined
      } catch (error) {
        if (!(error instanceof Failure && mayBeStored.has(error.code))) unanswered = undefined
        throw error
      }
      say(done)
      void attempt(refresh)
    }
  }
  const forms: ReturnType<typeof noteForms> = {}
  if (may('sp:CreateAnnotation'))
    forms.annotation = form(
      element('h3', {}, t.note.annotate),
      annotationFields(current, clock),
      t.note.annotateSubmit,
      sending('annotations', t.note.annotated),
      attempt,
    )
  if (may('sp:CreateSessionEvent') && embed.eventTypes.length > 0)
    forms.event = form(
      element('h3', {}, t.note.report),
      eventFields(embed.eventTypes),
      t.note.reportSubmit,
      sending('events', t.note.reported),
      attempt,
    )
  return forms
}

const place = (text: string) => {
  const value = parseOffset(text)
  return value === undefined ? { error: t.note.offset } : { value }
}

/** Returns the current position in the recording of a running session, in milliseconds. */
function elapsed(
  { recordingStartDate, inProgressDate, sessionInfo }: Session,
  now: number,
): number | undefined {
  const startedAt = recordingStartDate ?? inProgressDate
  return sessionInfo.running && startedAt !== null
    ? Math.max(0, Math.floor(now - Date.parse(startedAt)))
    : undefined
}

function annotationFields(current: () => Session, clock: Clock): Field[] {
  const isLive = elapsed(current(), clock()) !== undefined
  return [
    {
      name: 'type',
      label: t.note.type,
      hint: t.note.typeHint,
      isRequired: true,
      control: textInput({ maxlength: '100' }),
    },
    {
      name: 'startOffsetMs',
      label: t.note.from,
      hint: isLive ? t.note.fromHintLive : t.note.fromHint,
      isRequired: !isLive,
      whenEmpty: () => elapsed(current(), clock()),
      control: textInput({ maxlength: '12' }),
      parse: place,
    },
    { name: 'endOffsetMs', label: t.note.to, control: textInput({ maxlength: '12' }), parse: place },
    {
      name: 'severity',
      label: t.note.severity,
      control: choice(
        t.note.severities.map((label, step) => ({ value: step === 0 ? '' : String(step / 4), label })),
      ),
      parse: text => ({ value: Number(text) }),
    },
    { name: 'text', label: t.note.text, control: textArea() },
  ]
}

const eventFields = (types: Frame['embed']['eventTypes']): Field[] => [
  {
    name: 'eventTypeSid',
    label: t.note.kind,
    isRequired: true,
    control: choice([
      ...(types.length > 1 ? [{ value: '', label: t.note.choose }] : []),
      ...types.map(({ sid, name }) => ({ value: sid, label: name })),
    ]),
  },
  { name: 'title', label: t.note.title, isRequired: true, control: textInput({ maxlength: '200' }) },
  { name: 'details', label: t.note.details, control: textArea() },
]
