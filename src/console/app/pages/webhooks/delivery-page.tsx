// One delivery, with what was sent and received at each attempt.

import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type ResponseOf, sid } from '../../../../client/index.ts'
import { api, read } from '../../api/client.ts'
import { useAccountCan } from '../../api/session.ts'
import { ofApplication, useApplication } from '../../components/application.tsx'
import { Button } from '../../components/button.tsx'
import { Copyable } from '../../components/copy.tsx'
import { DeliveryStatus, deliveryStatuses } from '../../components/delivery-status.tsx'
import { Badge, Facts, Loaded, Page, Section } from '../../components/parts.tsx'
import { ProblemNotice } from '../../components/problem.tsx'
import { Time } from '../../components/time.tsx'
import { useAction } from '../../components/use-action.ts'
import { common } from '../../i18n/common.ts'
import { formatNumber } from '../../i18n/format.ts'
import { outcomeOf } from './attempt-list.tsx'
import { texts } from './texts.ts'

type Delivery = ResponseOf<'get', '/api/webhooks/deliveries/{deliverySid}'>
type Attempt = Delivery['log'][number]

export function DeliveryPage() {
  const can = useAccountCan()
  const { delivery } = useParams({ strict: false })
  const { headers } = useApplication()
  const request = { params: { deliverySid: sid('WD', delivery) }, headers }
  const query = useQuery({
    ...read('/api/webhooks/deliveries/{deliverySid}', request),
    // A delivery that is under retry changes by itself.
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 2_000 : false),
  })
  const retry = useAction(
    () => api.post('/api/webhooks/deliveries/{deliverySid}/retry', request),
    texts.retried,
  )
  return (
    <Loaded query={query}>
      {record => (
        <Page
          title={`${texts.delivery} ${record.event}`}
          actions={
            can('sp:RetryDelivery') && (
              <Button
                isPending={retry.isPending}
                reason={record.status === 'pending' ? deliveryStatuses.pending : undefined}
                onPress={() => void retry.run()}>
                {texts.retry}
              </Button>
            )
          }>
          <p>
            <Link to="/deliveries" search={ofApplication}>
              {texts.attempts}
            </Link>
          </p>
          <ProblemNotice problem={retry.problem} />
          <Facts
            rows={[
              [common.status, <DeliveryStatus key="status" status={record.status} />],
              [
                texts.endpoint,
                <Link
                  key="endpoint"
                  to="/webhooks/$webhook"
                  params={{ webhook: record.webhookId }}
                  search={ofApplication}>
                  {record.url}
                </Link>,
              ],
              [texts.topic, <code key="topic">{record.topic}</code>],
              [common.created, <Time key="created" at={record.createdAt} format="seconds" />],
              [common.id, <Copyable key="id" text={record.id} label={common.id} />],
            ]}
          />
          {record.log.map(attempt => (
            <AttemptSection key={attempt.id} attempt={attempt} />
          ))}
        </Page>
      )}
    </Loaded>
  )
}

function AttemptSection({ attempt }: { attempt: Attempt }) {
  return (
    <Section title={texts.attemptNumber(formatNumber(attempt.attempts))}>
      <Facts
        rows={[
          [texts.time, <Time key="time" at={attempt.deliveredAt} format="seconds" />],
          [
            texts.result,
            <Badge key="result" tone={attempt.success ? 'good' : 'bad'}>
              {outcomeOf(attempt)}
            </Badge>,
          ],
          [texts.duration, texts.ms(formatNumber(attempt.durationMs))],
        ]}
      />
      <div className="columns">
        <Exchange title={texts.request} exchange={attempt.request} />
        <Exchange title={texts.response} exchange={attempt.response} />
      </div>
    </Section>
  )
}

function Exchange({ title, exchange }: { title: string; exchange: Attempt['response'] }) {
  return (
    <div className="stack">
      <h3>{title}</h3>
      {exchange ? (
        <>
          <pre className="code">
            {Object.entries(exchange.headers)
              .map(([name, value]) => `${name}: ${value}`)
              .join('\n')}
          </pre>
          {exchange.body !== '' && <pre className="code">{indented(exchange.body)}</pre>}
          {exchange.truncated && <p className="quiet">{texts.truncated}</p>}
        </>
      ) : (
        <p className="quiet">{texts.noResponse}</p>
      )}
    </div>
  )
}

/** JSON is easier to read with line breaks. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
