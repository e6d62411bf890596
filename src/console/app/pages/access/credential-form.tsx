// Creates a credential, after a trial of its policy if the operator wants one.

import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { RequestOf } from '../../../../client/index.ts'
import { api } from '../../api/client.ts'
import { installsQuery } from '../../api/installs.ts'
import { Button } from '../../components/button.tsx'
import { DialogFoot } from '../../components/dialog.tsx'
import { Form, SelectField, TextArea, TextField, type Values } from '../../components/form.tsx'
import { Notice } from '../../components/parts.tsx'
import { useAction } from '../../components/use-action.ts'
import { texts } from './texts.ts'

type Input = RequestOf<'post', '/api/credentials', never>['body']

const roles = ['admin', 'instructor', 'proctor', 'learner'] as const

const firstPolicy = JSON.stringify(
  {
    version: '1',
    statements: [{ effect: 'Allow', actions: ['sp:CreateStsToken', 'sp:RefreshStsToken'], resources: ['*'] }],
  },
  null,
  2,
)

function policyOf(text: string | undefined): Input['policy'] | undefined {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

type FormProps = { onCancel(): void; onCreated(secret: string): void }

export function CredentialForm({ onCancel, onCreated }: FormProps) {
  const installs = useQuery(installsQuery)
  const [isInvalid, setInvalid] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const create = useAction(async ({ name = '', role, install }: Values, policy: Input['policy']) => {
    const body = {
      name: name.trim(),
      role: roles.find(each => each === role) ?? 'learner',
      policy,
      ...(install && { installSid: install }),
    } as Input
    const { secret } = await api.post('/api/credentials', { body })
    onCreated(secret)
  })
  const submit = (values: Values) => {
    const policy = policyOf(values['policy'])
    setInvalid(policy === undefined)
    if (policy) void create.run(values, policy)
  }
  return (
    <Form label={texts.create} problem={create.problem} onSubmit={submit}>
      <TextField name="name" label={texts.name} {...{ isRequired: true, isFirst: true }} />
      <SelectField
        name="role"
        label={texts.role}
        defaultValue="proctor"
        options={roles.map(value => ({ value, label: texts.roles[value] }))}
      />
      <SelectField
        name="install"
        label={texts.scope}
        options={[
          { value: '', label: texts.allInstalls },
          ...(installs.data?.results ?? []).map(({ sid, name }) => ({ value: sid, label: name })),
        ]}
      />
      <div ref={box}>
        <TextArea
          name="policy"
          label={texts.policy}
          hint={texts.policyHint}
          rows={10}
          defaultValue={firstPolicy}
          isCode
        />
      </div>
      <div role="alert">{isInvalid && <Notice tone="bad">{texts.policyInvalid}</Notice>}</div>
      <Simulation policyText={() => box.current?.querySelector('textarea')?.value} />
      <DialogFoot submit={texts.create} isPending={create.isPending} onCancel={onCancel} />
    </Form>
  )
}

/** Tries whether the operator may grant the policy, in the first install. */
function Simulation({ policyText }: { policyText(): string | undefined }) {
  const installs = useQuery(installsQuery)
  const install = installs.data?.results[0]
  const [violations, setViolations] = useState<readonly { action: string; resource: string }[]>()
  const simulate = useAction(async () => {
    const policy = policyOf(policyText())
    if (!(policy && install)) return
    const params = { installSid: install.sid }
    const answer = await api.post('/v1/installs/{installSid}/sts/simulate', { params, body: { policy } })
    setViolations(answer.violations)
  })
  if (!install) return null
  return (
    <div className="stack">
      <div>
        <Button isPending={simulate.isPending} onPress={() => void simulate.run()}>
          {texts.simulate}
        </Button>
      </div>
      <div role="status">
        {violations && (
          <Notice tone={violations.length === 0 ? 'good' : 'bad'}>
            {violations.length === 0 ? texts.granted : texts.notGranted}
            {violations.length > 0 && (
              <ul>
                {violations.slice(0, 20).map(({ action, resource }) => (
                  <li key={`${action} ${resource}`}>
                    <code>
                      {action} {resource}
                    </code>
                  </li>
                ))}
              </ul>
            )}
          </Notice>
        )}
      </div>
    </div>
  )
}
