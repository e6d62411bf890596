// The operators of the account.

import type { ItemOf } from '../../../../client/index.ts'
import { api } from '../../api/client.ts'
import { useAccountCan, useMe } from '../../api/session.ts'
import { createdColumn } from '../../components/created-column.tsx'
import { DialogButton, DialogFoot } from '../../components/dialog.tsx'
import { Form, SelectField, TextField, type Values } from '../../components/form.tsx'
import { List } from '../../components/list.tsx'
import { Badge, Page, type Tone } from '../../components/parts.tsx'
import type { Column } from '../../components/table.tsx'
import { Time } from '../../components/time.tsx'
import { useUrlState } from '../../components/url-state.ts'
import { useAction } from '../../components/use-action.ts'
import { common } from '../../i18n/common.ts'
import { OperatorActions } from './operator-actions.tsx'
import { isRole, mayGrant, roles } from './roles.ts'
import { texts } from './texts.ts'

type Operator = ItemOf<'/api/operators'>

const tones: Record<Operator['status'], Tone> = { invited: 'wait', active: 'good', disabled: 'over' }

const columns: readonly (Column<Operator> & { sortKey?: 'createdDate' })[] = [
  {
    key: 'name',
    label: texts.name,
    render: ({ name, email }) => (
      <span className="two-lines" title={email}>
        <strong>{name}</strong>
        <span className="quiet">{email}</span>
      </span>
    ),
  },
  { key: 'role', label: common.role, width: 7, render: ({ role }) => texts.roleNames[role] },
  {
    key: 'status',
    label: common.status,
    width: 8,
    render: ({ status }) => <Badge tone={tones[status]}>{texts.statuses[status]}</Badge>,
  },
  {
    key: 'mfa',
    label: texts.mfa,
    width: 10.5,
    isSecondary: true,
    render: ({ mfaEnabled }) => (mfaEnabled ? texts.on : <span className="quiet">{texts.off}</span>),
  },
  {
    key: 'last',
    label: texts.lastLogin,
    width: 17,
    isSecondary: true,
    render: ({ lastLoginAt }) => <Time at={lastLoginAt} without={common.never} />,
  },
  { ...createdColumn(row => row.createdAt), sortKey: 'createdDate' },
]

const actions: Column<Operator> & { sortKey?: never } = {
  key: 'actions',
  label: common.actions,
  width: 8.5,
  render: operator => <OperatorActions operator={operator} />,
}

export function OperatorsPage() {
  const can = useAccountCan()
  const role = useUrlState().state['role']
  const mayChange = can('sp:UpdateOperator')
  return (
    <Page title={texts.title} intro={texts.intro} actions={can('sp:InviteOperator') && <InviteButton />}>
      <List<Operator, 'createdDate'>
        label={texts.title}
        columns={mayChange ? [...columns, actions] : columns}
        keyOf={({ id }) => id}
        queryKey={['/api/operators']}
        load={(page, signal) =>
          api.get('/api/operators', { query: { ...page, ...(isRole(role) && { role }) }, signal })
        }
        filters={[
          {
            ...{ name: 'role', label: common.role, kind: 'choice' },
            options: roles.map(each => ({ value: each, label: texts.roleNames[each] })),
          },
        ]}
        defaultSort="createdDate"
        empty={texts.none}
        minWidth={36}
      />
    </Page>
  )
}

function InviteButton() {
  const me = useMe()
  const invite = useAction(({ email = '', name = '', role }: Values) => {
    if (!isRole(role)) return Promise.resolve()
    return api.post('/api/operators', { body: { email: email.trim(), name: name.trim(), role } })
  }, texts.invited)
  const grantable = roles.filter(role => mayGrant(me?.role, role))
  return (
    <DialogButton label={texts.invite} title={texts.invite} kind="primary">
      {close => (
        <Form
          label={texts.invite}
          problem={invite.problem}
          onSubmit={values => void invite.run(values).then(isDone => isDone && close())}>
          <TextField name="name" label={texts.name} {...{ isRequired: true, isFirst: true }} />
          <TextField name="email" type="email" label={common.email} isRequired />
          <SelectField
            name="role"
            label={common.role}
            options={grantable.map(role => ({ value: role, label: texts.roles[role] }))}
          />
          <DialogFoot submit={texts.invite} isPending={invite.isPending} onCancel={close} />
        </Form>
      )}
    </DialogButton>
  )
}
