// The learner books, moves and cancels an appointment.

import { learnerCancelReasons } from '../../../shared/session-reasons.ts'
import { form } from '../shared/fields.ts'
import type { Frame } from '../shared/frame.ts'
import type { Session, Slot } from '../shared/records.ts'
import { button, element, focusOn, section, uniqueId } from '../shared/view.ts'
import { t } from '../text/texts.ts'
import { appointmentFields, isBookable, proctorTypeFields } from './appointment-fields.ts'
import { policyOf, remainingChanges } from './appointment-policy.ts'
import { confirmed } from './confirm.ts'

type Events = {
  /** The session has another appointment. */
  changed(session: Session): void
  cancelled(): Promise<void>
  /** The elements have changed. */
  render(): void
}

type Appointment = {
  /** Returns the controls that the session and the token allow. A form keeps its entries while it is shown. */
  elements(session: Session): HTMLElement[]
}

/** @param path of the session */
export function appointment(frame: Frame, path: string, events: Events): Appointment {
  const { api, embed, attempt, say, clock } = frame
  const may = (action: string) => embed.actions.includes(action)
  const canBook = may('sp:ScheduleSession') && may('sp:ReadAvailability')
  const canMove = may('sp:RescheduleSession') && may('sp:ReadAvailability')
  const canCancel = may('sp:CancelSession')
  const place = element('div', { class: 'flow' })
  /** The state of the session for which the place has a form. */
  let shownFor = ''
  let isMoving = false

  async function showForm(session: Session, method: 'POST' | 'PUT'): Promise<void> {
    const slots = await api.read<Slot[]>(`${path}/availability`)
    const isMove = method === 'PUT'
    const texts = isMove ? [t.book.moveTitle, t.book.moveSubmit] : [t.book.title, t.book.submit]
    const [title = '', submit = ''] = texts
    const heading = element('h3', {}, title)
    const notes = notesOf(
      policyOf(session, clock()),
      isMove ? remainingChanges(session, clock()).text : undefined,
    )
    const isClosed = !isOpen(session, clock())
    const back = isMove ? [button(t.book.close, closeAndRender)] : []
    if (isClosed || !slots.some(slot => isBookable(slot, clock()))) {
      const text = element('p', {}, isClosed ? t.book.closed : t.book.none)
      place.replaceChildren(section(heading, ...notes, text, ...back))
      return
    }
    const send = async (values: Record<string, unknown>) => {
      const next = await api.write<Session>(path, () => values, { method })
      close()
      events.changed(next)
      say(next.status === 'Pending Approval' ? t.book.requested : t.book.booked)
    }
    const fields = [...appointmentFields(slots, clock), ...proctorTypeFields(session, embed.proctorTypes)]
    const made = form(heading, fields, submit, send, attempt, ...back)
    heading.after(...notes)
    place.replaceChildren(made)
  }

  function close(): void {
    isMoving = false
    shownFor = ''
    place.replaceChildren()
  }

  function closeAndRender(): void {
    close()
    events.render()
  }

  async function move(session: Session): Promise<void> {
    await attempt(async () => {
      await showForm(session, 'PUT')
      isMoving = true
      events.render()
      const heading = place.querySelector('h3')
      if (heading) focusOn(heading)
    })
  }

  async function cancel(session: Session): Promise<void> {
    const { cancelTitle: title, cancelText, cancelYes: yes, cancelNo: no } = t.book
    const reason = reasonField()
    const text = [cancelText, remainingChanges(session, clock()).text].filter(Boolean).join(' ')
    if (!(await confirmed({ title, text, yes, no, content: reason.element }))) return
    await attempt(async () => {
      await api.write(path, () => ({ reason: reason.value() }), { method: 'DELETE' })
      close()
      say(t.book.cancelled)
      await events.cancelled()
    })
  }

  /** Shows the form to book, or a button to try again if its times cannot be read. */
  async function offerForm(session: Session, state: string): Promise<void> {
    const isShown = await attempt(() => showForm(session, 'POST'))
    if (isShown || shownFor !== state) return
    const again = button(t.frame.tryAgain, async () => {
      await offerForm(session, state)
      focusOn(place.querySelector<HTMLElement>('h3, button') ?? place)
    })
    place.replaceChildren(again)
  }

  function bookingOf(session: Session): HTMLElement[] {
    const state = `${session.sid} ${session.status}`
    if (shownFor !== state) {
      shownFor = state
      place.replaceChildren()
      void offerForm(session, state)
    }
    return [place]
  }

  function changesOf(session: Session): HTMLElement[] {
    const left = remainingChanges(session, clock())
    const isMovable = canMove && left.isMovable && session.sessionInfo.allowedActions.includes('reschedule')
    if (isMovable && isMoving) return [place]
    const controls = [
      ...(isMovable ? [button(t.book.move, () => move(session), { 'data-control': 'move' })] : []),
      ...(canCancel && left.isCancellable
        ? [button(t.book.cancel, () => cancel(session), { class: 'danger', 'data-control': 'cancel' })]
        : []),
    ]
    const notes = canMove || canCancel ? notesOf(left.text) : []
    return [...notes, ...(controls.length > 0 ? [element('div', { class: 'controls' }, ...controls)] : [])]
  }

  function elements(session: Session): HTMLElement[] {
    if (canBook && session.sessionInfo.allowedActions.includes('schedule')) return bookingOf(session)
    return isUpcoming(session) ? changesOf(session) : []
  }

  return { elements }
}

/** The texts that there are, as hints. */
const notesOf = (...texts: (string | undefined)[]): HTMLElement[] =>
  texts.filter(text => text !== undefined).map(text => element('p', { class: 'hint' }, text))

/** The session has an appointment, or requested one, and has not started. */
const isUpcoming = ({ status, inProgressDate }: Session): boolean =>
  ['Scheduled', 'Pending Approval'].includes(status) && inProgressDate === null

/** Whether appointments can be changed now. */
function isOpen({ examConfiguration }: Session, now: number): boolean {
  const { scheduleOpenDate = null, scheduleCloseDate = null } = examConfiguration ?? {}
  return (
    (scheduleOpenDate === null || now >= Date.parse(scheduleOpenDate)) &&
    (scheduleCloseDate === null || now < Date.parse(scheduleCloseDate))
  )
}

function reasonField() {
  const id = uniqueId()
  const control = element(
    'select',
    { id },
    ...learnerCancelReasons.map(value => element('option', { value }, t.reasons[value])),
  )
  const label = element('label', { for: id }, t.book.reason)
  return { element: element('div', { class: 'field' }, label, control), value: () => control.value }
}
