// The members of an effective configuration in words, by language. A test compares them with those of the API.

import { type PermittedItem, permittedItems } from '../../../../db/permitted-items.ts'

/** The members that the table of an effective configuration leaves out: what identifies it, and what is no setting. */
export const hiddenMembers = ['enrollmentSid', 'courseSid', 'userSid', 'examSid', 'attemptsRemaining']

/** The words for what a configuration permits: for each item whether, and the details. */
const permitted = (
  words: Readonly<Record<PermittedItem, string>>,
  detailsOf: (word: string) => string,
): Record<string, string> =>
  Object.fromEntries(
    permittedItems.flatMap(item => [
      [`permitted${item}`, words[item]],
      [`permitted${item}Information`, detailsOf(words[item])],
    ]),
  )

export const configurationWords = {
  en: {
    examOpenDate: 'Exam opens',
    examCloseDate: 'Exam closes',
    scheduleOpenDate: 'Scheduling opens',
    scheduleCloseDate: 'Scheduling closes',
    password: 'Password of the exam',
    url: 'Address of the exam',
    requiredSoftware: 'Required software',
    virtualCalculatorType: 'Calculator on the screen',
    duration: 'Duration in minutes',
    attempts: 'Attempts',
    studentNotes: 'Notes for learners',
    proctorNotes: 'Notes for proctors',
    ...permitted(
      {
        BathroomBreak: 'Breaks',
        BlankPaper: 'Blank paper',
        Calculator: 'Calculator',
        Dictionary: 'Dictionary',
        Earplugs: 'Earplugs',
        FormulaSheet: 'Formula sheet',
        Notes: 'Notes',
        Textbook: 'Textbook',
        Websites: 'Websites',
      },
      word => `${word}: details`,
    ),
    permittedOtherItems: 'Other permitted items',
    proctorTypes: 'Types of proctoring',
    instructorAsProctor: 'Slots of instructors',
    modalityOptions: 'Options of the delivery',
    attachments: 'Attachments',
  },
  de: {
    examOpenDate: 'Prüfung beginnt',
    examCloseDate: 'Prüfung endet',
    scheduleOpenDate: 'Terminwahl beginnt',
    scheduleCloseDate: 'Terminwahl endet',
    password: 'Passwort der Prüfung',
    url: 'Adresse der Prüfung',
    requiredSoftware: 'Nötige Software',
    virtualCalculatorType: 'Rechner auf dem Bildschirm',
    duration: 'Dauer in Minuten',
    attempts: 'Versuche',
    studentNotes: 'Hinweise für Lernende',
    proctorNotes: 'Hinweise für die Aufsicht',
    ...permitted(
      {
        BathroomBreak: 'Pausen',
        BlankPaper: 'Leeres Papier',
        Calculator: 'Taschenrechner',
        Dictionary: 'Wörterbuch',
        Earplugs: 'Ohrstöpsel',
        FormulaSheet: 'Formelsammlung',
        Notes: 'Notizen',
        Textbook: 'Lehrbuch',
        Websites: 'Webseiten',
      },
      word => `${word}: Einzelheiten`,
    ),
    permittedOtherItems: 'Weiteres Erlaubtes',
    proctorTypes: 'Aufsichtsarten',
    instructorAsProctor: 'Termine von Lehrpersonen',
    modalityOptions: 'Optionen der Durchführung',
    attachments: 'Anhänge',
  },
}
