// Deliveries that failed for good, and their retry: one by one, or all of a period.

import { Link } from '@tanstack/react-router'
import type { ResponseOf } from '../../../../client/index.ts'
import { api } from '../../api/client.ts'
import { useAccountCan } from '../../api/session.ts'
import { ofApplication, useApplication } from '../../components/application.tsx'
import { Button } from '../../components/button.tsx'
import { CursorList } from '../../components/cursor-list.tsx'
import { Badge } from '../../components/parts.tsx'
import { ProblemNotice } from '../../components/problem.tsx'
import type { Column } from '../../components/table.tsx'
import { Time } from '../../components/time.tsx'
import { useAction } from '../../components/use-action.ts'
import { common } from '../../i18n/common.ts'
import { outcomeOf } from './attempt-list.tsx'
import { BulkRetryButton, BulkRetryProgress } from './bulk-retry.tsx'
import { WebhooksFrame } from './frame.tsx'
import { texts } from './texts.ts'

type DeadLetter = ResponseOf<'get', '/api/webhooks/dead-letters'>[number]

const columns: readonly Column<DeadLetter>[] = [
  {
    key: 'time',
    label: texts.time,
    render: ({ id, createdAt }) => (
      <Link to="/deliveries/$delivery" params={{ delivery: id }} search={ofApplication}>
        <Time at={createdAt} format="seconds" />
      </Link>
    ),
  },
  { key: 'event', label: texts.event, render: ({ event }) => event },
  { key: 'result', label: texts.result, render: row => <Badge tone="bad">{outcomeOf(row)}</Badge> },
  { key: 'endpoint', label: texts.endpoint, render: ({ url }) => url, isSecondary: true },
]

const actions: Column<DeadLetter> = {
  key: 'actions',
  label: common.actions,
  render: row => <RetryButton letter={row} />,
}

export function DeadLettersPage() {
  const can = useAccountCan()
  const { headers } = useApplication()
  return (
    <WebhooksFrame actions={can('sp:RetryDeliveries') && <BulkRetryButton />}>
      <BulkRetryProgress />
      <p className="quiet">{texts.deadIntro}</p>
      <CursorList
        label={texts.deadLetters}
        columns={can('sp:RetryDelivery') ? [...columns, actions] : columns}
        queryKey={['/api/webhooks/dead-letters', headers]}
        load={({ limit, before }, signal) =>
          api.get('/api/webhooks/dead-letters', {
            query: { limit, ...(before && { before }) },
            headers,
            signal,
          })
        }
        empty={texts.noDeadLetters}
      />
    </WebhooksFrame>
  )
}

function RetryButton({ letter }: { letter: DeadLetter }) {
  const { headers } = useApplication()
  const retry = useAction(
    () =>
      api.post('/api/webhooks/deliveries/{deliverySid}/retry', {
        params: { deliverySid: letter.id },
        headers,
      }),
    texts.retried,
  )
  return (
    <>
      <Button
        isPending={retry.isPending}
        label={`${texts.retry}: ${letter.event} ${letter.url}`}
        onPress={() => void retry.run()}>
        {texts.retry}
      </Button>
      <ProblemNotice problem={retry.problem} />
    </>
  )
}
