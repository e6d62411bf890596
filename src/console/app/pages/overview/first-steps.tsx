// What to do with an empty install.

import { Link } from '@tanstack/react-router'
import { useInstallSid } from '../../api/installs.ts'
import { useAccountCan, useCan } from '../../api/session.ts'
import { textsOf } from '../../i18n/texts.ts'

const texts = textsOf(
  {
    title: 'First steps',
    intro: 'This install has no exams yet.',
    credential: 'Create an API credential for your backend',
    people: 'Import people and courses from a roster',
    origins: 'Enter the origins of the pages that embed',
    guide: 'Follow the guide to the first embed',
  },
  {
    title: 'Erste Schritte',
    intro: 'Diese Installation hat noch keine Prüfungen.',
    credential: 'API-Zugang für Ihr Backend anlegen',
    people: 'Personen und Kurse übernehmen',
    origins: 'Die Ursprünge der Seiten eintragen, die einbetten',
    guide: 'Der Anleitung zur ersten Einbettung folgen',
  },
)

export function FirstSteps() {
  const can = useCan()
  const ofAccount = useAccountCan()
  const install = useInstallSid()
  return (
    <section className="notice" aria-label={texts.title}>
      <p className="notice-title">{texts.title}</p>
      <p>{texts.intro}</p>
      <ol>
        {ofAccount('sp:CreateAccountCredential') && (
          <li>
            <Link to="/access">{texts.credential}</Link>
          </li>
        )}
        {can('sp:ImportRoster') && (
          <li>
            <Link to="/installs/$install/users" params={{ install }}>
              {texts.people}
            </Link>
          </li>
        )}
        {can('sp:UpdateInstallSettings') && (
          <li>
            <Link to="/installs/$install/settings" params={{ install }}>
              {texts.origins}
            </Link>
          </li>
        )}
        <li>
          <a href="/docs/start">{texts.guide}</a>
        </li>
      </ol>
    </section>
  )
}
