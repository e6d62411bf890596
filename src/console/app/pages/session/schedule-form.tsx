// Sets or changes the appointment of a session.

import { useQuery } from '@tanstack/react-query'
import type { RequestOf, ResponseOf } from '../../../../client/index.ts'
import { api, read } from '../../api/client.ts'
import { DialogFoot } from '../../components/dialog.tsx'
import { Form, SelectField, TextField, type Values } from '../../components/form.tsx'
import { Loaded } from '../../components/parts.tsx'
import { useZone } from '../../components/time.tsx'
import { useAction } from '../../components/use-action.ts'
import { formatNumber } from '../../i18n/format.ts'
import { localOf, movedInstant } from '../../i18n/wall-clock.ts'
import { formatTime } from '../../i18n/zone.ts'
import { type Session, useSessionPath } from './record.ts'
import { texts } from './texts.ts'

const path = '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}'
type Input = RequestOf<'put', typeof path, never>['body']
type Slot = ResponseOf<'get', `${typeof path}/availability`>[number]

type FormProps = { session: Session; isChange: boolean; onDone(): void }

export function ScheduleForm({ session, isChange, onDone }: FormProps) {
  const params = useSessionPath()
  const zone = useZone()
  const current = session.appointmentDate === null ? undefined : new Date(session.appointmentDate)
  const slots = useQuery(read(`${path}/availability`, { params }))
  const schedule = useAction(({ time = '', slot = '' }: Values) => {
    const body = {
      appointmentDate: movedInstant(time, zone, current).toISOString(),
      ...(slot && { instructorProctorSid: slot }),
    } as Input
    return isChange ? api.put(path, { params, body }) : api.post(path, { params, body })
  }, texts.scheduled)
  return (
    <Loaded query={slots}>
      {available => (
        <Form
          label={isChange ? texts.reschedule : texts.schedule}
          problem={schedule.problem}
          onSubmit={values => void schedule.run(values).then(isDone => isDone && onDone())}>
          <p className="quiet">{texts.scheduleText(zone)}</p>
          {available.slice(0, 5).map(slot => (
            <p key={`${slot.instructorProctorSid} ${slot.startDateTime}`} className="quiet">
              {windowOf(slot, zone)}
            </p>
          ))}
          <TextField
            name="time"
            type="datetime-local"
            label={texts.time}
            defaultValue={current && localOf(current, zone)}
            {...{ isRequired: true, isFirst: true }}
          />
          <Seats slots={available} />
          <DialogFoot
            submit={isChange ? texts.reschedule : texts.schedule}
            isPending={schedule.isPending}
            onCancel={onDone}
          />
        </Form>
      )}
    </Loaded>
  )
}

const windowOf = ({ startDateTime, endDateTime, location }: Slot, zone: string): string => {
  const text = (at: string | null) => (at === null ? '…' : formatTime(new Date(at), zone))
  return `${location === null ? '' : `${location}: `}${texts.window(text(startDateTime), text(endDateTime))}`
}

/** The places with seats, if the exam has such. */
function Seats({ slots }: { slots: readonly Slot[] }) {
  const zone = useZone()
  const places = slots.filter(slot => slot.instructorProctorSid !== null)
  if (places.length === 0) return null
  const options = places.map(slot => ({
    value: slot.instructorProctorSid ?? '',
    label: [
      windowOf(slot, zone),
      slot.remaining === null ? '' : texts.seats(formatNumber(slot.remaining)),
    ].join(' '),
  }))
  return (
    <SelectField name="slot" label={texts.slot} options={[{ value: '', label: texts.anySlot }, ...options]} />
  )
}
