// Imports a roster: first a dry run with the errors by line, then the import itself.

import { useState } from 'react'
import type { ResponseOf } from '../../../../client/index.ts'
import { api } from '../../api/client.ts'
import { useInstallSid } from '../../api/installs.ts'
import { Button } from '../../components/button.tsx'
import { Form } from '../../components/form.tsx'
import { Notice } from '../../components/parts.tsx'
import { type Column, Table } from '../../components/table.tsx'
import { useAction } from '../../components/use-action.ts'
import { common } from '../../i18n/common.ts'
import { formatNumber } from '../../i18n/format.ts'
import { texts } from './texts.ts'

const path = '/v1/installs/{installSid}/provision/oneroster'
type Result = ResponseOf<'post', typeof path>
type RowError = Result['errors'][number]

/** Milliseconds: an import takes longer than other requests. */
const timeoutMs = 120_000

const errorColumns: readonly Column<RowError>[] = [
  { key: 'line', label: texts.line, render: ({ file, line }) => `${file}:${line}` },
  { key: 'column', label: texts.column, render: ({ column }) => column ?? '–' },
  { key: 'message', label: texts.message, render: ({ message }) => message },
]

export function RosterForm({ onDone }: { onDone(): void }) {
  const installSid = useInstallSid()
  const [file, setFile] = useState<File>()
  const [result, setResult] = useState<Result>()
  const send = useAction(async (dryRun: boolean) => {
    if (!file) return
    const request = { params: { installSid }, query: { dryRun }, mediaType: 'application/zip', timeoutMs }
    setResult(await api.post(path, { ...request, body: file }))
  })
  return (
    <Form label={texts.import} problem={send.problem} onSubmit={() => void send.run(true)}>
      <p>{texts.importText}</p>
      <div className="field">
        <label htmlFor="roster">{texts.file}</label>
        <input
          id="roster"
          type="file"
          accept=".zip,application/zip"
          required
          onChange={({ target }) => {
            setFile(target.files?.[0])
            setResult(undefined)
          }}
        />
      </div>
      <div role="status">{send.isPending && <Notice tone="live">{texts.working}</Notice>}</div>
      {result && <RosterResult result={result} />}
      <div className="dialog-foot">
        <Button onPress={onDone}>{common.close}</Button>
        <Button type="submit" isPending={send.isPending}>
          {texts.check}
        </Button>
        {result?.dryRun && (
          <Button kind="primary" isPending={send.isPending} onPress={() => void send.run(false)}>
            {texts.run}
          </Button>
        )}
      </div>
    </Form>
  )
}

type Count = { kind: string; created: number; updated: number; unchanged: number; deleted: number }

const countColumns: readonly Column<Count>[] = [
  { key: 'kind', label: texts.kind, render: ({ kind }) => kind },
  ...(['created', 'updated', 'unchanged', 'deleted'] as const).map(
    (key): Column<Count> => ({
      ...{ key, label: texts[`${key}Count`], isNumber: true },
      render: row => formatNumber(row[key]),
    }),
  ),
]

function RosterResult({ result }: { result: Result }) {
  const counts = Object.entries(result.counts).map(([kind, count]) => ({ kind, ...count }))
  return (
    <div className="stack">
      <Notice tone={result.errorCount > 0 ? 'wait' : 'good'}>
        {result.dryRun ? texts.checked : texts.imported}{' '}
        {result.errorCount > 0 ? texts.errors(formatNumber(result.errorCount)) : texts.noErrors}
      </Notice>
      <Table label={texts.kind} columns={countColumns} rows={counts} keyOf={({ kind }) => kind} />
      {result.errors.length > 0 && (
        <Table
          label={texts.message}
          columns={errorColumns}
          rows={result.errors.slice(0, 150)}
          keyOf={({ file, line, column, code }) => `${file} ${line} ${column} ${code}`}
        />
      )}
    </div>
  )
}
