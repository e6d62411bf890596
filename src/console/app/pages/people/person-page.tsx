// One person: the profile, and where the person's sessions and tokens are.

import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { sid } from '../../../../client/index.ts'
import { api, read } from '../../api/client.ts'
import { useInstallSid } from '../../api/installs.ts'
import { useCan } from '../../api/session.ts'
import { announce } from '../../components/announcer.tsx'
import { ConfirmButton } from '../../components/dialog.tsx'
import { Copyable, Facts, Loaded, Page, Section } from '../../components/parts.tsx'
import { Time } from '../../components/time.tsx'
import { useAction } from '../../components/use-action.ts'
import { common } from '../../i18n/common.ts'
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
          actions={can('sp:EraseUser') && <EraseButton email={record.email ?? ''} />}>
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
                [texts.role, record.role],
                [texts.username, record.username],
                [texts.enabled, record.enabled ? common.yes : common.no],
                [texts.phone, record.mobilePhone ?? record.homePhone],
                [texts.zone, record.timezone?.name],
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
                [common.id, <Copyable key="id" text={user} label={common.id} />],
              ]}
            />
          </Section>
        </Page>
      )}
    </Loaded>
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
