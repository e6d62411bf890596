// One person: the profile, what can be done with it, and where the person's sessions and tokens are.

import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { sid } from '../../../../client/index.ts'
import { api, read } from '../../api/client.ts'
import { useInstallSid } from '../../api/installs.ts'
import { useCan } from '../../api/session.ts'
import { announce } from '../../components/announcer.tsx'
import { Copyable } from '../../components/copy.tsx'
import { ConfirmButton, DialogButton, DialogFoot } from '../../components/dialog.tsx'
import { Form, type Values } from '../../components/form.tsx'
import { Facts, Loaded, Page, Section } from '../../components/parts.tsx'
import { PersonField } from '../../components/person-search.tsx'
import { Time } from '../../components/time.tsx'
import { useAction } from '../../components/use-action.ts'
import { common } from '../../i18n/common.ts'
import { EditPersonForm, type Person } from './person-form.tsx'
import { texts } from './texts.ts'

export function PersonPage() {
  const can = useCan()
  const installSid = useInstallSid()
  const { user = '' } = useParams({ strict: false })
  const params = { installSid, userSid: sid('US', user) }
  const profile = useQuery(read('/v1/installs/{installSid}/users/{userSid}/profile', { params }))
  return (
    <Loaded query={profile}>
      {record => (
        <Page
          title={`${record.firstName} ${record.lastName}`}
          intro={record.email}
          actions={
            <>
              {can('sp:UpdateUser') && <EditButton person={record} />}
              {can('sp:MergeUsers') && <MergeButton />}
              {can('sp:EraseUser') && <EraseButton email={record.email ?? ''} />}
            </>
          }>
          <p>
            <Link to="/installs/$install/users" params={{ install: installSid }}>
              {texts.title}
            </Link>{' '}
            ·{' '}
            <Link
              to="/installs/$install/sessions"
              params={{ install: installSid }}
              search={{ learner: user }}>
              {texts.sessions}
            </Link>{' '}
            ·{' '}
            <Link to="/installs/$install/tokens" params={{ install: installSid }} search={{ person: user }}>
              {texts.tokens}
            </Link>
          </p>
          <Section title={texts.profile}>
            <Facts
              rows={[
                [texts.role, roleOf(record.role)],
                [texts.username, record.username],
                [texts.enabled, record.enabled ? common.yes : common.no],
                [texts.preferredEmail, record.preferredEmail],
                [texts.mobilePhone, record.mobilePhone],
                [texts.homePhone, record.homePhone],
                [texts.address, record.address],
                [texts.zone, record.timezone?.name],
                [
                  texts.course,
                  record.course && (
                    <Link
                      key="course"
                      to="/installs/$install/courses/$course"
                      params={{ install: installSid, course: record.course.sid }}>
                      {record.course.title}
                    </Link>
                  ),
                ],
                [texts.exam, record.exam?.title],
                [common.created, <Time key="created" at={record.createdDate} />],
              ]}
            />
          </Section>
          <Section title={texts.ids}>
            <Facts
              rows={[
                ['LMS', record.lmsId],
                ['SIS', record.sisId],
                ['API', record.apiId],
                [texts.externalId, record.externalId],
                [common.id, <Copyable key="id" text={user} label={common.id} />],
              ]}
            />
          </Section>
        </Page>
      )}
    </Loaded>
  )
}

const roleOf = (role: string): string =>
  Object.entries(texts.roles).find(([name]) => name === role)?.[1] ?? role

function EditButton({ person }: { person: Person }) {
  return (
    <DialogButton label={common.edit} title={texts.editPerson} isWide>
      {close => <EditPersonForm person={person} onDone={close} />}
    </DialogButton>
  )
}

/** For a person who has two records. Leads to the one that remains. */
function MergeButton() {
  const installSid = useInstallSid()
  const { user } = useParams({ strict: false })
  const navigate = useNavigate()
  const merge = useAction(async ({ intoUserSid }: Values) => {
    const remains = await api.post('/v1/installs/{installSid}/users/{userSid}/merge', {
      params: { installSid, userSid: sid('US', user) },
      body: { intoUserSid: sid('US', intoUserSid) },
    })
    await navigate({
      to: '/installs/$install/users/$user',
      params: { install: installSid, user: remains.sid },
    })
  }, texts.merged)
  return (
    <DialogButton label={texts.merge} title={texts.merge}>
      {close => (
        <Form
          label={texts.merge}
          problem={merge.problem}
          onSubmit={values => void merge.run(values).then(isDone => isDone && close())}>
          <p>{texts.mergeText}</p>
          <PersonField name="intoUserSid" label={texts.mergeInto} {...{ isRequired: true, isFirst: true }} />
          <DialogFoot submit={texts.merge} kind="danger" isPending={merge.isPending} onCancel={close} />
        </Form>
      )}
    </DialogButton>
  )
}

function EraseButton({ email }: { email: string }) {
  const installSid = useInstallSid()
  const { user } = useParams({ strict: false })
  const navigate = useNavigate()
  const erase = useAction(async () => {
    await api.delete('/v1/installs/{installSid}/users/{userSid}', {
      params: { installSid, userSid: sid('US', user) },
    })
    announce(texts.erased)
    await navigate({ to: '/installs/$install/users', params: { install: installSid } })
  })
  return (
    <ConfirmButton label={texts.erase} title={texts.erase} kind="danger" action={erase} typed={email}>
      {texts.eraseText}
    </ConfirmButton>
  )
}
