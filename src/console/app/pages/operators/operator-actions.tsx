// What can be done with an operator, in a dialog.

import { type ItemOf, sid } from '../../../../client/index.ts'
import { api } from '../../api/client.ts'
import { useAccountCan, useMe } from '../../api/session.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmButton, DialogButton, DialogFoot } from '../../components/dialog.tsx'
import { Form, SelectField, TextField, type Values } from '../../components/form.tsx'
import { ProblemNotice } from '../../components/problem.tsx'
import { useAction } from '../../components/use-action.ts'
import { common } from '../../i18n/common.ts'
import { isRole, mayGrant, roles } from './roles.ts'
import { texts } from './texts.ts'

type Operator = ItemOf<'/api/operators'>
type Props = { operator: Operator }

export function OperatorActions({ operator }: Props) {
  const me = useMe()
  if (me?.id === operator.id) return <span className="quiet">{texts.you}</span>
  // Nobody changes an operator above the own role.
  if (!mayGrant(me?.role, operator.role)) return null
  return (
    <DialogButton
      kind="quiet"
      label={texts.change}
      name={texts.changeOf(operator.name)}
      title={operator.name}>
      {close => (
        <>
          <ChangeForm operator={operator} onDone={close} />
          <hr />
          <Access operator={operator} />
        </>
      )}
    </DialogButton>
  )
}

function ChangeForm({ operator, onDone }: Props & { onDone(): void }) {
  const me = useMe()
  const change = useAction(({ name = '', role }: Values) => {
    const body = { name: name.trim(), ...(isRole(role) && { role }) }
    return api.put('/api/operators/{operatorSid}', { params: { operatorSid: sid('OP', operator.id) }, body })
  }, common.saved)
  return (
    <Form
      label={texts.changeOf(operator.name)}
      problem={change.problem}
      onSubmit={values => void change.run(values).then(isDone => isDone && onDone())}>
      <TextField name="name" label={texts.name} defaultValue={operator.name} isRequired />
      <SelectField
        name="role"
        label={common.role}
        defaultValue={operator.role}
        options={roles
          .filter(role => mayGrant(me?.role, role))
          .map(role => ({ value: role, label: texts.roles[role] }))}
      />
      <DialogFoot submit={common.save} isPending={change.isPending} onCancel={onDone} />
    </Form>
  )
}

function Access({ operator }: Props) {
  const can = useAccountCan()
  const request = { params: { operatorSid: sid('OP', operator.id) } }
  const reinvite = useAction(() => api.post('/api/operators/{operatorSid}/invite', request), texts.invited)
  const disable = useAction(() => api.post('/api/operators/{operatorSid}/disable', request), texts.disabled)
  const enable = useAction(() => api.post('/api/operators/{operatorSid}/enable', request), texts.enabled)
  const remove = useAction(() => api.delete('/api/operators/{operatorSid}', request), texts.deleted)
  return (
    <div className="stack">
      <ProblemNotice problem={reinvite.problem ?? enable.problem} />
      <div className="page-actions">
        {operator.status === 'invited' && can('sp:ReinviteOperator') && (
          <Button isPending={reinvite.isPending} onPress={() => void reinvite.run()}>
            {texts.reinvite}
          </Button>
        )}
        {operator.status === 'disabled' && can('sp:EnableOperator') && (
          <Button isPending={enable.isPending} onPress={() => void enable.run()}>
            {texts.enable}
          </Button>
        )}
        {operator.status !== 'disabled' && can('sp:DisableOperator') && (
          <ConfirmButton label={texts.disable} title={texts.disable} action={disable}>
            {texts.disableText}
          </ConfirmButton>
        )}
        {can('sp:DeleteOperator') && (
          <ConfirmButton label={common.delete} title={operator.name} kind="danger" action={remove}>
            {texts.deleteText}
          </ConfirmButton>
        )}
      </div>
    </div>
  )
}
