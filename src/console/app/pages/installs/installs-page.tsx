// The installs of the account.

import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { ItemOf } from '../../../../client/index.ts'
import { api } from '../../api/client.ts'
import { installsQuery } from '../../api/installs.ts'
import { useCan } from '../../api/session.ts'
import { createdColumn } from '../../components/created-column.tsx'
import { DialogButton, DialogFoot } from '../../components/dialog.tsx'
import { Form, TextField } from '../../components/form.tsx'
import { List } from '../../components/list.tsx'
import { Page, ShortSid } from '../../components/parts.tsx'
import type { Column } from '../../components/table.tsx'
import { useUrlState } from '../../components/url-state.ts'
import { useAction } from '../../components/use-action.ts'
import { common } from '../../i18n/common.ts'
import { formatNumber } from '../../i18n/format.ts'
import { texts } from './texts.ts'

const FirstSteps = lazy(async () => ({ default: (await import('../overview/first-steps.tsx')).FirstSteps }))

type Install = ItemOf<'/api/installs'>

const columns: readonly (Column<Install> & { sortKey?: 'name' | 'createdDate' })[] = [
  {
    key: 'name',
    label: texts.name,
    sortKey: 'name',
    render: ({ sid, name }) => (
      <Link to="/installs/$install" params={{ install: sid }}>
        {name}
      </Link>
    ),
  },
  { key: 'live', label: texts.live, width: 9, isNumber: true, render: row => formatNumber(row.liveSessions) },
  { key: 'users', label: texts.users, width: 7, isNumber: true, render: row => formatNumber(row.users) },
  { key: 'exams', label: texts.exams, width: 7, isNumber: true, render: row => formatNumber(row.exams) },
  { ...createdColumn(row => row.createdDate), sortKey: 'createdDate' },
  { key: 'sid', label: common.id, width: 8, isSecondary: true, render: ({ sid }) => <ShortSid sid={sid} /> },
]

export function InstallsPage() {
  const can = useCan()
  const { name } = useUrlState().state
  const isEmpty = useQuery(installsQuery).data?.results.length === 0
  return (
    <Page title={texts.title} intro={texts.intro} actions={can('sp:CreateInstall') && <CreateButton />}>
      {isEmpty && (
        <Suspense>
          <FirstSteps />
        </Suspense>
      )}
      <List
        label={texts.title}
        columns={columns}
        keyOf={({ sid }) => sid}
        queryKey={['/api/installs']}
        load={(page, signal) =>
          api.get('/api/installs', { query: { ...page, ...(name && { name }) }, signal })
        }
        filters={[{ name: 'name', label: texts.nameFilter, kind: 'text' }]}
        defaultSort="name"
        empty={texts.none}
        minWidth={36}
      />
    </Page>
  )
}

function CreateButton() {
  const navigate = useNavigate()
  const create = useAction(async (name: string) => {
    const { sid } = await api.post('/v1/installs', { body: { name } })
    await navigate({ to: '/installs/$install', params: { install: sid } })
  }, texts.created)
  return (
    <DialogButton label={texts.create} title={texts.create} kind="primary">
      {close => (
        <Form
          label={texts.create}
          problem={create.problem}
          onSubmit={({ name = '' }) => void create.run(name.trim()).then(isDone => isDone && close())}>
          <TextField name="name" label={texts.name} {...{ isRequired: true, isFirst: true }} />
          <DialogFoot submit={common.create} isPending={create.isPending} onCancel={close} />
        </Form>
      )}
    </DialogButton>
  )
}
