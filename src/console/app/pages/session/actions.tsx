// What can be done with a session. Its status decides; what is not possible is shown with the reason.

import type { ReactNode } from 'react'
import type { Action } from '../../../../shared/auth/policy/actions.ts'
import { api } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import { Button, type ButtonProps } from '../../components/button.tsx'
import { ConfirmButton, DialogButton, DialogFoot } from '../../components/dialog.tsx'
import { Form, SelectField, TextArea, type Values } from '../../components/form.tsx'
import { ProblemNotice } from '../../components/problem.tsx'
import { useAction } from '../../components/use-action.ts'
import { type Session, useSessionPath } from './record.ts'
import { ScheduleForm } from './schedule-form.tsx'
import { texts } from './texts.ts'

const path = '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}'

export function SessionActions({ session }: { session: Session }) {
  const can = useCan()
  const params = useSessionPath()
  const allowed = session.sessionInfo?.allowedActions ?? []
  const reasonOf = (name: string) =>
    allowed.includes(name) ? undefined : texts.notAllowed(texts.statuses[session.status])
  const approve = useAction(() => api.post(`${path}/approve`, { params }), texts.approved)
  const start = useAction(() => api.post(`${path}/start`, { params }), texts.startedNow)
  const end = useAction(() => api.post(`${path}/end`, { params }), texts.endedNow)
  const shown = (action: Action, button: ReactNode) => can(action) && button
  const isScheduled = allowed.includes('reschedule')
  return (
    <div className="stack">
      <div className="page-actions start">
        {isScheduled
          ? shown('sp:RescheduleSession', <ScheduleButton session={session} isChange />)
          : shown('sp:ScheduleSession', <ScheduleButton session={session} reason={reasonOf('schedule')} />)}
        {shown(
          'sp:ApproveSession',
          <Button
            isPending={approve.isPending}
            reason={reasonOf('approve')}
            onPress={() => void approve.run()}>
            {texts.approve}
          </Button>,
        )}
        {shown('sp:DenySession', <DenyButton reason={reasonOf('deny')} />)}
        {shown(
          'sp:StartSession',
          <ConfirmButton
            label={texts.start}
            title={texts.start}
            action={start}
            reason={session.running ? texts.alreadyRuns : reasonOf('start')}>
            {texts.startText}
          </ConfirmButton>,
        )}
        {shown(
          'sp:EndSession',
          <ConfirmButton
            label={texts.endSession}
            title={texts.endSession}
            action={end}
            reason={reasonOf('end')}>
            {texts.endText}
          </ConfirmButton>,
        )}
        {shown('sp:ReviewSession', <ReviewButton reason={reasonOf('review')} />)}
        {shown('sp:CancelSession', <CancelButton reason={reasonOf('cancel')} />)}
        {shown('sp:VoidSession', <VoidButton reason={reasonOf('void')} />)}
      </div>
      <ProblemNotice problem={approve.problem} />
    </div>
  )
}

type ReasonProps = { reason: string | undefined }

function ScheduleButton({
  session,
  isChange = false,
  reason,
}: {
  session: Session
  isChange?: boolean
  reason?: string | undefined
}) {
  const label = isChange ? texts.reschedule : texts.schedule
  return (
    <DialogButton label={label} title={label} reason={reason}>
      {close => <ScheduleForm session={session} isChange={isChange} onDone={close} />}
    </DialogButton>
  )
}

type FormButtonProps = ReasonProps & {
  label: string
  kind?: ButtonProps['kind']
  done: string
  perform(values: Values): Promise<unknown>
  children: ReactNode
}

/** A button that asks for the values of a request. */
function FormButton({ label, kind, reason, done, perform, children }: FormButtonProps) {
  const action = useAction(perform, done)
  return (
    <DialogButton label={label} title={label} kind={kind} reason={reason}>
      {close => (
        <Form
          label={label}
          problem={action.problem}
          onSubmit={values => void action.run(values).then(isDone => isDone && close())}>
          {children}
          <DialogFoot
            submit={label}
            kind={kind === 'danger' ? 'danger' : 'primary'}
            isPending={action.isPending}
            onCancel={close}
          />
        </Form>
      )}
    </DialogButton>
  )
}

function DenyButton({ reason }: ReasonProps) {
  const params = useSessionPath()
  return (
    <FormButton
      {...{ label: texts.deny, done: texts.denied, reason }}
      perform={({ text = '' }) => api.post(`${path}/deny`, { params, body: { reason: text.trim() } })}>
      <TextArea name="text" label={texts.denyReason} rows={3} isRequired />
    </FormButton>
  )
}

function ReviewButton({ reason }: ReasonProps) {
  const params = useSessionPath()
  const outcomes = ['passed', 'violation', 'suspicious'] as const
  return (
    <FormButton
      {...{ label: texts.review, done: texts.reviewDone, reason }}
      perform={({ outcome, notes = '' }) =>
        api.post(`${path}/review`, {
          params,
          body: {
            outcome: outcomes.find(each => each === outcome) ?? 'passed',
            ...(notes.trim() && { notes: notes.trim() }),
          },
        })
      }>
      <SelectField
        name="outcome"
        label={texts.outcome}
        options={outcomes.map(value => ({ value, label: texts.outcomes[value] }))}
      />
      <TextArea name="notes" label={texts.notes} rows={4} />
    </FormButton>
  )
}

function CancelButton({ reason }: ReasonProps) {
  const params = useSessionPath()
  const reasons = [
    ...(['changed-time', 'technical-issue', 'other-reason'] as const),
    ...(['no-show', 'withdrawn', 'removed-by-limited-scope'] as const),
  ]
  return (
    <FormButton
      {...{ label: texts.cancel, kind: 'danger', done: texts.cancelled, reason }}
      perform={({ why }) =>
        api.delete(path, { params, body: { reason: reasons.find(each => each === why) ?? 'other-reason' } })
      }>
      <p>{texts.cancelText}</p>
      <SelectField
        name="why"
        label={texts.reason}
        options={reasons.map(value => ({ value, label: texts.reasons[value] }))}
      />
    </FormButton>
  )
}

function VoidButton({ reason }: ReasonProps) {
  const params = useSessionPath()
  return (
    <FormButton
      {...{ label: texts.void, kind: 'danger', done: texts.voided, reason }}
      perform={({ text = '' }) => api.post(`${path}/void`, { params, body: { reason: text.trim() } })}>
      <p>{texts.voidText}</p>
      <TextArea name="text" label={texts.voidReason} rows={3} isRequired />
    </FormButton>
  )
}
