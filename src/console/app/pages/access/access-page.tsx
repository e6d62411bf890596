// The API credentials of the account and of its installs.

import { useState } from 'react'
import type { ItemOf } from '../../../../client/index.ts'
import { api } from '../../api/client.ts'
import { useAccountCan } from '../../api/session.ts'
import { Button } from '../../components/button.tsx'
import { createdColumn } from '../../components/created-column.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { List } from '../../components/list.tsx'
import { Badge, Page, ShortSid } from '../../components/parts.tsx'
import type { Column } from '../../components/table.tsx'
import { Time } from '../../components/time.tsx'
import { useUrlState } from '../../components/url-state.ts'
import { common } from '../../i18n/common.ts'
import { activeFilter, activeQuery } from './active-filter.ts'
import { CredentialActions, SecretDialog } from './credential-actions.tsx'
import { CredentialForm } from './credential-form.tsx'
import { texts } from './texts.ts'

type Credential = ItemOf<'/api/credentials'>

const columns: readonly (Column<Credential> & { sortKey?: 'name' | 'createdDate' })[] = [
  { key: 'name', label: texts.name, sortKey: 'name', render: ({ name }) => name },
  { key: 'role', label: texts.role, width: 7, render: ({ role }) => texts.roles[role] },
  {
    key: 'state',
    label: texts.state,
    width: 11,
    render: ({ active }) => (
      <Badge tone={active ? 'good' : 'over'}>{active ? texts.active : texts.inactive}</Badge>
    ),
  },
  {
    key: 'scope',
    label: texts.scope,
    width: 7,
    isSecondary: true,
    render: ({ installSid }) => (installSid === null ? common.all : <ShortSid sid={installSid} />),
  },
  {
    key: 'expires',
    label: texts.expires,
    width: 9,
    isSecondary: true,
    render: ({ expiresAt }) => <Time at={expiresAt} format="date" without={common.never} />,
  },
  { ...createdColumn(row => row.createdDate), sortKey: 'createdDate' },
]

const actions: Column<Credential> & { sortKey?: never } = {
  key: 'actions',
  label: common.actions,
  width: 17.25,
  render: credential => <CredentialActions credential={credential} />,
}

export function AccessPage() {
  const can = useAccountCan()
  const query = activeQuery(useUrlState().state)
  return (
    <Page
      title={texts.title}
      intro={texts.intro}
      needs="sp:ListAccountCredentials"
      actions={can('sp:CreateAccountCredential') && <CreateButton />}>
      <List<Credential, 'name' | 'createdDate'>
        label={texts.title}
        columns={can('sp:RevokeAccountCredential') ? [...columns, actions] : columns}
        keyOf={({ sid }) => sid}
        queryKey={['/api/credentials']}
        load={(page, signal) => api.get('/api/credentials', { query: { ...page, ...query }, signal })}
        filters={[activeFilter]}
        defaultSort="-createdDate"
        empty={texts.none}
        minWidth={44}
      />
    </Page>
  )
}

function CreateButton() {
  const [isOpen, setOpen] = useState(false)
  const [secret, setSecret] = useState<string>()
  return (
    <>
      <Button kind="primary" onPress={() => setOpen(true)}>
        {texts.create}
      </Button>
      {isOpen && (
        <Dialog title={texts.create} onClose={() => setOpen(false)} isWide>
          <CredentialForm
            onCancel={() => setOpen(false)}
            onCreated={created => {
              setOpen(false)
              setSecret(created)
            }}
          />
        </Dialog>
      )}
      {secret !== undefined && (
        <SecretDialog title={texts.created} secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </>
  )
}
