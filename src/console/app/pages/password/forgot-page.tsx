import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { Form, TextField, type Values } from '../../components/form.tsx'
import { Notice } from '../../components/parts.tsx'
import { useAction } from '../../components/use-action.ts'
import { common } from '../../i18n/common.ts'
import { Entry } from '../entry.tsx'
import { texts } from './texts.ts'

export function ForgotPage() {
  const [sentTo, setSentTo] = useState<string>()
  const ask = useAction(async ({ email = '' }: Values) => {
    await api.post('/api/auth/forgot-password', { body: { email: email.trim() } })
    setSentTo(email.trim())
  })
  return (
    <Entry title={texts.forgotTitle}>
      <div role="status">{sentTo !== undefined && <Notice tone="good">{texts.sent(sentTo)}</Notice>}</div>
      {sentTo === undefined && (
        <Form onSubmit={values => void ask.run(values)} problem={ask.problem} label={texts.forgotTitle}>
          <p className="quiet">{texts.forgotIntro}</p>
          <TextField
            name="email"
            type="email"
            label={common.email}
            autoComplete="username"
            {...{ isRequired: true, isFirst: true }}
          />
          <Button type="submit" kind="primary" isPending={ask.isPending}>
            {texts.send}
          </Button>
        </Form>
      )}
      <p>
        <Link to="/sign-in">{texts.signIn}</Link>
      </p>
    </Entry>
  )
}
