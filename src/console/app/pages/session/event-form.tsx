// Reports an event of the session.

import { useQuery } from '@tanstack/react-query'
import type { RequestOf } from '../../../../client/index.ts'
import { api, read } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import { DialogButton, DialogFoot } from '../../components/dialog.tsx'
import { Form, SelectField, TextArea, TextField, type Values } from '../../components/form.tsx'
import { Empty, Loaded } from '../../components/parts.tsx'
import { useAction } from '../../components/use-action.ts'
import { useSessionPath } from './record.ts'
import { texts } from './texts.ts'

const path = '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}/events'
type Input = RequestOf<'post', typeof path, never>['body']

export function ReportEvent() {
  const can = useCan()
  if (!can('sp:CreateSessionEvent')) return null
  return (
    <DialogButton label={texts.addEvent} title={texts.addEvent}>
      {close => <EventForm onDone={close} />}
    </DialogButton>
  )
}

function EventForm({ onDone }: { onDone(): void }) {
  const params = useSessionPath()
  const types = useQuery(
    read('/v1/installs/{installSid}/eventTypes', {
      params: { installSid: params.installSid },
      query: { limit: 1000, sortKeys: 'name' },
    }),
  )
  const report = useAction(({ type = '', title = '', details = '' }: Values) => {
    const body = {
      eventTypeSid: type,
      title: title.trim(),
      ...(details.trim() && { details: details.trim() }),
    }
    return api.post(path, { params, body: body as Input })
  }, texts.eventAdded)
  return (
    <Loaded query={types}>
      {({ results }) =>
        results.length === 0 ? (
          <Empty>{texts.noTypes}</Empty>
        ) : (
          <Form
            label={texts.addEvent}
            problem={report.problem}
            onSubmit={values => void report.run(values).then(isDone => isDone && onDone())}>
            <SelectField
              name="type"
              label={texts.eventType}
              options={results.map(type => ({ value: type.sid, label: type.name }))}
            />
            <TextField name="title" label={texts.title} {...{ isRequired: true, isFirst: true }} />
            <TextArea name="details" label={texts.details} rows={4} />
            <DialogFoot submit={texts.addEvent} isPending={report.isPending} onCancel={onDone} />
          </Form>
        )
      }
    </Loaded>
  )
}
