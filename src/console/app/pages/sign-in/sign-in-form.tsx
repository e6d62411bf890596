// Signs an operator in: the password, then a code if the operator has a second factor.

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem } from '../../../../client/index.ts'
import { api } from '../../api/client.ts'
import { readMe } from '../../api/session.ts'
import { Button } from '../../components/button.tsx'
import { Form, TextField, type Values } from '../../components/form.tsx'
import { Notice } from '../../components/parts.tsx'
import { common } from '../../i18n/common.ts'
import { texts } from './texts.ts'

type Step = { mfaToken: string } | undefined

/** @param onDone called when the session exists and its operator is known */
export function SignInForm({ onDone }: { onDone(): void }) {
  const queries = useQueryClient()
  const [step, setStep] = useState<Step>()
  const [problem, setProblem] = useState<unknown>()
  const [isPending, setPending] = useState(false)
  const [isExpired, setExpired] = useState(false)

  async function attempt(perform: () => Promise<Step>): Promise<void> {
    if (isPending) return
    setPending(true)
    setProblem(undefined)
    setExpired(false)
    try {
      const next = await perform()
      setStep(next)
      if (next) return
      await readMe(queries)
      onDone()
    } catch (error) {
      // The challenge has ended; another code cannot help.
      if (step && error instanceof ApiProblem && error.code === 'mfa_token_invalid') {
        setStep(undefined)
        setExpired(true)
      }
      setProblem(error)
    } finally {
      setPending(false)
    }
  }

  const signIn = ({ email = '', password = '' }: Values) =>
    void attempt(async () => {
      const answer = await api.post('/api/auth/login', { body: { email: email.trim(), password } })
      return 'mfaToken' in answer ? { mfaToken: answer.mfaToken } : undefined
    })
  const verify = ({ code = '' }: Values) =>
    void attempt(async () => {
      if (step) await api.post('/api/auth/mfa/verify', { body: { ...step, code: code.replaceAll(' ', '') } })
      return undefined
    })

  if (step)
    return (
      <Form key="code" onSubmit={verify} problem={problem} label={texts.codeTitle}>
        <TextField
          name="code"
          label={texts.code}
          hint={texts.codeHint}
          autoComplete="one-time-code"
          {...{ isCode: true, isRequired: true, isFirst: true }}
        />
        <Button type="submit" kind="primary" isPending={isPending}>
          {texts.verify}
        </Button>
        <Button kind="quiet" onPress={() => setStep(undefined)}>
          {texts.restart}
        </Button>
      </Form>
    )
  return (
    <>
      {isExpired && <Notice tone="wait">{texts.expired}</Notice>}
      <Form key="password" onSubmit={signIn} problem={isExpired ? undefined : problem} label={texts.title}>
        <TextField
          name="email"
          type="email"
          label={common.email}
          autoComplete="username"
          {...{ isRequired: true, isFirst: true }}
        />
        <TextField
          name="password"
          type="password"
          label={texts.password}
          autoComplete="current-password"
          isRequired
        />
        <Button type="submit" kind="primary" isPending={isPending}>
          {texts.submit}
        </Button>
      </Form>
    </>
  )
}
