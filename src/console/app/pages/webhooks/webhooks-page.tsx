// The endpoints of the application.

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, read } from '../../api/client.ts'
import { useAccountCan } from '../../api/session.ts'
import { ofApplication, useApplication } from '../../components/application.tsx'
import { createdColumn } from '../../components/created-column.tsx'
import { DialogButton } from '../../components/dialog.tsx'
import { Badge, Empty, Loaded } from '../../components/parts.tsx'
import { type Column, Table } from '../../components/table.tsx'
import { useAction } from '../../components/use-action.ts'
import { common } from '../../i18n/common.ts'
import { EndpointForm, type EndpointInput } from './endpoint-form.tsx'
import { WebhooksFrame } from './frame.tsx'
import { texts } from './texts.ts'

type Row = {
  id: string
  url: string
  events: readonly string[]
  active: boolean
  installSid: string | null
  createdAt: number
}

const columns: readonly Column<Row>[] = [
  {
    key: 'url',
    label: texts.url,
    render: ({ id, url }) => (
      <Link to="/webhooks/$webhook" params={{ webhook: id }} search={ofApplication}>
        {url}
      </Link>
    ),
  },
  {
    key: 'active',
    label: common.status,
    render: ({ active }) => (
      <Badge tone={active ? 'good' : 'over'}>{active ? texts.active : texts.inactive}</Badge>
    ),
  },
  { key: 'events', label: texts.events, render: ({ events }) => events.join(', '), isSecondary: true },
  createdColumn(row => row.createdAt),
]

export function WebhooksPage() {
  const can = useAccountCan()
  const { headers } = useApplication()
  const endpoints = useQuery(read('/api/webhooks', { query: { limit: 1000 }, headers }))
  return (
    <WebhooksFrame actions={can('sp:CreateWebhook') && <CreateButton />}>
      <Loaded query={endpoints}>
        {rows =>
          rows.length === 0 ? (
            <Empty>{texts.noEndpoints}</Empty>
          ) : (
            <Table label={texts.endpoints} columns={columns} rows={rows} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
    </WebhooksFrame>
  )
}

function CreateButton() {
  const { headers } = useApplication()
  const create = useAction(
    ({ url, secret = '', events, filter }: EndpointInput) =>
      api.post('/api/webhooks', { body: { url, secret, events, filter }, headers }),
    texts.createdDone,
  )
  return (
    <DialogButton label={texts.create} title={texts.create} kind="primary">
      {close => <EndpointForm action={create} onDone={close} />}
    </DialogButton>
  )
}
