import type { ProductTexts } from './product-texts.ts'

const appointment = 'Beginn: {appointment}\nEnde: {appointmentEnd}\nOrt: {location}'

export const german: ProductTexts = {
  texts: {
    confirmation: {
      subject: 'Ihr Termin für {exam}',
      text: `Guten Tag {firstName} {lastName},\n\nIhr Termin für {exam} ({course}) ist bestätigt.\n\n${appointment}\n\nDer Anhang trägt ihn in Ihren Kalender ein.\n\n{institution}`,
    },
    change: {
      subject: 'Ihr Termin für {exam} hat sich geändert',
      text: `Guten Tag {firstName} {lastName},\n\nIhr Termin für {exam} ({course}) hat sich geändert.\n\nBisher: {previousAppointment}\n${appointment}\n\n{approval}\n\n{institution}`,
    },
    denial: {
      subject: 'Ihr Termin für {exam} wurde nicht genehmigt',
      text: 'Guten Tag {firstName} {lastName},\n\nIhr Termin für {exam} ({course}) wurde nicht genehmigt.\n\nGewünscht: {appointment}\nGrund: {reason}\n\nSie können einen anderen Termin wählen.\n\n{institution}',
    },
    cancellation: {
      subject: 'Ihr Termin für {exam} wurde abgesagt',
      text: 'Guten Tag {firstName} {lastName},\n\nIhr Termin für {exam} ({course}) wurde abgesagt.\n\nTermin: {appointment}\nGrund: {reason}\n\n{institution}',
    },
    unscheduled: {
      subject: 'Wählen Sie einen neuen Termin für {exam}',
      text: 'Guten Tag {firstName} {lastName},\n\ndie Prüfung {exam} ({course}) wurde geändert, und Ihr Termin passt nicht mehr dazu. Er wurde abgesagt.\n\nTermin: {appointment}\n\nBitte wählen Sie einen anderen Termin.\n\n{institution}',
    },
    noShow: {
      subject: 'Sie haben Ihren Termin für {exam} versäumt',
      text: 'Guten Tag {firstName} {lastName},\n\nIhr Termin für {exam} ({course}) ist vorbei, und die Prüfung wurde nicht begonnen.\n\nTermin: {appointment}\n\nSolange die Prüfung offen ist, können Sie einen anderen Termin wählen.\n\n{institution}',
    },
    windowClosed: {
      subject: '{exam} ist geschlossen',
      text: 'Guten Tag {firstName} {lastName},\n\n{exam} ({course}) ist geschlossen. Sie haben die Prüfung nicht abgelegt.\n\n{institution}',
    },
    reminder24h: {
      subject: 'Erinnerung: {exam}',
      text: `Guten Tag {firstName} {lastName},\n\n{exam} ({course}) beginnt in weniger als 24 Stunden.\n\n${appointment}\n\n{institution}`,
    },
    reminder1h: {
      subject: '{exam} beginnt bald',
      text: `Guten Tag {firstName} {lastName},\n\n{exam} ({course}) beginnt in weniger als einer Stunde.\n\n${appointment}\n\n{institution}`,
    },
    review: {
      subject: 'Die Prüfung {exam} wurde ausgewertet',
      text: 'Guten Tag {firstName} {lastName},\n\ndie Aufzeichnung Ihrer Prüfung {exam} ({course}) wurde ausgewertet.\n\n{outcome}\n\n{institution}',
    },
  },
  approval: 'Der neue Termin ist noch nicht genehmigt. Sie erhalten eine weitere Nachricht.',
  reasons: {
    'changed-time': 'der Termin wurde geändert',
    'technical-issue': 'ein technisches Problem',
    withdrawn: 'Sie nehmen nicht mehr am Kurs teil',
    'removed-by-limited-scope': 'die Prüfung ist Ihnen nicht mehr zugewiesen',
  },
  outcomes: {
    passed: 'Die Auswertung hat nichts beanstandet.',
    violation:
      'Die Auswertung hat einen Verstoß gegen die Regeln der Prüfung ergeben. Ihre Institution entscheidet, was folgt.',
    suspicious:
      'Die Auswertung hat etwas ergeben, das geklärt werden muss. Ihre Institution entscheidet, was folgt.',
  },
}
