// Creates or changes an endpoint.

import { useRef, useState } from 'react'
import type { EventType } from '../../../../../db/schema/webhook.ts'
import { Button } from '../../components/button.tsx'
import { DialogFoot } from '../../components/dialog.tsx'
import { CheckGroup, Form, TextArea, TextField } from '../../components/form.tsx'
import { Notice } from '../../components/parts.tsx'
import type { ActionState } from '../../components/use-action.ts'
import { common } from '../../i18n/common.ts'
import { texts } from './texts.ts'

export const eventTypes = [
  'database.event',
  'document.updated',
  'document.deleted',
  'presence.updated',
  'socket.message',
  'socket.connect',
  'socket.disconnect',
] as const satisfies EventType[]

export type EndpointInput = {
  url: string
  secret: string | undefined
  events: EventType[]
  filter: Record<string, string | number | boolean | null>
}

const secretBytes = 32

/** A secret in the form of Standard Webhooks. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(secretBytes))
  return `whsec_${btoa(String.fromCharCode(...bytes))}`
}

/** A field for a secret, with a button that generates one. */
export function SecretField({ isRequired }: { isRequired: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  const generate = () => {
    const input = box.current?.querySelector('input')
    if (!input) return
    input.value = newSecret()
    input.select()
  }
  return (
    <div ref={box} className="with-button">
      <TextField name="secret" label={texts.secret} hint={texts.secretHint} isCode isRequired={isRequired} />
      <Button onPress={generate}>{texts.newSecret}</Button>
    </div>
  )
}

type Known = { url: string; events: readonly EventType[]; filter: Record<string, unknown> }

type EndpointFormProps = {
  endpoint?: Known
  action: ActionState<[EndpointInput]>
  onDone(): void
}

const isFilter = (value: unknown): value is EndpointInput['filter'] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function EndpointForm({ endpoint, action, onDone }: EndpointFormProps) {
  const [isInvalid, setInvalid] = useState(false)
  const submit = (form: FormData) => {
    const filter = parse(String(form.get('filter') ?? '{}'))
    setInvalid(!isFilter(filter))
    if (!isFilter(filter)) return
    const events = eventTypes.filter(type => form.getAll('events').includes(type))
    const secret = String(form.get('secret') ?? '').trim()
    const input = { url: String(form.get('url') ?? '').trim(), secret: secret || undefined, events, filter }
    void action.run(input).then(isDone => isDone && onDone())
  }
  return (
    <Form onSubmit={(_, form) => submit(form)} problem={action.problem} label={texts.endpoint}>
      <TextField
        name="url"
        type="url"
        label={texts.url}
        hint={texts.urlHint}
        defaultValue={endpoint?.url}
        {...{ isRequired: true, isFirst: true }}
      />
      {!endpoint && <SecretField isRequired />}
      <CheckGroup
        name="events"
        label={texts.events}
        options={eventTypes.map(type => ({ value: type, label: type }))}
        defaultValue={endpoint?.events ?? ['database.event']}
      />
      <TextArea
        name="filter"
        label={texts.filter}
        hint={texts.filterHint}
        rows={3}
        defaultValue={JSON.stringify(endpoint?.filter ?? {}, null, 2)}
        isCode
      />
      <div role="alert">{isInvalid && <Notice tone="bad">{texts.filterInvalid}</Notice>}</div>
      <DialogFoot
        submit={endpoint ? common.save : common.create}
        isPending={action.isPending}
        onCancel={onDone}
      />
    </Form>
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.trim() || '{}')
  } catch {
    return undefined
  }
}
