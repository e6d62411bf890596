// The frame of the pages of an operator who is signed in.

import { focusManager, onlineManager, useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { read, refresh, whenSignInNeeded } from '../api/client.ts'
import { useInstallZone } from '../api/installs.ts'
import { meQuery } from '../api/session.ts'
import { Announcer } from '../components/announcer.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Loaded } from '../components/parts.tsx'
import { ZoneContext } from '../components/time.tsx'
import { common } from '../i18n/common.ts'
import { SignInForm } from '../pages/sign-in/sign-in-form.tsx'
import { texts as signInTexts } from '../pages/sign-in/texts.ts'
import { AccountMenu } from './account-menu.tsx'
import { Navigation } from './navigation.tsx'
import { texts } from './texts.ts'

export function Shell() {
  const me = useQuery(meQuery)
  return <Loaded query={me}>{user => (user === null ? <Entrance /> : <Frame />)}</Loaded>
}

/** Leads a visitor without a session to the setup of a new system, or to the sign-in. */
function Entrance() {
  const status = useQuery(read('/api/auth/setup-status'))
  const { latestLocation } = useRouter()
  // The address of the visit: it changes while the sign-in is loaded.
  const [address] = useState(latestLocation.href)
  return (
    <Loaded query={status}>
      {({ setupRequired }) =>
        setupRequired ? (
          <Navigate to="/setup" replace />
        ) : (
          <Navigate
            to="/sign-in"
            search={{ next: address === '/' ? undefined : `/console${address}` }}
            replace
          />
        )
      }
    </Loaded>
  )
}

function Frame() {
  const [isMenuOpen, setMenuOpen] = useState(false)
  const zone = useInstallZone()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useFocusOnNavigation(path)
  return (
    <ZoneContext value={zone}>
      <a className="skip" href="#content">
        {common.skip}
      </a>
      <div className="frame">
        <header className="bar">
          <p className="brand">
            <span className="mark" aria-hidden="true" />
            {common.product}
          </p>
          <button
            type="button"
            className="button menu-button"
            aria-expanded={isMenuOpen}
            aria-controls="navigation"
            onClick={() => setMenuOpen(!isMenuOpen)}>
            {texts.menu}
          </button>
        </header>
        <div className={isMenuOpen ? 'side open' : 'side'} id="navigation">
          <Navigation onNavigate={() => setMenuOpen(false)} />
          <AccountMenu />
        </div>
        <main className="content" id="content" tabIndex={-1}>
          <Connection />
          <Outlet />
        </main>
      </div>
      <Announcer />
      <SignInAgain />
    </ZoneContext>
  )
}

/** Moves the focus to the content when another page is shown, as the browser does for a new document. */
function useFocusOnNavigation(path: string): void {
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    document.getElementById('content')?.focus({ preventScroll: true })
  }, [path])
}

/** Says that the connection is lost. */
function Connection() {
  const isOnline = useSyncExternalStore(
    listener => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  )
  return (
    <div role="status" className={isOnline ? undefined : 'notice wait'}>
      {isOnline ? '' : common.offline}
    </div>
  )
}

/** Asks to sign in again when the session has ended. What was entered on the page stays. */
function SignInAgain() {
  const queries = useQueryClient()
  const me = useQuery(meQuery).data
  const [isNeeded, setNeeded] = useState(false)
  const user = useRef(me?.id)
  useEffect(() => {
    whenSignInNeeded(() => setNeeded(true))
    return () => whenSignInNeeded(() => {})
  }, [])
  // What is read while nobody is signed in only fails. Without the focus, no query reads again.
  useEffect(() => {
    focusManager.setFocused(isNeeded ? false : undefined)
    return () => focusManager.setFocused(undefined)
  }, [isNeeded])
  if (!isNeeded) return null
  return (
    <Dialog title={texts.signedOutTitle}>
      <p>{signInTexts.signedOut}</p>
      <SignInForm
        onDone={() => {
          // Another person must not see what the first one entered.
          if (queries.getQueryData(meQuery.queryKey)?.id !== user.current) return location.assign('/console')
          setNeeded(false)
          void refresh(queries)
        }}
      />
    </Dialog>
  )
}
