// Creates the first operator of a new system.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { api, read } from '../../api/client.ts'
import { readMe } from '../../api/session.ts'
import { Button } from '../../components/button.tsx'
import { Form, TextField, type Values } from '../../components/form.tsx'
import { Loaded } from '../../components/parts.tsx'
import { useAction } from '../../components/use-action.ts'
import { common } from '../../i18n/common.ts'
import { textsOf } from '../../i18n/texts.ts'
import { Entry } from '../entry.tsx'

const texts = textsOf(
  {
    title: 'Set up Invigil',
    intro: 'Create the first operator. This person owns the account, and can invite others.',
    name: 'Your name',
    password: 'Password',
    passwordHint:
      '8 to 128 characters of any kind. A few words in a row are hard to guess and easy to remember.',
    token: 'Setup token',
    tokenHint: 'The value of SETUP_TOKEN of this system. A local system needs none.',
    submit: 'Create the operator',
    done: 'This system is set up already.',
    signIn: 'Sign in',
  },
  {
    title: 'Invigil einrichten',
    intro: 'Legen Sie die erste Person an. Ihr gehört das Konto, und sie kann andere einladen.',
    name: 'Ihr Name',
    password: 'Passwort',
    passwordHint:
      '8 bis 128 beliebige Zeichen. Einige Wörter hintereinander sind schwer zu erraten und leicht zu merken.',
    token: 'Einrichtungsschlüssel',
    tokenHint: 'Der Wert von SETUP_TOKEN dieses Systems. Ein lokales System braucht keinen.',
    submit: 'Person anlegen',
    done: 'Dieses System ist bereits eingerichtet.',
    signIn: 'Anmelden',
  },
)

export function SetupPage() {
  const status = useQuery(read('/api/auth/setup-status'))
  return (
    <Entry title={texts.title}>
      <Loaded query={status}>
        {({ setupRequired }) =>
          setupRequired ? (
            <SetupForm />
          ) : (
            <>
              <p>{texts.done}</p>
              <Link to="/sign-in" className="button primary">
                {texts.signIn}
              </Link>
            </>
          )
        }
      </Loaded>
    </Entry>
  )
}

function SetupForm() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const create = useAction(async ({ name = '', email = '', password = '', token = '' }: Values) => {
    const headers = token.trim() === '' ? undefined : { 'x-setup-token': token.trim() }
    await api.post('/api/auth/setup', {
      body: { name: name.trim(), email: email.trim(), password },
      ...(headers && { headers }),
    })
    await readMe(queries)
    await navigate({ to: '/' })
  })
  return (
    <>
      <p className="quiet">{texts.intro}</p>
      <Form onSubmit={values => void create.run(values)} problem={create.problem} label={texts.title}>
        <TextField
          name="name"
          label={texts.name}
          autoComplete="name"
          {...{ isRequired: true, isFirst: true }}
        />
        <TextField name="email" type="email" label={common.email} autoComplete="username" isRequired />
        <TextField
          name="password"
          type="password"
          label={texts.password}
          hint={texts.passwordHint}
          autoComplete="new-password"
          isRequired
        />
        <TextField name="token" label={texts.token} hint={texts.tokenHint} isCode />
        <Button type="submit" kind="primary" isPending={create.isPending}>
          {texts.submit}
        </Button>
      </Form>
    </>
  )
}
