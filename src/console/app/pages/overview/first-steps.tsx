// The way from an empty system to the first embed: each step with its page or its command, and whether it is done.

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { sid } from '../../../../client/index.ts'
import { read } from '../../api/client.ts'
import { settingsQuery } from '../../api/installs.ts'
import { useAccountCan } from '../../api/session.ts'
import { Button } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy.tsx'
import { common } from '../../i18n/common.ts'
import { formatNumber } from '../../i18n/format.ts'
import {
  backendPolicy,
  embedCommand,
  exampleOrigin,
  importCommand,
  storeSecret,
} from './first-steps-commands.ts'
import { texts } from './first-steps-texts.ts'

type Interval = () => number | false

type Step = { title: string; isDone: boolean; content?: ReactNode }

/** Milliseconds: the commands are executed elsewhere. */
const interval = 4_000

function Command({ children }: { children: string }) {
  const shown = useRef<HTMLPreElement>(null)
  return (
    <div className="command">
      <pre className="code" ref={shown}>
        {children}
      </pre>
      <CopyButton text={children} shownBy={shown}>
        {common.copy}
      </CopyButton>
    </div>
  )
}

/** The steps of an install, while some are missing. @param install undefined before the first one exists */
export function FirstSteps({ install }: { install?: string }) {
  const key = `invigil.console.steps-hidden.${install}`
  const [isHidden, setHidden] = useState(localStorage.getItem(key) !== null)
  const isOver = useRef(isHidden)
  const steps = useSteps(install, () => (isOver.current ? false : interval))
  const next = steps?.find(({ isDone }) => !isDone)
  isOver.current = isHidden || (steps !== undefined && !next)
  if (isHidden || !(steps && next)) return null
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <section className="notice" aria-label={texts.title}>
      <p className="notice-title">
        {texts.title} · {texts.progress(formatNumber(done), formatNumber(steps.length))}
      </p>
      <ol className="steps">
        {steps.map(({ title, isDone, content }) => (
          <li key={title} className={isDone ? 'done' : undefined}>
            <span className="step-mark" aria-hidden="true">
              {isDone ? '✓' : '○'}
            </span>
            {isDone || !content ? (
              <p>
                {title} <span className="visually-hidden">({isDone ? texts.done : texts.open})</span>
              </p>
            ) : (
              // Another key, because the browser keeps whether a details element is open.
              <details key={`${title === next.title}`} open={title === next.title}>
                <summary>{title}</summary>
                <div className="stack">{content}</div>
              </details>
            )}
          </li>
        ))}
      </ol>
      {install !== undefined && (
        <Button
          kind="quiet"
          onPress={() => {
            localStorage.setItem(key, '')
            setHidden(true)
          }}>
          {texts.hide}
        </Button>
      )}
    </section>
  )
}

/** The steps, when it is known which ones are done. */
function useSteps(install: string | undefined, refetchInterval: Interval): Step[] | undefined {
  const facts = useFacts(install, refetchInterval)
  if (!facts) return undefined
  const { hasCredential, hasExams, hasOrigins, hasToken, learner } = facts
  const { origin } = location
  const base = [
    { title: texts.operator, isDone: true },
    { title: texts.install, isDone: install !== undefined, content: <p>{texts.installText}</p> },
  ]
  if (install === undefined) return base
  const params = { install }
  return [
    ...base,
    { title: texts.credential, isDone: hasCredential, content: <CredentialStep /> },
    {
      ...{ title: texts.people, isDone: hasExams },
      content: (
        <>
          <p>{texts.peopleText}</p>
          <Command>{importCommand(origin, install)}</Command>
          <Link to="/installs/$install/users" params={params}>
            {texts.peopleLink}
          </Link>
        </>
      ),
    },
    {
      ...{ title: texts.origins, isDone: hasOrigins },
      content: (
        <>
          <p>
            {texts.originsText} <code>{exampleOrigin}</code>.
          </p>
          <Link to="/installs/$install/settings" params={params}>
            {texts.originsLink}
          </Link>
        </>
      ),
    },
    {
      ...{ title: texts.embed, isDone: hasToken },
      content: (
        <>
          <p>{texts.embedText}</p>
          <Command>{embedCommand(origin, install, learner ?? '<US…>')}</Command>
          <p>
            <a href={exampleOrigin}>{exampleOrigin}</a>
          </p>
          <a href="/docs/guides/embed-an-exam">{texts.embedLink}</a>
        </>
      ),
    },
  ]
}

function CredentialStep() {
  const can = useAccountCan()
  if (!can('sp:CreateAccountCredential')) return <p>{texts.noCredential}</p>
  return (
    <>
      <p>{texts.credentialText}</p>
      <Command>{backendPolicy}</Command>
      <Link to="/access">{texts.credentialLink}</Link>
      <p>{texts.secretText}</p>
      <Command>{storeSecret}</Command>
    </>
  )
}

/** What exists in the install; undefined while it is read. */
function useFacts(install: string | undefined, refetchInterval: Interval) {
  const can = useAccountCan()
  const installSid = sid('AI', install ?? `AI${'0'.repeat(32)}`)
  const isKnown = install !== undefined
  const options = { enabled: isKnown, refetchInterval }
  const page = { params: { installSid }, query: { limit: 1 } }
  const settings = useQuery({ ...settingsQuery(installSid), ...options })
  const courses = useQuery({ ...read('/v1/installs/{installSid}/courses', page), ...options })
  const users = useQuery({ ...read('/v1/installs/{installSid}/users', page), ...options })
  const tokens = useQuery({ ...read('/v1/installs/{installSid}/sts/tokens', page), ...options })
  const mayList = can('sp:ListAccountCredentials')
  const credentials = useQuery({
    ...read('/api/credentials', { query: { limit: 1, active: true } }),
    ...{ refetchInterval, enabled: isKnown && mayList },
  })
  if (!isKnown) return { hasCredential: false, hasExams: false, hasOrigins: false, hasToken: false }
  if (!(settings.data && courses.data && users.data && tokens.data)) return undefined
  if (mayList && !credentials.data) return undefined
  const hasToken = isAny(tokens.data)
  const hasExams = isAny(courses.data)
  return {
    hasToken,
    hasExams,
    // For a role that cannot see credentials, what they have made shows that there is one.
    hasCredential: hasToken || (mayList ? isAny(credentials.data) : hasExams),
    hasOrigins: settings.data.allowedEmbedOrigins.length > 0,
    learner: users.data.results[0]?.sid,
  }
}

const isAny = (list: { results: readonly unknown[] } | undefined): boolean => (list?.results.length ?? 0) > 0
