// The fields of an appointment: a slot, if the exam has slots, and the start.

import type { Clock } from '../shared/clock.ts'
import { choice, type Field, textInput } from '../shared/fields.ts'
import { instantsOf, localOf } from '../shared/local-time.ts'
import type { ProctorType, Session, Slot } from '../shared/records.ts'
import { momentOf, rangeOf, zoneNames } from '../shared/times.ts'
import { element } from '../shared/view.ts'
import { numberOf, t } from '../text/texts.ts'

const minute = 60_000

type Bounds = { from: number | undefined; to: number | undefined }

const boundsOf = ({ startDateTime, endDateTime }: Slot): Bounds => ({
  from: startDateTime === null ? undefined : Date.parse(startDateTime),
  to: endDateTime === null ? undefined : Date.parse(endDateTime),
})

/** Whether the slot has a free seat and is not over. */
export const isBookable = (slot: Slot, now: number): boolean =>
  slot.remaining !== 0 && (boundsOf(slot).to ?? Number.POSITIVE_INFINITY) > now

/** Returns the fields under their names of the API, for slots of which at least one can be booked. */
export function appointmentFields(slots: readonly Slot[], clock: Clock): Field[] {
  const open = slots.filter(slot => isBookable(slot, clock()))
  const start = textInput({ type: 'datetime-local' })
  const repeated = repeatedHour()
  const [first] = open
  let limits: Bounds = { from: undefined, to: undefined }
  const startField: Field = {
    name: 'appointmentDate',
    label: t.book.start,
    hint: [t.book.startHint(zoneNames()[0]), first && slots.length === 1 ? startsOf(first, clock()) : '']
      .filter(Boolean)
      .join(' '),
    isRequired: true,
    control: start,
    parse: text => {
      const [instant] = instantsOf(text)
      if (instant === undefined) return { error: t.book.required }
      return { value: new Date(repeated.chosen() ?? instant).toISOString() }
    },
  }
  const offer = () => repeated.offer(instantsOf(start.value), limits)
  start.addEventListener('input', offer)

  /** Limits the start to a slot, and proposes its beginning. */
  function limitTo(slot: Slot | undefined): void {
    if (!slot) return
    const { from, to } = boundsOf(slot)
    const earliest = Math.max(from ?? 0, clock())
    start.min = localOf(earliest)
    start.max = to === undefined ? '' : localOf(to - minute)
    start.value = slot.instructorProctorSid === null ? '' : localOf(earliest)
    limits = { from: earliest, to }
    offer()
  }

  limitTo(first)
  if (first?.instructorProctorSid == null) return [startField, repeated.field]
  const select = choice(
    slots.map(slot => ({
      value: slot.instructorProctorSid ?? '',
      label: labelOf(slot, clock()),
      disabled: !open.includes(slot),
    })),
  )
  select.value = first.instructorProctorSid
  select.addEventListener('change', () =>
    limitTo(slots.find(({ instructorProctorSid }) => instructorProctorSid === select.value)),
  )
  return [
    { name: 'instructorProctorSid', label: t.book.slot, isRequired: true, control: select },
    startField,
    repeated.field,
  ]
}

/** The choice between the two instants of a start in an hour that the clock repeats. It is hidden for every other start. */
function repeatedHour() {
  const select = element('select')
  const field: Field = {
    ...{ name: 'repeatedHour', label: t.book.repeated, isHidden: () => select.options.length < 2 },
    ...{ control: select, parse: () => ({ value: undefined }) },
  }

  /** @param instants of the start that is entered. Those outside of the bounds are not offered. */
  function offer(instants: readonly number[], { from = 0, to = Number.POSITIVE_INFINITY }: Bounds): void {
    const possible = instants.filter(at => at >= from && at < to)
    const offered = instants.length === 2 ? (possible.length > 0 ? possible : instants) : []
    const isSecond = select.selectedIndex === 1
    select.replaceChildren(...offered.map(at => element('option', { value: String(at) }, momentOf(at))))
    if (isSecond && offered.length === 2) select.selectedIndex = 1 // a change of the minutes keeps the choice
    select.closest<HTMLElement>('.field')?.toggleAttribute('hidden', offered.length < 2)
  }

  return { field, offer, chosen: () => (select.value === '' ? undefined : Number(select.value)) }
}

/**
 * Returns the choice of the proctor type, if the configuration of the exam has several known ones: in its order, and first the
 * current type of the appointment.
 */
export function proctorTypeFields(session: Session, known: readonly ProctorType[]): Field[] {
  const codes = session.examConfiguration?.proctorTypes ?? []
  const types = [...new Set(codes)].flatMap(code => known.find(type => type.code === code) ?? [])
  if (types.length < 2) return []
  const select = choice(types.map(({ code, name }) => ({ value: code, label: name })))
  const current = types.find(({ sid }) => sid === session.proctorTypeSid)
  if (current) select.value = current.code
  return [{ name: 'proctorType', label: t.book.proctorType, isRequired: true, control: select }]
}

function labelOf(slot: Slot, now: number): string {
  const { from, to } = boundsOf(slot)
  const time = from !== undefined && to !== undefined ? rangeOf(from, to) : startsOf(slot, now)
  const seats =
    slot.remaining === 0 ? t.book.full : slot.remaining === null ? '' : t.book.seats(numberOf(slot.remaining))
  return [time, slot.location, seats].filter(Boolean).join(', ')
}

/** Returns the range of possible starts as a sentence, without a beginning that is over. */
function startsOf(slot: Slot, now: number): string {
  const bounds = boundsOf(slot)
  const from = bounds.from !== undefined && bounds.from > now ? momentOf(bounds.from) : undefined
  const to = bounds.to === undefined ? undefined : momentOf(bounds.to)
  if (from && to) return t.book.window(from, to)
  return from ? t.book.windowFrom(from) : to ? t.book.windowTo(to) : ''
}
