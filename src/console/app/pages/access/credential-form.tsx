// Creates a credential, after a trial of its policy if the operator wants one.

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RequestOf } from '../../../../client/index.ts'
import { api } from '../../api/client.ts'
import { installsQuery } from '../../api/installs.ts'
import { Button } from '../../components/button.tsx'
import { DialogFoot } from '../../components/dialog.tsx'
import { Form, SelectField, TextField, type Values } from '../../components/form.tsx'
import { Notice } from '../../components/parts.tsx'
import { ProblemNotice } from '../../components/problem.tsx'
import { useAction } from '../../components/use-action.ts'
import { firstPolicy, jsonOf } from './policy.ts'
import { PolicyEditor } from './policy-editor.tsx'
import { texts } from './texts.ts'

type Input = RequestOf<'post', '/api/credentials', never>['body']

const roles = ['admin', 'instructor', 'proctor', 'learner'] as const

type FormProps = { onCancel(): void; onCreated(secret: string): void }

export function CredentialForm({ onCancel, onCreated }: FormProps) {
  const installs = useQuery(installsQuery)
  const [isInvalid, setInvalid] = useState(false)
  const [text, setText] = useState(firstPolicy)
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
    const policy = jsonOf(text)
    setInvalid(policy === undefined)
    // The API checks its form, and names what is wrong.
    if (policy !== undefined) void create.run(values, policy as Input['policy'])
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
      <h3>{texts.policy}</h3>
      <PolicyEditor text={text} onChange={setText} />
      <div role="alert">
        {isInvalid && jsonOf(text) === undefined && <Notice tone="bad">{texts.policyInvalid}</Notice>}
      </div>
      <Simulation text={text} />
      <DialogFoot submit={texts.create} isPending={create.isPending} onCancel={onCancel} />
    </Form>
  )
}

/** Tries whether the operator may grant the policy, in the first install. */
function Simulation({ text }: { text: string }) {
  const installs = useQuery(installsQuery)
  const install = installs.data?.results[0]
  const [answer, setAnswer] = useState<{ text: string; violations: readonly Violation[] }>()
  const simulate = useAction(async () => {
    const policy = jsonOf(text)
    if (policy === undefined || !install) return
    const { violations } = await api.post('/v1/installs/{installSid}/sts/simulate', {
      params: { installSid: install.sid },
      body: { policy: policy as Input['policy'] },
    })
    setAnswer({ text, violations })
  })
  if (!install) return null
  return (
    <div className="stack">
      <div>
        <Button isPending={simulate.isPending} onPress={() => void simulate.run()}>
          {texts.simulate}
        </Button>
      </div>
      <ProblemNotice problem={simulate.problem} />
      {/* An answer is about the policy that was sent, and gone when the policy is another one. */}
      <div role="status">{answer?.text === text && <Granted violations={answer.violations} />}</div>
    </div>
  )
}

type Violation = { action: string; resource: string }

function Granted({ violations }: { violations: readonly Violation[] }) {
  if (violations.length === 0) return <Notice tone="good">{texts.granted}</Notice>
  return (
    <Notice tone="bad">
      {texts.notGranted}
      <ul>
        {violations.slice(0, 20).map(({ action, resource }) => (
          <li key={`${action} ${resource}`}>
            <code>
              {action} {resource}
            </code>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
