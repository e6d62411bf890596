import { textsOf } from '../../i18n/texts.ts'

export const texts = textsOf(
  {
    title: 'First steps',
    progress: (done: string, all: string) => `${done} of ${all} done`,
    hide: 'Hide the steps',
    done: 'Done',
    open: 'Open',
    operator: 'Create the first operator',
    install: 'Create an install',
    installText: 'An install is one institution or deployment. Create it on this page.',
    credential: 'Create an API credential for your backend',
    credentialText:
      'On the page Access, choose New credential: role Admin, this install, and this policy. Later, allow only what your backend does.',
    credentialLink: 'Open Access',
    secretText: 'The secret is shown once. Keep it in the shell in which you run the next commands:',
    noCredential: 'An owner of the account creates credentials.',
    people: 'Import people and an exam',
    peopleText: 'Your LMS does this with one request. This one creates a course, a learner and an exam:',
    peopleLink: 'Or import a roster',
    origins: 'Allow the pages that embed',
    originsText: 'Enter the origin of your page in the settings, under Embedding. That of the example is',
    originsLink: 'Open Settings',
    embed: 'Show the first embed',
    embedText:
      'In a clone of the project, this serves a page with the exam of the learner. Then open the page in another tab.',
    embedLink: 'Read the guide for your own page',
  },
  {
    title: 'Erste Schritte',
    progress: (done, all) => `${done} von ${all} erledigt`,
    hide: 'Schritte ausblenden',
    done: 'Erledigt',
    open: 'Offen',
    operator: 'Die erste Person anlegen',
    install: 'Eine Installation anlegen',
    installText: 'Eine Installation ist eine Einrichtung oder ein System. Legen Sie sie auf dieser Seite an.',
    credential: 'Einen API-Zugang für Ihr Backend anlegen',
    credentialText:
      'Wählen Sie auf der Seite Zugänge einen neuen Zugang: Rolle Admin, diese Installation und diese Richtlinie. Erlauben Sie später nur, was Ihr Backend tut.',
    credentialLink: 'Zugänge öffnen',
    secretText:
      'Der Schlüssel wird einmal gezeigt. Bewahren Sie ihn in der Shell auf, in der Sie die nächsten Befehle ausführen:',
    noCredential: 'Zugänge legt an, wem das Konto gehört.',
    people: 'Personen und eine Prüfung übernehmen',
    peopleText: 'Ihr LMS tut das mit einer Anfrage. Diese legt einen Kurs, eine Person und eine Prüfung an:',
    peopleLink: 'Oder Personen und Kurse einlesen',
    origins: 'Die Seiten erlauben, die einbetten',
    originsText:
      'Tragen Sie den Ursprung Ihrer Seite in den Einstellungen unter Einbetten ein. Der des Beispiels ist',
    originsLink: 'Einstellungen öffnen',
    embed: 'Die erste Einbettung zeigen',
    embedText:
      'In einem Klon des Projekts liefert dieser Befehl eine Seite mit der Prüfung der Person. Öffnen Sie die Seite danach in einem anderen Tab.',
    embedLink: 'Die Anleitung für Ihre eigene Seite lesen',
  },
)
