// Sends the dead letters of a period again: they are counted first, and the progress is shown afterwards.

import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type RequestOf, sid } from '../../../../client/index.ts'
import { api, read } from '../../api/client.ts'
import { useApplication } from '../../components/application.tsx'
import { DialogButton, DialogFoot } from '../../components/dialog.tsx'
import { Form, SelectField, TextField, type Values } from '../../components/form.tsx'
import { Loaded, Notice } from '../../components/parts.tsx'
import { useZone } from '../../components/time.tsx'
import { useUrlState } from '../../components/url-state.ts'
import { useAction } from '../../components/use-action.ts'
import { common } from '../../i18n/common.ts'
import { formatNumber } from '../../i18n/format.ts'
import { localOf, movedInstant } from '../../i18n/wall-clock.ts'
import { eventTypes } from './endpoint-form.tsx'
import { texts } from './texts.ts'

const path = '/api/webhooks/deliveries/retry'
type Input = RequestOf<'post', typeof path, never>['body']

const weekMs = 7 * 86_400_000

export function BulkRetryButton() {
  const { set } = useUrlState()
  return (
    <DialogButton label={texts.bulk} title={texts.bulk}>
      {close => (
        <BulkRetryForm
          onCancel={close}
          onStarted={retry => {
            close()
            set({ retry })
          }}
        />
      )}
    </DialogButton>
  )
}

type FormProps = { onCancel(): void; onStarted(retry: string): void }

function BulkRetryForm({ onCancel, onStarted }: FormProps) {
  const zone = useZone()
  const { headers } = useApplication()
  const endpoints = useQuery(read('/api/webhooks', { query: { limit: 1000 }, headers }))
  const [shown] = useState(() => ({
    since: new Date(Date.now() - weekMs),
    until: new Date(Date.now() + 60_000),
  }))
  const [counted, setCounted] = useState<{ filter: string; matched: number }>()
  const count = useAction(async (input: Input) => {
    setCounted(undefined)
    const answer = await api.post(path, { body: { ...input, dryRun: true }, headers })
    setCounted({ filter: JSON.stringify(input), matched: answer.matched })
  })
  const start = useAction(async (input: Input) => {
    const answer = await api.post(path, { body: input, headers })
    if ('id' in answer) onStarted(answer.id)
  }, texts.retried)
  const submit = ({ since = '', until = '', webhookId, event }: Values) => {
    const input = {
      since: movedInstant(since, zone, shown.since).toISOString(),
      until: movedInstant(until, zone, shown.until).toISOString(),
      ...(webhookId && { webhookId }),
      ...(event && { event }),
    } as Input
    // What was counted is sent, and nothing else: another filter is counted first.
    const isCounted = counted?.filter === JSON.stringify(input) && counted.matched > 0
    void (isCounted ? start : count).run(input)
  }
  return (
    <Form label={texts.bulk} problem={start.problem ?? count.problem} onSubmit={submit}>
      <p>{texts.bulkText}</p>
      <TextField
        name="since"
        type="datetime-local"
        label={texts.since}
        hint={zone}
        defaultValue={localOf(shown.since, zone)}
        isRequired
      />
      <TextField
        name="until"
        type="datetime-local"
        label={texts.until}
        hint={zone}
        defaultValue={localOf(shown.until, zone)}
        isRequired
      />
      <SelectField
        name="webhookId"
        label={texts.endpoint}
        options={[
          { value: '', label: common.all },
          ...(endpoints.data ?? []).map(({ id, url }) => ({ value: id, label: url })),
        ]}
      />
      <SelectField
        name="event"
        label={texts.event}
        options={[
          { value: '', label: common.all },
          ...eventTypes.map(type => ({ value: type, label: type })),
        ]}
      />
      <div role="status">
        {counted && (
          <Notice tone={counted.matched > 0 ? 'wait' : 'over'}>
            {texts.counted(formatNumber(counted.matched))}
          </Notice>
        )}
      </div>
      <DialogFoot
        submit={counted && counted.matched > 0 ? texts.start : texts.count}
        isPending={count.isPending || start.isPending}
        onCancel={onCancel}
      />
    </Form>
  )
}

/** The progress of the retry in the address of the page. */
export function BulkRetryProgress() {
  const { retry } = useUrlState().state
  return retry === undefined ? null : <Progress key={retry} retry={retry} />
}

function Progress({ retry }: { retry: string }) {
  const id = useId()
  const { headers } = useApplication()
  const query = useQuery({
    ...read('/api/webhooks/retries/{retrySid}', { params: { retrySid: sid('WR', retry) }, headers }),
    refetchInterval: ({ state }) => (state.data?.finishedAt === null ? 2_000 : false),
  })
  return (
    <Loaded query={query}>
      {({ matched, scheduled, finishedAt }) => (
        <Notice tone={finishedAt === null ? 'wait' : 'good'}>
          <div className="stack" role="status">
            <label htmlFor={id}>
              {finishedAt === null
                ? texts.progress(formatNumber(scheduled), formatNumber(matched))
                : texts.progressDone(formatNumber(scheduled))}
            </label>
            <progress
              id={id}
              max={Math.max(1, matched)}
              value={finishedAt === null ? scheduled : Math.max(1, matched)}
            />
          </div>
        </Notice>
      )}
    </Loaded>
  )
}
