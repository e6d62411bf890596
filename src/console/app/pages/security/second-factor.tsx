// The authenticator app: adding it, its recovery codes, and removing it.

import { useRef, useState } from 'react'
import { encode } from 'uqr'
import { api } from '../../api/client.ts'
import { useMe } from '../../api/session.ts'
import { Button } from '../../components/button.tsx'
import { Copyable, CopyButton } from '../../components/copy.tsx'
import { Dialog, DialogButton, DialogFoot } from '../../components/dialog.tsx'
import { Form, TextField, type Values } from '../../components/form.tsx'
import { Badge, Section } from '../../components/parts.tsx'
import { ProblemNotice } from '../../components/problem.tsx'
import { useAction } from '../../components/use-action.ts'
import { texts } from './texts.ts'

type Key = { secret: string; otpauthUrl: string }

export function SecondFactor() {
  const me = useMe()
  const [key, setKey] = useState<Key>()
  const [codes, setCodes] = useState<readonly string[]>()
  const enroll = useAction(async () => setKey(await api.post('/api/auth/mfa/enroll')))
  const isOn = me?.mfaEnabled === true
  return (
    <Section title={texts.mfa}>
      <p>
        <Badge tone={isOn ? 'good' : 'wait'}>{isOn ? '✓' : '!'}</Badge> {isOn ? texts.mfaOn : texts.mfaOff}
      </p>
      <ProblemNotice problem={enroll.problem} />
      <div className="page-actions">
        {isOn ? (
          <RemoveButton />
        ) : (
          <Button kind="primary" isPending={enroll.isPending} onPress={() => void enroll.run()}>
            {texts.enroll}
          </Button>
        )}
      </div>
      {key && (
        <Dialog title={texts.enrollTitle} onClose={() => setKey(undefined)}>
          <ConfirmForm
            secretKey={key}
            onCancel={() => setKey(undefined)}
            onDone={recoveryCodes => {
              setKey(undefined)
              setCodes(recoveryCodes)
            }}
          />
        </Dialog>
      )}
      {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
    </Section>
  )
}

type ConfirmProps = { secretKey: Key; onCancel(): void; onDone(codes: readonly string[]): void }

function ConfirmForm({ secretKey, onCancel, onDone }: ConfirmProps) {
  const confirm = useAction(async ({ code = '' }: Values) => {
    const { recoveryCodes } = await api.post('/api/auth/mfa/confirm', {
      body: { code: code.replaceAll(' ', '') },
    })
    onDone(recoveryCodes)
  })
  return (
    <Form label={texts.enrollTitle} problem={confirm.problem} onSubmit={values => void confirm.run(values)}>
      <p>{texts.scan}</p>
      <QrCode text={secretKey.otpauthUrl} />
      <p>
        {texts.key}: <Copyable text={secretKey.secret} label={texts.key} />
      </p>
      <TextField
        name="code"
        label={texts.code}
        hint={texts.codeHint}
        autoComplete="one-time-code"
        {...{ isCode: true, isRequired: true, isFirst: true }}
      />
      <DialogFoot submit={texts.confirm} isPending={confirm.isPending} onCancel={onCancel} />
    </Form>
  )
}

/** A QR code as a path, dark on light in both colour schemes, because not every app reads the opposite. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={texts.qr}>
      <path d={path.join('')} />
    </svg>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const shown = useRef<HTMLUListElement>(null)
  return (
    <Dialog title={texts.recoveryTitle}>
      <div className="stack">
        <p>{texts.recoveryText}</p>
        <ul className="recovery-codes" ref={shown}>
          {codes.map(code => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className="dialog-foot">
          <CopyButton text={codes.join('\n')} shownBy={shown}>
            {texts.copyAll}
          </CopyButton>
          <Button onPress={() => print()}>{texts.print}</Button>
          <Button kind="primary" onPress={onDone}>
            {texts.stored}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function RemoveButton() {
  const remove = useAction(
    ({ password = '', code = '' }: Values) =>
      api.delete('/api/auth/mfa', { body: code.trim() === '' ? { password } : { code: code.trim() } }),
    texts.removed,
  )
  return (
    <DialogButton label={texts.remove} title={texts.remove} kind="danger">
      {close => (
        <Form
          label={texts.remove}
          problem={remove.problem}
          onSubmit={values => void remove.run(values).then(isDone => isDone && close())}>
          <p>{texts.removeText}</p>
          <TextField
            name="password"
            type="password"
            label={texts.removePassword}
            autoComplete="current-password"
            isFirst
          />
          <TextField name="code" label={texts.removeCode} autoComplete="one-time-code" isCode />
          <DialogFoot submit={texts.remove} kind="danger" isPending={remove.isPending} onCancel={close} />
        </Form>
      )}
    </DialogButton>
  )
}
