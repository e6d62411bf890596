// Sets the password with the secret of a mailed link: a forgotten one, or the first one of an invited operator.

import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { Form, TextField, type Values } from '../../components/form.tsx'
import { Notice } from '../../components/parts.tsx'
import { useAction } from '../../components/use-action.ts'
import { Entry } from '../entry.tsx'
import { texts } from './texts.ts'

/** Takes the secret of the link out of the address bar and the history. */
function takeToken(): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (token) history.replaceState(history.state, '', location.pathname)
  return token ?? undefined
}

export function ResetPage() {
  return <SetPassword title={texts.resetTitle} done={texts.done} />
}

export function AcceptPage() {
  return <SetPassword title={texts.acceptTitle} intro={texts.acceptIntro} done={texts.accepted} />
}

function SetPassword({ title, intro, done }: { title: string; intro?: string; done: string }) {
  const [token, setToken] = useState(takeToken)
  const [isDifferent, setDifferent] = useState(false)
  const [isSet, setSet] = useState(false)
  const change = useAction(async (password: string) => {
    await api.post('/api/auth/reset-password', { body: { token: token ?? '', password } })
    setSet(true)
  })
  useEffect(() => {
    // Another link in the same tab changes the fragment only.
    const takeAgain = () => setToken(old => takeToken() ?? old)
    addEventListener('hashchange', takeAgain)
    return () => removeEventListener('hashchange', takeAgain)
  }, [])
  const submit = ({ password = '', repeated = '' }: Values) => {
    setDifferent(password !== repeated)
    if (password === repeated) void change.run(password)
  }
  return (
    <Entry title={title}>
      <div role="status">{isSet && <Notice tone="good">{done}</Notice>}</div>
      {!isSet && token === undefined && (
        <>
          <p>{texts.noToken}</p>
          <p>
            <Link to="/forgot">{texts.newLink}</Link>
          </p>
        </>
      )}
      {!isSet && token !== undefined && (
        <Form onSubmit={submit} problem={change.problem} label={title}>
          {intro && <p className="quiet">{intro}</p>}
          <TextField
            name="password"
            type="password"
            label={texts.password}
            hint={texts.passwordHint}
            autoComplete="new-password"
            {...{ isRequired: true, isFirst: true }}
          />
          <TextField
            name="repeated"
            type="password"
            label={texts.repeated}
            autoComplete="new-password"
            isRequired
          />
          <div role="alert">{isDifferent && <p className="field-error">{texts.different}</p>}</div>
          <Button type="submit" kind="primary" isPending={change.isPending}>
            {texts.set}
          </Button>
          {change.problem !== undefined && <Link to="/forgot">{texts.newLink}</Link>}
        </Form>
      )}
      {isSet && (
        <Link to="/sign-in" className="button primary">
          {texts.signIn}
        </Link>
      )}
    </Entry>
  )
}
