// The interface and decisions for each report: its filters, its pairs and the fields of its rows.

export type Report = {
  name: string
  filters: string[]
  /** Filters that must be given together. */
  pairs: [string, string][]
  sortKeys: string[]
  fields: string[]
}

const named = (names: string) => names.split(' ')
const overlap: [string, string] = ['examWindowStart', 'examWindowEnd']
const containment: [string, string] = ['examOpenDate', 'examCloseDate']
const page = named('offset limit sortKeys sortOrder')

export const examList: Report = {
  name: 'examList',
  filters: named('courseTitle examTitle installSid'),
  pairs: [overlap],
  sortKeys: named('accountName courseTitle examTitle createdDate'),
  fields: [
    ...named('sid courseSid installSid examConfigurationSid primaryInstructorSid examTitle courseTitle'),
    ...named('accountName hasAttachments configuration primaryInstructor'),
  ],
}

export const unscheduledLearners: Report = {
  name: 'unscheduledLearners',
  filters: named('courseSid courseOfferingSid courseTitle courseCode examTitle firstName lastName email'),
  pairs: [],
  sortKeys: [],
  fields: [
    ...named(
      'sid firstName lastName email preferredEmail username mobilePhone homePhone address lmsId apiId',
    ),
    ...named('sisId externalId latitude longitude lastEnrollmentSync currencyCode timeZoneSid'),
    ...named('maxTravelDistance maxTravelDistanceUnits createdDate editDate role enabled'),
  ],
}

export const examSessionEvents: Report = {
  name: 'examSessionEvents',
  filters: [
    ...named('courseTitle examTitle studentFirstName studentLastName instructorFirstName instructorLastName'),
    ...named('eventTypeSid eventStatus courseOfferingSid courseSid examSid eventSid'),
  ],
  pairs: [['eventWindowStart', 'eventWindowEnd'], containment],
  sortKeys: ['createdDate'],
  fields: [
    ...named('sid firstName lastName email appointmentDate sessionType courseTitle examType examTitle'),
    ...named('sessionStatus eventSid eventTime title subject details potentialDamage directWitness status'),
    ...named('correctiveActionDetails contactPerson contactEmail contactPhone'),
  ],
}

export const churn: Report = {
  name: 'churn',
  filters: [
    ...named('courseTitle examTitle studentEmail studentFirstName studentLastName courseOfferingSid'),
    ...named('includeCancelled includeClosed currentStatus'),
  ],
  pairs: [overlap, containment],
  sortKeys: named('courseTitle examTitle createdDate'),
  fields: [
    ...named('courseTitle examSid examTitle examType userSid enrollmentSid firstName lastName email'),
    ...named('preferredEmail homePhone mobilePhone currentSessionSid currentStatus cancelled closed'),
  ],
}

export const audit: Report = {
  name: 'audit',
  filters: ['courseOfferingSid'],
  pairs: [overlap, containment],
  sortKeys: ['createdDate'],
  fields: [
    ...named('examSid examTitle courseSid courseTitle courseCode examOpenDate examCloseDate'),
    ...named('configurationType instructorSid instructorFirstName instructorLastName instructorEmail'),
    'examConfigurationSid',
  ],
}

export const appointmentVolume: Report = {
  name: 'appointmentVolume',
  filters: named('courseOfferingSid courseSid examSid timeZone'),
  pairs: [['appointmentDateAfter', 'appointmentDateBefore']],
  sortKeys: [],
  fields: named('dayOfWeek perHour perDay'),
}

export const paged = [examList, unscheduledLearners, examSessionEvents, churn, audit]
export const reports = [...paged, appointmentVolume]

/** The parameters that the refusal of an unknown one must list. */
export const parametersOf = ({ name, filters, pairs, sortKeys }: Report): string[] => [
  ...filters,
  ...pairs.flat(),
  ...(name === appointmentVolume.name ? [] : sortKeys.length ? page : ['offset', 'limit']),
]
