import { statusNames } from '../../i18n/status-names.ts'
import { textsOf } from '../../i18n/texts.ts'

export const texts = textsOf(
  {
    title: 'Live',
    intro: 'Who takes an exam now. Incidents and lost connections come first.',
    exam: 'Exam',
    choose: 'Choose an exam',
    none: 'No exam has appointments',
    exams: 'Exams that are being taken, or have an appointment today',
    noExams: 'No exam is being taken now, and none has an appointment today.',
    noAccess:
      'Your role cannot see who is connected. The statuses of the sessions are read again every few seconds.',
    running: 'Running',
    statuses: statusNames.en,
    empty: 'This exam has no sessions.',
    count: (count: string) => `Learners: ${count}`,
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
    exams: 'Prüfungen, die gerade abgelegt werden oder heute einen Termin haben',
    noExams: 'Zurzeit wird keine Prüfung abgelegt, und heute gibt es keine Termine.',
    noAccess:
      'Ihre Rolle sieht nicht, wer verbunden ist. Die Status der Sitzungen werden alle paar Sekunden neu gelesen.',
    running: 'Läuft',
    statuses: statusNames.de,
    empty: 'Diese Prüfung hat keine Sitzungen.',
    count: count => `Personen: ${count}`,
    states: { connecting: 'Verbindung wird aufgebaut', connected: 'Live', refused: 'Nicht erlaubt' },
    connections: { online: 'Verbunden', missing: 'Verbindung verloren', never: 'Nicht verbunden' },
    incidents: count => `Vorfälle: ${count}`,
    message: 'Nachricht',
    messageTo: name => `Nachricht an ${name}`,
    send: 'Senden',
    sent: 'Die Nachricht ist gesendet.',
  },
)
