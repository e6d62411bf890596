// The log of attempts, of one endpoint or of all.

import { Link } from '@tanstack/react-router'
import type { ResponseOf } from '../../../../client/index.ts'
import { api } from '../../api/client.ts'
import { ofApplication, useApplication } from '../../components/application.tsx'
import { CursorList } from '../../components/cursor-list.tsx'
import type { Filter } from '../../components/filters.tsx'
import { Badge, ShortSid } from '../../components/parts.tsx'
import type { Column } from '../../components/table.tsx'
import { Time } from '../../components/time.tsx'
import { useUrlState } from '../../components/url-state.ts'
import { formatNumber } from '../../i18n/format.ts'
import { eventTypes } from './endpoint-form.tsx'
import { texts } from './texts.ts'

type Attempt = ResponseOf<'get', '/api/webhooks/logs'>[number]

/** What an attempt led to: the status of the answer, or why there was none. */
export const outcomeOf = ({ statusCode, fault }: Pick<Attempt, 'statusCode' | 'fault'>): string =>
  fault === null ? String(statusCode) : texts.faults[fault]

const time: Column<Attempt> = {
  key: 'time',
  label: texts.time,
  render: ({ deliveredAt, deliveryId }) => (
    <Link to="/deliveries/$delivery" params={{ delivery: deliveryId }} search={ofApplication}>
      <Time at={deliveredAt} format="seconds" />
    </Link>
  ),
}
const result: Column<Attempt> = {
  key: 'result',
  label: texts.result,
  render: attempt => <Badge tone={attempt.success ? 'good' : 'bad'}>{outcomeOf(attempt)}</Badge>,
}
const event: Column<Attempt> = { key: 'event', label: texts.event, render: row => row.event }
const endpoint: Column<Attempt> = {
  key: 'endpoint',
  label: texts.endpoint,
  render: ({ url, webhookId }) => (
    <Link to="/webhooks/$webhook" params={{ webhook: webhookId }} search={ofApplication}>
      {url}
    </Link>
  ),
  isSecondary: true,
}
const more: readonly Column<Attempt>[] = [
  {
    key: 'attempt',
    label: texts.attempt,
    render: ({ attempts }) => formatNumber(attempts),
    ...{ isNumber: true, isSecondary: true },
  },
  {
    key: 'duration',
    label: texts.duration,
    render: ({ durationMs }) => texts.ms(formatNumber(durationMs)),
    ...{ isNumber: true, isSecondary: true },
  },
  {
    key: 'delivery',
    label: texts.delivery,
    render: row => <ShortSid sid={row.deliveryId} />,
    isSecondary: true,
  },
]

const filters: readonly Filter[] = [
  { name: 'session', label: texts.session, kind: 'text' },
  {
    ...{ name: 'event', label: texts.event, kind: 'choice' },
    options: eventTypes.map(type => ({ value: type, label: type })),
  },
  {
    ...{ name: 'success', label: texts.anyResult, kind: 'choice' },
    options: [
      { value: 'true', label: texts.delivered },
      { value: 'false', label: texts.failed },
    ],
  },
]

const isEvent = (text: string | undefined): text is Attempt['event'] => eventTypes.some(type => type === text)

export function AttemptList({ webhookId }: { webhookId?: Attempt['webhookId'] }) {
  const { headers } = useApplication()
  const { state } = useUrlState()
  const columns = [time, result, event, ...(webhookId === undefined ? [endpoint] : []), ...more]
  return (
    <CursorList
      label={texts.attempts}
      columns={columns}
      filters={filters}
      queryKey={['/api/webhooks/logs', webhookId, headers]}
      load={({ limit, before }, signal) =>
        api.get('/api/webhooks/logs', {
          query: {
            limit,
            ...(before && { before }),
            ...(webhookId && { webhookId }),
            ...(state['session'] && { sessionSid: state['session'] as `ES${string}` }),
            ...(isEvent(state['event']) && { event: state['event'] }),
            ...(state['success'] && { success: state['success'] === 'true' }),
          },
          ...{ headers, signal },
        })
      }
      empty={texts.noAttempts}
    />
  )
}
