// One endpoint: its settings, what can be done with it, and its latest attempts.

import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { type ResponseOf, sid } from '../../../../client/index.ts'
import { api, read } from '../../api/client.ts'
import { useAccountCan } from '../../api/session.ts'
import { announce } from '../../components/announcer.tsx'
import { ofApplication, useApplication } from '../../components/application.tsx'
import { Button } from '../../components/button.tsx'
import { Copyable } from '../../components/copy.tsx'
import { ConfirmButton, DialogButton, DialogFoot } from '../../components/dialog.tsx'
import { Form, TextField } from '../../components/form.tsx'
import { Badge, Facts, Loaded, Notice, Page, Section } from '../../components/parts.tsx'
import { ProblemNotice } from '../../components/problem.tsx'
import { Time, useZone } from '../../components/time.tsx'
import { useAction, useEdit } from '../../components/use-action.ts'
import { common } from '../../i18n/common.ts'
import { formatNumber } from '../../i18n/format.ts'
import { instantOf } from '../../i18n/wall-clock.ts'
import { AttemptList } from './attempt-list.tsx'
import { EndpointForm, type EndpointInput, SecretField } from './endpoint-form.tsx'
import { texts } from './texts.ts'

type Endpoint = ResponseOf<'get', '/api/webhooks/{webhookSid}'>

/** The path parameters and the headers of requests about the endpoint. */
function useRequest() {
  const { webhook } = useParams({ strict: false })
  const { headers } = useApplication()
  return { params: { webhookSid: sid('WH', webhook) }, headers }
}

export function WebhookPage() {
  const request = useRequest()
  const endpoint = useQuery(read('/api/webhooks/{webhookSid}', request))
  return (
    <Loaded query={endpoint}>
      {record => (
        <Page title={record.url} actions={<Actions endpoint={record} />}>
          <p>
            <Link to="/webhooks" search={ofApplication}>
              {texts.title}
            </Link>
          </p>
          <TestButton endpoint={record} />
          <Facts
            rows={[
              [
                common.status,
                <Badge key="status" tone={record.active ? 'good' : 'over'}>
                  {record.active ? texts.active : texts.inactive}
                </Badge>,
              ],
              [texts.events, record.events.join(', ')],
              [texts.filter, <code key="filter">{JSON.stringify(record.filter)}</code>],
              [texts.scope, record.installSid ?? texts.allInstalls],
              [common.created, <Time key="created" at={record.createdAt} />],
              [common.id, <Copyable key="id" text={record.id} label={common.id} />],
            ]}
          />
          <Section title={texts.lastAttempts}>
            <AttemptList webhookId={record.id} />
          </Section>
        </Page>
      )}
    </Loaded>
  )
}

function Actions({ endpoint }: { endpoint: Endpoint }) {
  const can = useAccountCan()
  const navigate = useNavigate()
  const request = useRequest()
  const activate = useAction(() => api.post('/api/webhooks/{webhookSid}/activate', request), texts.activated)
  const deactivate = useAction(
    () => api.post('/api/webhooks/{webhookSid}/deactivate', request),
    texts.deactivated,
  )
  const remove = useAction(async () => {
    await api.delete('/api/webhooks/{webhookSid}', request)
    announce(texts.deleted)
    await navigate({ to: '/webhooks', search: ofApplication })
  })
  return (
    <>
      <ProblemNotice problem={activate.problem} />
      {can('sp:UpdateWebhook') && <EditButton endpoint={endpoint} />}
      {can('sp:RotateWebhookSecret') && <RotateButton />}
      {can('sp:RecoverDeliveries') && <RecoverButton />}
      {!endpoint.active && can('sp:ActivateWebhook') && (
        <Button isPending={activate.isPending} onPress={() => void activate.run()}>
          {texts.activate}
        </Button>
      )}
      {endpoint.active && can('sp:DeactivateWebhook') && (
        <ConfirmButton label={texts.deactivate} title={texts.deactivate} action={deactivate}>
          {texts.deactivateText}
        </ConfirmButton>
      )}
      {can('sp:DeleteWebhook') && (
        <ConfirmButton label={common.delete} title={endpoint.url} kind="danger" action={remove}>
          {texts.deleteText}
        </ConfirmButton>
      )}
    </>
  )
}

function EditButton({ endpoint }: { endpoint: Endpoint }) {
  return (
    <DialogButton label={common.edit} title={common.edit}>
      {close => <EditForm endpoint={endpoint} onDone={close} />}
    </DialogButton>
  )
}

function EditForm({ endpoint, onDone }: { endpoint: Endpoint; onDone(): void }) {
  const request = useRequest()
  const update = useEdit(
    `/api/webhooks/${endpoint.id}`,
    (headers, { url, events, filter }: EndpointInput) =>
      api.put('/api/webhooks/{webhookSid}', {
        params: request.params,
        headers: { ...request.headers, ...headers },
        body: { url, events, filter },
      }),
    common.saved,
  )
  return <EndpointForm endpoint={endpoint} action={update} onDone={onDone} />
}

function RotateButton() {
  const request = useRequest()
  const rotate = useAction(
    (secret: string) =>
      api.post('/api/webhooks/{webhookSid}/rotate-secret', { ...request, body: { secret } }),
    texts.rotated,
  )
  return (
    <DialogButton label={texts.rotate} title={texts.rotate}>
      {close => (
        <Form
          problem={rotate.problem}
          label={texts.rotate}
          onSubmit={({ secret = '' }) => void rotate.run(secret.trim()).then(isDone => isDone && close())}>
          <p>{texts.rotateText}</p>
          <SecretField isRequired />
          <DialogFoot submit={texts.rotate} isPending={rotate.isPending} onCancel={close} />
        </Form>
      )}
    </DialogButton>
  )
}

function RecoverButton() {
  const request = useRequest()
  const zone = useZone()
  const recover = useAction(async (since: string) => {
    const body = { since: instantOf(since, zone).toISOString() }
    const { recovered, finished } = await api.post('/api/webhooks/{webhookSid}/recover', { ...request, body })
    announce((finished ? texts.recovered : texts.recoveredSoFar)(formatNumber(recovered)))
  })
  return (
    <DialogButton label={texts.recover} title={texts.recover}>
      {close => (
        <Form
          problem={recover.problem}
          label={texts.recover}
          onSubmit={({ since = '' }) => void recover.run(since).then(isDone => isDone && close())}>
          <p>{texts.recoverText}</p>
          <TextField name="since" type="datetime-local" label={texts.since} hint={zone} isRequired />
          <DialogFoot submit={texts.recover} isPending={recover.isPending} onCancel={close} />
        </Form>
      )}
    </DialogButton>
  )
}

/** Sends a test event and links to its delivery. */
function TestButton({ endpoint }: { endpoint: Endpoint }) {
  const can = useAccountCan()
  const request = useRequest()
  const [delivery, setDelivery] = useState<string>()
  const test = useAction(async () => {
    const { deliveryId } = await api.post('/api/webhooks/{webhookSid}/test', request)
    setDelivery(deliveryId)
  })
  if (!can('sp:TestWebhook')) return null
  return (
    <div className="stack">
      <div>
        <Button
          isPending={test.isPending}
          reason={endpoint.active ? undefined : texts.inactive}
          onPress={() => void test.run()}>
          {texts.test}
        </Button>
      </div>
      <ProblemNotice problem={test.problem} />
      <div role="status">
        {delivery !== undefined && (
          <Notice tone="good">
            {texts.tested}{' '}
            <Link to="/deliveries/$delivery" params={{ delivery }} search={ofApplication}>
              {texts.testResult}
            </Link>
          </Notice>
        )}
      </div>
    </div>
  )
}
