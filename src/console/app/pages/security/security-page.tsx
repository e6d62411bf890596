// What protects the operator's own sign-in.

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ItemOf, sid } from '../../../../client/index.ts'
import { api, read } from '../../api/client.ts'
import { useMe } from '../../api/session.ts'
import { Button } from '../../components/button.tsx'
import { Form, TextField, type Values } from '../../components/form.tsx'
import { Badge, Loaded, Page, Section } from '../../components/parts.tsx'
import { ProblemNotice } from '../../components/problem.tsx'
import { type Column, Table } from '../../components/table.tsx'
import { Time } from '../../components/time.tsx'
import { useAction } from '../../components/use-action.ts'
import { browserOf } from './browser.ts'
import { SecondFactor } from './second-factor.tsx'
import { texts } from './texts.ts'

export function SecurityPage() {
  return (
    <Page title={texts.title} intro={texts.intro}>
      <SecondFactor />
      <Section title={texts.password}>
        <PasswordForm />
      </Section>
      <Section title={texts.sessions}>
        <Sessions />
      </Section>
    </Page>
  )
}

function PasswordForm() {
  const me = useMe()
  const [changes, setChanges] = useState(0)
  const change = useAction(async ({ currentPassword = '', password = '' }: Values) => {
    await api.post('/api/auth/change-password', { body: { currentPassword, password } })
    setChanges(count => count + 1)
  }, texts.changed)
  return (
    <Form
      // Empty again after a change, but not after a refusal.
      key={changes}
      label={texts.change}
      problem={change.problem}
      className="form narrow"
      onSubmit={values => void change.run(values)}>
      {/* For password managers, which store a password with its account. */}
      <input type="hidden" autoComplete="username" value={me?.email ?? ''} readOnly />
      <TextField
        name="currentPassword"
        type="password"
        label={texts.current}
        autoComplete="current-password"
        isRequired
      />
      <TextField
        name="password"
        type="password"
        label={texts.next}
        hint={texts.nextHint}
        autoComplete="new-password"
        isRequired
      />
      <div>
        <Button type="submit" kind="primary" isPending={change.isPending}>
          {texts.change}
        </Button>
      </div>
    </Form>
  )
}

type OwnSession = ItemOf<'/api/auth/sessions'>

const columns: readonly Column<OwnSession>[] = [
  {
    key: 'device',
    label: texts.device,
    render: ({ userAgent, current }) => (
      <>
        <span title={userAgent ?? undefined}>{browserOf(userAgent) ?? texts.unknown}</span>{' '}
        {current && <Badge tone="good">{texts.currentOne}</Badge>}
      </>
    ),
  },
  { key: 'seen', label: texts.lastSeen, render: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
  { key: 'address', label: texts.address, render: ({ address }) => address ?? '–', isSecondary: true },
  { key: 'since', label: texts.since, render: ({ createdAt }) => <Time at={createdAt} />, isSecondary: true },
  { key: 'end', label: texts.end, render: session => !session.current && <EndButton session={session} /> },
]

function Sessions() {
  const sessions = useQuery(read('/api/auth/sessions', { query: { limit: 200 } }))
  return (
    <Loaded query={sessions}>
      {({ results }) => (
        <Table label={texts.sessions} columns={columns} rows={results} keyOf={({ id }) => id} />
      )}
    </Loaded>
  )
}

function EndButton({ session }: { session: OwnSession }) {
  const end = useAction(
    () => api.delete('/api/auth/sessions/{sessionSid}', { params: { sessionSid: sid('SI', session.id) } }),
    texts.ended,
  )
  return (
    <>
      <Button
        isPending={end.isPending}
        label={texts.endOf(browserOf(session.userAgent) ?? texts.unknown)}
        onPress={() => void end.run()}>
        {texts.end}
      </Button>
      <ProblemNotice problem={end.problem} />
    </>
  )
}
