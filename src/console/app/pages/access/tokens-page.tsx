// The tokens of an install, and the inspection of one.

import { useState } from 'react'
import type { ItemOf, RequestOf, ResponseOf } from '../../../../client/index.ts'
import { api } from '../../api/client.ts'
import { useInstallSid } from '../../api/installs.ts'
import { isPerson } from '../../api/people.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../components/button.tsx'
import { createdColumn } from '../../components/created-column.tsx'
import { ConfirmButton, DialogButton, DialogFoot } from '../../components/dialog.tsx'
import { Form, TextField } from '../../components/form.tsx'
import { List } from '../../components/list.tsx'
import { Badge, Notice, Page, ShortSid } from '../../components/parts.tsx'
import { NamedPersonLink } from '../../components/person-name.tsx'
import { personFilter } from '../../components/person-search.tsx'
import type { Column } from '../../components/table.tsx'
import { Time } from '../../components/time.tsx'
import { useUrlState } from '../../components/url-state.ts'
import { useAction } from '../../components/use-action.ts'
import { common } from '../../i18n/common.ts'
import { activeFilter, activeQuery } from './active-filter.ts'
import { texts } from './texts.ts'
import { TokenFamily } from './token-family.tsx'

const path = '/v1/installs/{installSid}/sts/tokens'
type Token = ItemOf<typeof path>
type Query = NonNullable<RequestOf<'get', typeof path, never>['query']>

const columns: readonly (Column<Token> & { sortKey?: 'createdDate' })[] = [
  { key: 'sid', label: texts.token, width: 8.5, render: token => <FamilyLink token={token} /> },
  {
    key: 'state',
    label: texts.state,
    width: 11,
    render: ({ active, reason }) => (
      <Badge tone={active ? 'good' : 'over'}>
        {active ? texts.active : reason ? texts.reasons[reason] : texts.inactive}
      </Badge>
    ),
  },
  { key: 'type', label: texts.element, render: row => row.elementType ?? row.tokenType },
  {
    key: 'person',
    label: texts.person,
    width: 12,
    isSecondary: true,
    render: ({ targetUserSid }) => (targetUserSid ? <NamedPersonLink person={targetUserSid} /> : '–'),
  },
  { key: 'ends', label: texts.ends, width: 16, render: ({ expiresAt }) => <Time at={expiresAt} /> },
  { ...createdColumn(row => row.createdDate), sortKey: 'createdDate' },
]

const actions: Column<Token> & { sortKey?: never } = {
  key: 'actions',
  label: common.actions,
  width: 9,
  render: token => token.active && <RevokeButton token={token} />,
}

export function TokensPage() {
  const can = useCan()
  const installSid = useInstallSid()
  const { state, set } = useUrlState()
  const { person, family } = state
  const query = {
    ...activeQuery(state),
    ...(isPerson(person) && { targetUserSid: person }),
  } as Query
  return (
    <Page
      title={texts.tokensTitle}
      intro={texts.tokensIntro}
      actions={can('sp:IntrospectStsToken') && <InspectButton />}>
      {family && can('sp:ReadStsAudit') && (
        <TokenFamily root={family} onClose={() => set({ family: undefined })} />
      )}
      {isPerson(person) && (
        <Notice tone="live">
          {texts.onlyPerson} <NamedPersonLink person={person} />{' '}
          <Button kind="quiet" onPress={() => set({ person: undefined })}>
            {texts.showAll}
          </Button>
          {can('sp:RevokeStsTokens') && <RevokePersonButton person={person} />}
        </Notice>
      )}
      <List<Token, 'createdDate'>
        label={texts.tokensTitle}
        columns={can('sp:RevokeStsToken') ? [...columns, actions] : columns}
        keyOf={({ sid }) => sid}
        queryKey={[path, installSid, person]}
        load={(page, signal) =>
          api.get(path, { params: { installSid }, query: { ...page, ...query }, signal })
        }
        filters={[activeFilter, personFilter('person', texts.person)]}
        defaultSort="-createdDate"
        empty={texts.noTokens}
        minWidth={54}
      />
    </Page>
  )
}

/** Opens the family of the token. */
function FamilyLink({ token: { sid, rootSid } }: { token: Token }) {
  const can = useCan()
  const { set } = useUrlState()
  if (!can('sp:ReadStsAudit')) return <ShortSid sid={sid} />
  return (
    <Button kind="quiet" label={texts.familyOf(sid)} onPress={() => set({ family: rootSid })}>
      <ShortSid sid={sid} />
    </Button>
  )
}

function RevokeButton({ token }: { token: Token }) {
  const installSid = useInstallSid()
  const revoke = useAction(
    () => api.delete(`${path}/{tokenSid}`, { params: { installSid, tokenSid: token.sid } }),
    texts.tokenRevoked,
  )
  return (
    <ConfirmButton
      label={texts.revokeToken}
      name={texts.revokeOf(token.sid)}
      title={texts.revokeToken}
      kind="danger"
      action={revoke}>
      {texts.revokeText}
    </ConfirmButton>
  )
}

function RevokePersonButton({ person }: { person: string }) {
  const installSid = useInstallSid()
  const revoke = useAction(
    () =>
      api.post('/v1/installs/{installSid}/sts/revocations', {
        params: { installSid },
        body: { targetUserSid: person as `US${string}` },
      }),
    texts.personRevoked,
  )
  return (
    <ConfirmButton label={texts.revokePerson} title={texts.revokePerson} kind="danger" action={revoke}>
      {texts.revokeText}
    </ConfirmButton>
  )
}

type Inspected = ResponseOf<'post', '/v1/installs/{installSid}/sts/introspect'>

function InspectButton() {
  const installSid = useInstallSid()
  const [answer, setAnswer] = useState<Inspected>()
  const inspect = useAction(async (token: string) => {
    const params = { installSid }
    setAnswer(await api.post('/v1/installs/{installSid}/sts/introspect', { params, body: { token } }))
  })
  return (
    <DialogButton label={texts.inspect} title={texts.inspect}>
      {close => (
        <Form
          label={texts.inspect}
          problem={inspect.problem}
          onSubmit={({ token = '' }) => void inspect.run(token.trim())}>
          <TextField
            name="token"
            type="password"
            label={texts.token}
            hint={texts.inspectHint}
            {...{ isRequired: true, isFirst: true }}
          />
          <div role="status">{answer && <pre className="code">{JSON.stringify(answer, null, 2)}</pre>}</div>
          <DialogFoot submit={texts.inspectDone} isPending={inspect.isPending} onCancel={close} />
        </Form>
      )}
    </DialogButton>
  )
}
