/** The names of the statuses of a session, by language. */
export const statusNames = {
  en: {
    'Needs Proctor': 'Needs appointment',
    'Pending Approval': 'Pending approval',
    'Approval Denied': 'Approval denied',
    Scheduled: 'Scheduled',
    Incident: 'Incident',
    Processing: 'In review',
    Closed: 'Closed',
  },
  de: {
    'Needs Proctor': 'Braucht Termin',
    'Pending Approval': 'Wartet auf Freigabe',
    'Approval Denied': 'Abgelehnt',
    Scheduled: 'Terminiert',
    Incident: 'Vorfall',
    Processing: 'In Durchsicht',
    Closed: 'Abgeschlossen',
  },
}
