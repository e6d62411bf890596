// What can be done with a credential, and the secret that is shown once.

import { useState } from 'react'
import type { ItemOf } from '../../../../client/index.ts'
import { api } from '../../api/client.ts'
import { useAccountCan } from '../../api/session.ts'
import { Button } from '../../components/button.tsx'
import { Copyable } from '../../components/copy.tsx'
import { ConfirmButton, Dialog, DialogButton, DialogFoot } from '../../components/dialog.tsx'
import { Form, SelectField } from '../../components/form.tsx'
import { Notice } from '../../components/parts.tsx'
import { useAction } from '../../components/use-action.ts'
import { common } from '../../i18n/common.ts'
import { texts } from './texts.ts'

type Credential = ItemOf<'/api/credentials'>

/** Shows a new secret. It stays until the operator closes it. */
export function SecretDialog({ title, secret, onClose }: { title: string; secret: string; onClose(): void }) {
  return (
    <Dialog title={title}>
      <div className="stack">
        <Notice tone="wait">{common.secretOnce}</Notice>
        <Copyable text={secret} label={texts.secret} />
        <div className="dialog-foot">
          <Button kind="primary" onPress={onClose}>
            {common.close}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

export function CredentialActions({ credential }: { credential: Credential }) {
  const can = useAccountCan()
  const [secret, setSecret] = useState<string>()
  return (
    <span className="row-actions">
      {can('sp:RotateAccountCredential') && credential.active && (
        <RotateButton credential={credential} onRotated={setSecret} />
      )}
      {can('sp:RevokeAccountCredential') && credential.active && <RevokeButton credential={credential} />}
      {secret !== undefined && (
        <SecretDialog title={texts.rotated} secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </span>
  )
}

type RotateProps = { credential: Credential; onRotated(secret: string): void }

/** Seconds. */
const overlaps = [0, 3600, 86_400] as const

function RotateButton({ credential, onRotated }: RotateProps) {
  const name = texts.rotateOf(credential.name)
  const rotate = useAction(async (overlapSeconds: number) => {
    const answer = await api.post('/api/credentials/{credentialSid}/rotate', {
      params: { credentialSid: credential.sid },
      body: { overlapSeconds },
    })
    onRotated(answer.secret)
  })
  return (
    <DialogButton label={texts.rotate} name={name} title={name}>
      {close => (
        <Form
          label={name}
          problem={rotate.problem}
          onSubmit={({ overlapSeconds = '' }) =>
            void rotate.run(Number(overlapSeconds)).then(isDone => isDone && close())
          }>
          <p>{texts.rotateText}</p>
          <SelectField
            name="overlapSeconds"
            label={texts.overlap}
            defaultValue="3600"
            options={overlaps.map(value => ({ value: `${value}`, label: texts.overlaps[`s${value}`] }))}
          />
          <DialogFoot submit={texts.rotate} isPending={rotate.isPending} onCancel={close} />
        </Form>
      )}
    </DialogButton>
  )
}

function RevokeButton({ credential }: { credential: Credential }) {
  const revoke = useAction(
    () => api.delete('/api/credentials/{credentialSid}', { params: { credentialSid: credential.sid } }),
    texts.revoked,
  )
  return (
    <ConfirmButton
      label={texts.revoke}
      name={texts.revokeOf(credential.name)}
      title={texts.revokeOf(credential.name)}
      kind="danger"
      action={revoke}>
      {texts.revokeText}
    </ConfirmButton>
  )
}
