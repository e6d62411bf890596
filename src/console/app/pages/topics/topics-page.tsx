// The live tail of a topic, and the synchronised documents of the application.

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ItemOf } from '../../../../client/index.ts'
import { api, read } from '../../api/client.ts'
import { useTopic } from '../../api/live.ts'
import { useAccountCan } from '../../api/session.ts'
import { ApplicationChooser, useApplication } from '../../components/application.tsx'
import { Button } from '../../components/button.tsx'
import { ConfirmButton } from '../../components/dialog.tsx'
import { Form, TextField } from '../../components/form.tsx'
import { List } from '../../components/list.tsx'
import { Badge, Empty, Loaded, Notice, Page, Section } from '../../components/parts.tsx'
import type { Column } from '../../components/table.tsx'
import { Time } from '../../components/time.tsx'
import { useUrlState } from '../../components/url-state.ts'
import { useAction } from '../../components/use-action.ts'
import { common } from '../../i18n/common.ts'
import { formatBytes, formatNumber } from '../../i18n/format.ts'
import { texts } from './texts.ts'

export function TopicsPage() {
  const can = useAccountCan()
  const { document } = useUrlState().state
  return (
    <Page title={texts.title} intro={texts.intro}>
      <ApplicationChooser />
      {can('sp:IssueJwt') ? <TailSection /> : <Notice tone="over">{texts.noTail}</Notice>}
      <Section title={texts.documents}>
        <Documents />
      </Section>
      {document && <DocumentContent name={document} />}
    </Page>
  )
}

function TailSection() {
  const { state, set } = useUrlState()
  return (
    <Section title={texts.tail}>
      <Form
        label={texts.tail}
        className="form narrow inline"
        onSubmit={({ topic = '' }) => set({ topic: topic.trim() || undefined })}>
        <TextField
          key={state['topic']}
          name="topic"
          label={texts.topic}
          defaultValue={state['topic'] ?? 'proctoring.exam_session'}
          {...{ isCode: true, isRequired: true }}
        />
        <Button type="submit">{texts.show}</Button>
      </Form>
      {state['topic'] && <Tail key={state['topic']} topic={state['topic']} />}
    </Section>
  )
}

type Shown = { key: number; at: number; text: string }

/** The newest ones are shown. */
const maxShown = 100

function Tail({ topic }: { topic: string }) {
  const { id } = useApplication()
  const [shown, setShown] = useState<readonly Shown[]>([])
  const { state } = useTopic(id, topic, {
    published: ({ data, offset = 0 }) =>
      setShown(old =>
        [{ key: offset, at: Date.now(), text: JSON.stringify(data, null, 2) }, ...old].slice(0, maxShown),
      ),
  })
  return (
    <div className="stack">
      <p role="status">
        <Badge tone={state === 'connected' ? 'good' : state === 'refused' ? 'bad' : 'wait'}>
          {texts.states[state]}
        </Badge>
      </p>
      {shown.length === 0 && <Empty>{texts.waiting}</Empty>}
      <ol className="tail">
        {shown.map(({ key, at, text }) => (
          <li key={key}>
            <Time at={at} format="seconds" />
            <pre className="code">{text}</pre>
          </li>
        ))}
      </ol>
    </div>
  )
}

type Document = ItemOf<'/api/documents'>

const columns: readonly Column<Document>[] = [
  {
    key: 'name',
    label: common.name,
    render: ({ name }) => (
      <Link to="." search={old => ({ ...old, document: name })}>
        {name}
      </Link>
    ),
  },
  {
    key: 'version',
    label: texts.version,
    width: 7,
    isNumber: true,
    render: ({ version }) => formatNumber(version),
  },
  { key: 'size', label: texts.size, width: 8, isNumber: true, render: ({ size }) => formatBytes(size) },
  {
    key: 'updated',
    label: texts.updated,
    width: 16,
    isSecondary: true,
    render: ({ updatedAt }) => <Time at={updatedAt} />,
  },
]

function Documents() {
  const { headers } = useApplication()
  return (
    <List
      label={texts.documents}
      columns={columns}
      keyOf={({ name }) => name}
      queryKey={['/api/documents', headers]}
      load={({ offset, limit }, signal) =>
        api.get('/api/documents', { query: { offset, limit }, headers, signal })
      }
      empty={texts.noDocuments}
    />
  )
}

function DocumentContent({ name }: { name: string }) {
  const can = useAccountCan()
  const { headers } = useApplication()
  const { set } = useUrlState()
  const request = { params: { documentName: name }, headers }
  const content = useQuery(read('/api/documents/{documentName}', request))
  const remove = useAction(async () => {
    await api.delete('/api/documents/{documentName}', request)
    set({ document: undefined })
  }, texts.deleted)
  return (
    <Section
      title={name}
      actions={
        can('sp:DeleteDocument') && (
          <ConfirmButton label={common.delete} title={name} kind="danger" action={remove}>
            {texts.deleteText}
          </ConfirmButton>
        )
      }>
      <Loaded query={content}>{value => <pre className="code">{JSON.stringify(value, null, 2)}</pre>}</Loaded>
    </Section>
  )
}
