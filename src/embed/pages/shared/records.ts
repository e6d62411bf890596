// The members of API records that the pages read. /openapi.json has the whole schemas. Instants are ISO 8601 strings.

export type Status =
  | 'Needs Proctor'
  | 'Pending Approval'
  | 'Approval Denied'
  | 'Scheduled'
  | 'Processing'
  | 'Incident'
  | 'Closed'

/** A session that the embed may show. */
export type ShownSession = {
  sid: string
  examSid: string
  enrollmentSid: string
  examTitle: string
  learner: string
  status: Status
  appointmentDate: string | null
  running: boolean
  /** Only the name, the exam and the status are known. */
  isPartial?: boolean
  live?: Liveness
}

/** What a monitor shows of a session. */
export type Liveness = {
  connection: 'online' | 'missing' | 'never'
  /** In milliseconds since 1970. */
  lastSeenAt: number | null
  openIncidents: number
  /** The connection is lost in a session that may be in progress. */
  isMissing: boolean
  hasNewMessage: boolean
}

/** The response of `POST /v1/embeds/verify`. */
export type Embed = {
  installSid: string
  elementType: string
  resource: string
  targetUserSid: string
  actions: string[]
  allowedOrigins: string[]
  sessions: ShownSession[]
  eventTypes: { sid: string; name: string }[]
  proctorTypes: ProctorType[]
  expiresAt: string
  expiresIn: number
}

/** A way to proctor an appointment. */
export type ProctorType = { sid: string; code: string; name: string }

/** A file of a session. */
export type SessionFile = { sid: string; name: string }

/** What the cancellation policy allows the learner. */
export type CancellationPolicy = {
  leadTimeMinutes: number
  /** How often the appointment can still be moved; null without a limit. */
  reschedulesLeft: number | null
  changeableUntil: string | null
}

export type Session = {
  sid: string
  status: Status
  statusReason: string | null
  appointmentDate: string | null
  appointmentEndDate: string | null
  inProgressDate: string | null
  endedDate: string | null
  proctorTypeSid: string | null
  photos: SessionFile[]
  returnedFile: SessionFile | null
  recordingStartDate: string | null
  reviewByDate: string | null
  reviewCompletedDate: string | null
  systemCheckStartDate: string | null
  systemCheckEndDate: string | null
  duration: number | null
  sessionReportCount: number
  notes: string | null
  exam: { title: string; type: string }
  course: { title: string; code: string | null }
  location: { name: string } | null
  sessionInfo: {
    running: boolean
    cancelled: boolean
    allowedActions: string[]
    cancellationPolicy: CancellationPolicy | null
  }
  examConfiguration: {
    examOpenDate: string | null
    examCloseDate: string | null
    attempts: number | null
    scheduleOpenDate: string | null
    scheduleCloseDate: string | null
    proctorTypes: string[]
  } | null
}

/** The effective configuration. It also has `permitted<Item>` and `permitted<Item>Information` for each item. */
export type Configuration = {
  url: string | null
  requiredSoftware: string | null
  virtualCalculatorType: string | null
  attemptsRemaining: number | null
  studentNotes: string | null
  permittedOtherItems: string | null
  attachments: { attachmentUrl: string | null; attachmentAwsTitle: string | null }[]
  [member: string]: unknown
}

export type SessionEvent = {
  sid: string
  eventTypeSid: string
  status: 'Open' | 'Resolved' | 'Dismissed'
  eventTime: string
  title: string
  subject: string | null
  details: string | null
}

export type Annotation = {
  sid: string
  type: string
  startOffsetMs: number
  endOffsetMs: number | null
  severity: number | null
  source: 'system' | 'proctor'
  text: string | null
  muted: boolean
}

/** A time that can be booked. Without a sid, it is the window of the exam. */
export type Slot = {
  instructorProctorSid: string | null
  location: string | null
  startDateTime: string | null
  endDateTime: string | null
  capacity: number | null
  remaining: number | null
}

/** The envelope of lists. */
export type Page<T> = { total: number | null; results: T[] }
