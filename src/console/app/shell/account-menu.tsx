// Who is signed in, the preferences on this device, and the way out.

import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { api } from '../api/client.ts'
import { useMe } from '../api/session.ts'
import { Button } from '../components/button.tsx'
import { useAction } from '../components/use-action.ts'
import { chooseLanguage, chosenLanguage } from '../i18n/language.ts'
import { texts } from './texts.ts'
import { chooseTheme, chosenTheme } from './theme.ts'

const isKnownRole = (role: string | undefined): role is keyof typeof texts.roles =>
  role !== undefined && Object.hasOwn(texts.roles, role)

export function AccountMenu() {
  const me = useMe()
  const signOut = useAction(async () => {
    await api.post('/api/auth/logout')
    location.assign('/console/sign-in') // a new document: nothing of this session stays in memory
  })
  return (
    <section className="account" aria-label={texts.you}>
      <p className="account-name" title={me?.email}>
        {me?.name}
      </p>
      <p className="quiet">{isKnownRole(me?.role) ? texts.roles[me.role] : me?.role}</p>
      <ul>
        <li>
          <Link to="/security">{texts.security}</Link>
        </li>
        <li>
          <a href="/docs/overview">{texts.docs}</a>
        </li>
      </ul>
      <Preferences />
      <Button kind="quiet" isPending={signOut.isPending} onPress={() => void signOut.run()}>
        {texts.signOut}
      </Button>
    </section>
  )
}

function Preferences() {
  const id = useId()
  const [theme, setTheme] = useState<string>(chosenTheme)
  return (
    <details className="preferences">
      <summary>{texts.preferences}</summary>
      <label htmlFor={`${id}-theme`}>{texts.theme}</label>
      <select
        id={`${id}-theme`}
        value={theme}
        onChange={({ target }) => {
          setTheme(target.value)
          chooseTheme(target.value)
        }}>
        <option value="">{texts.themes.system}</option>
        <option value="light">{texts.themes.light}</option>
        <option value="dark">{texts.themes.dark}</option>
      </select>
      <label htmlFor={`${id}-language`}>{texts.language}</label>
      <select
        id={`${id}-language`}
        defaultValue={chosenLanguage()}
        onChange={({ target }) => chooseLanguage(target.value)}>
        <option value="">{texts.ofBrowser}</option>
        <option value="en" lang="en">
          English
        </option>
        <option value="de" lang="de">
          Deutsch
        </option>
      </select>
    </details>
  )
}
