import { textsOf } from '../../i18n/texts.ts'

export const texts = textsOf(
  {
    title: 'Live',
    intro: 'Who takes an exam now. Incidents and lost connections come first.',
    exam: 'Exam',
    choose: 'Choose an exam',
    none: 'No exam has appointments',
    noAccess:
      'Your role cannot connect to topics. The list of sessions shows the same without a live connection.',
    empty: 'This exam has no sessions.',
    count: (count: string) => `${count} learners`,
    states: { connecting: 'Connecting', connected: 'Live', refused: 'Not permitted' },
    connections: { online: 'Online', missing: 'Connection lost', never: 'Not connected' },
    incidents: (count: string) => `Incidents: ${count}`,
    message: 'Message',
    messageTo: (name: string) => `Message to ${name}`,
    send: 'Send',
    sent: 'The message is sent.',
  },
  {
    title: 'Live',
    intro: 'Wer gerade eine Prüfung ablegt. Vorfälle und verlorene Verbindungen stehen vorn.',
    exam: 'Prüfung',
    choose: 'Prüfung wählen',
    none: 'Keine Prüfung hat Termine',
    noAccess:
      'Ihre Rolle kann sich nicht mit Topics verbinden. Die Liste der Sitzungen zeigt dasselbe ohne Liveverbindung.',
    empty: 'Diese Prüfung hat keine Sitzungen.',
    count: count => `${count} Personen`,
    states: { connecting: 'Verbindung wird aufgebaut', connected: 'Live', refused: 'Nicht erlaubt' },
    connections: { online: 'Verbunden', missing: 'Verbindung verloren', never: 'Nicht verbunden' },
    incidents: count => `Vorfälle: ${count}`,
    message: 'Nachricht',
    messageTo: name => `Nachricht an ${name}`,
    send: 'Senden',
    sent: 'Die Nachricht ist gesendet.',
  },
)
