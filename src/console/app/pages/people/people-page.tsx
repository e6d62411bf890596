// The users of an install, and the import of a roster.

import { Link } from '@tanstack/react-router'
import type { ItemOf } from '../../../../client/index.ts'
import { api } from '../../api/client.ts'
import { useInstallSid } from '../../api/installs.ts'
import { useCan } from '../../api/session.ts'
import { DialogButton } from '../../components/dialog.tsx'
import type { Filter } from '../../components/filters.tsx'
import { List } from '../../components/list.tsx'
import { Page, ShortSid } from '../../components/parts.tsx'
import type { Column } from '../../components/table.tsx'
import { useUrlState } from '../../components/url-state.ts'
import { common } from '../../i18n/common.ts'
import { NewPersonForm } from './person-form.tsx'
import { Proctors } from './proctors.tsx'
import { RosterForm } from './roster-form.tsx'
import { texts } from './texts.ts'

type Person = ItemOf<'/v1/installs/{installSid}/users'>

const columns: readonly (Column<Person> & { sortKey?: 'lastName' | 'firstName' | 'createdDate' })[] = [
  {
    key: 'name',
    label: texts.name,
    sortKey: 'lastName',
    render: ({ sid, firstName, lastName }) => (
      <Link to="/installs/$install/users/$user" params={old => ({ install: old.install ?? '', user: sid })}>
        {lastName}, {firstName}
      </Link>
    ),
  },
  { key: 'email', label: texts.email, render: ({ email }) => email },
  { key: 'username', label: texts.username, isSecondary: true, render: ({ username }) => username ?? '–' },
  { key: 'sid', label: common.id, width: 8, isSecondary: true, render: ({ sid }) => <ShortSid sid={sid} /> },
]

const filters: readonly Filter[] = [
  { name: 'search', label: texts.search, kind: 'text' },
  { name: 'lastName', label: texts.lastName, kind: 'text' },
  { name: 'firstName', label: texts.firstName, kind: 'text' },
  { name: 'sisId', label: 'SIS', kind: 'text' },
  { name: 'lmsId', label: 'LMS', kind: 'text' },
]

export function PeoplePage() {
  const can = useCan()
  const installSid = useInstallSid()
  const { search, lastName, firstName, sisId, lmsId } = useUrlState().state
  const query = {
    ...(search && { search }),
    ...{ ...(lastName && { lastName }), ...(firstName && { firstName }) },
    ...{ ...(sisId && { sisId }), ...(lmsId && { lmsId }) },
  }
  return (
    <Page
      title={texts.title}
      intro={texts.intro}
      actions={
        <>
          {can('sp:ImportRoster') && <ImportButton />}
          {can('sp:CreateUser') && <CreateButton />}
        </>
      }>
      <List
        label={texts.title}
        columns={columns}
        keyOf={({ sid }) => sid}
        queryKey={['/v1/installs/{installSid}/users', installSid]}
        load={(page, signal) =>
          api.get('/v1/installs/{installSid}/users', {
            ...{ params: { installSid }, query: { ...page, ...query }, signal },
          })
        }
        filters={filters}
        defaultSort="lastName"
        empty={texts.none}
      />
      <Proctors />
    </Page>
  )
}

function ImportButton() {
  return (
    <DialogButton label={texts.import} title={texts.import} isWide>
      {close => <RosterForm onDone={close} />}
    </DialogButton>
  )
}

function CreateButton() {
  return (
    <DialogButton label={texts.newPerson} title={texts.newPerson} kind="primary" isWide>
      {close => <NewPersonForm onDone={close} />}
    </DialogButton>
  )
}
