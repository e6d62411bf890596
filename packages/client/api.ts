// Generated from the OpenAPI document by `npm run docs`. Do not edit.

/** The schemas of the document by their names. */
export type Schemas = {
  InstallCreate: {
    /** The name of the institution or deployment. */
    name: string
    /** Sid of the application that owns the install. A credential creates installs of its own only; an operator sends it if the account has several. */
    applicationSid?: `AP${string}` | undefined
  }
  Install: {
    /** Sid of the install. */
    sid: `AI${string}`
    /** Sid of the account. */
    accountSid: `AC${string}`
    /** Sid of the application. */
    applicationSid: `AP${string}`
    /** The name of the institution or deployment. */
    name: string
    /** When the record was created. ISO 8601, UTC. */
    createdDate: string
    /** When the record was last changed. ISO 8601, UTC. */
    editDate: string
  }
  /** RFC 9457 problem details. Some codes have further members. */
  Problem: {
    /** The URL of the page that explains the code, relative to the origin. */
    type: string
    /** A short text that every problem of the code has. */
    title: string
    /** The HTTP status of the response. */
    status: number
    /** What is wrong with this request, in one or more sentences. */
    detail: string
    /** The stable identifier of the problem, for programs. */
    code: 'malformed_json' | 'invalid_request' | 'application_required' | 'reset_token_invalid' | 'credential_required' | 'credential_invalid' | 'element_token_invalid' | 'jwt_invalid' | 'invalid_credentials' | 'code_invalid' | 'mfa_token_invalid' | 'action_not_allowed' | 'caller_not_accepted' | 'permission_ceiling_violation' | 'origin_not_allowed' | 'cross_site_request' | 'fresh_sign_in_required' | 'mfa_required_by_account' | 'setup_done' | 'setup_token_invalid' | 'not_found' | 'method_not_allowed' | 'already_enrolled' | 'reference_gone' | 'edited_meanwhile' | 'primary_configuration' | 'user_erased' | 'event_type_in_use' | 'code_taken' | 'id_taken' | 'id_conflict' | 'person_suppressed' | 'username_taken' | 'email_taken' | 'last_owner' | 'not_invited' | 'mfa_enabled' | 'mfa_not_enrolled' | 'appointment_overlaps' | 'capacity_full' | 'file_content_mismatch' | 'file_not_uploaded' | 'too_many_files' | 'exam_has_appointments' | 'exam_not_approved' | 'no_attempts_left' | 'not_assigned' | 'outside_window' | 'second_reviewer_required' | 'session_active' | 'session_changed' | 'session_state_conflict' | 'slot_full' | 'slot_unavailable' | 'cancellation_policy' | 'system_check_required' | 'window_too_short' | 'token_not_active' | 'credential_not_active' | 'delivery_pending' | 'endpoint_inactive' | 'too_many_endpoints' | 'idempotency_key_in_use' | 'restore_expired' | 'body_too_slow' | 'precondition_failed' | 'body_too_large' | 'unsupported_media_type' | 'idempotency_key_reused' | 'upgrade_required' | 'too_many_attempts' | 'too_many_requests' | 'internal' | 'too_busy' | 'too_slow' | 'database_busy' | 'not_ready' | 'database_unavailable' | 'sealing_key_mismatch' | 'storage_full'
    /** The id of the request in the log, as in the header `X-Request-Id`. */
    requestId: string
    /** The errors of an invalid request. */
    errors?: ({
      /** The member or parameter, with dots between the levels; empty for the whole body. */
      path: string
      /** The kind of the error, for programs. */
      code: string
      /** What is wrong, in one sentence. */
      message: string
    })[] | undefined
  }
  InstallPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['Install'])[]
  }
  InstallUpdate: {
    /** The name of the institution or deployment. */
    name: string
  }
  InstallSettings: {
    /** The longest lifetime of a token before it must be refreshed, in seconds. */
    maxTokenTtlSeconds: number
    /** The IANA time zone of calendar dates, and of users without a time zone. */
    defaultTimezone: string
    /** Whether an administrator must approve the configuration of an exam. */
    requireManagerExamApproval: boolean
    /** Whether appointments wait for approval. */
    requireManagerProctorApproval: boolean
    /** How long after the end of its appointment a session can still be started. Then it is cancelled as a no-show. In minutes. */
    noShowGraceMinutes: number
    /** How long after the end of its appointment a running session is ended. In minutes. */
    overrunGraceMinutes: number
    /** Whether a session starts only after a system check that passed. */
    requireSystemCheck: boolean
    /** The cancellation policy of exams without one; null if there is none. */
    cancellationPolicySid: `CP${string}` | null
    /** The origins whose pages may contain an embed: scheme, host and port. */
    allowedEmbedOrigins: (string)[]
    /** The sizes and media types of files; members that are not sent stay as they are. */
    files: Schemas['FileSettings']
    /** The language of mails to users without one, and the format of their dates: a BCP 47 tag. The texts are English or German. */
    locale: string
    /** The mails to learners about their appointments. */
    notifications: Schemas['Notifications']
    /** How many GET requests each caller may send in a minute; null: any number. */
    readsPerMinute: number | null
    /** How many other requests each caller may send in a minute; null: any number. */
    writesPerMinute: number | null
  }
  FileSettings: {
    /** The maximum size of a file in bytes; at most 25 MiB. */
    maxBytes: number
    /** The media types that are accepted; by default all that the system can check. */
    contentTypes: (string)[]
  }
  MessageTexts: {
    /** Sent when an appointment is confirmed. Placeholders: {firstName}, {lastName}, {exam}, {course}, {institution}, {appointment}, {appointmentEnd}, {timeZone}, {location}. */
    confirmation?: {
      /** The subject: one line without a URL. */
      subject?: string | undefined
      /** The plain text. A line with a placeholder that has no value is omitted. */
      text?: string | undefined
    } | undefined
    /** Sent when an appointment is moved or its end changes. Placeholders: {firstName}, {lastName}, {exam}, {course}, {institution}, {appointment}, {appointmentEnd}, {timeZone}, {location}, {previousAppointment}, {approval}. */
    change?: {
      /** The subject: one line without a URL. */
      subject?: string | undefined
      /** The plain text. A line with a placeholder that has no value is omitted. */
      text?: string | undefined
    } | undefined
    /** Sent when an appointment is denied. Placeholders: {firstName}, {lastName}, {exam}, {course}, {institution}, {appointment}, {appointmentEnd}, {timeZone}, {location}, {reason}. */
    denial?: {
      /** The subject: one line without a URL. */
      subject?: string | undefined
      /** The plain text. A line with a placeholder that has no value is omitted. */
      text?: string | undefined
    } | undefined
    /** Sent when an appointment is cancelled. Placeholders: {firstName}, {lastName}, {exam}, {course}, {institution}, {appointment}, {appointmentEnd}, {timeZone}, {location}, {reason}. */
    cancellation?: {
      /** The subject: one line without a URL. */
      subject?: string | undefined
      /** The plain text. A line with a placeholder that has no value is omitted. */
      text?: string | undefined
    } | undefined
    /** Sent when a change of the exam removes an appointment. Placeholders: {firstName}, {lastName}, {exam}, {course}, {institution}, {appointment}, {appointmentEnd}, {timeZone}, {location}. */
    unscheduled?: {
      /** The subject: one line without a URL. */
      subject?: string | undefined
      /** The plain text. A line with a placeholder that has no value is omitted. */
      text?: string | undefined
    } | undefined
    /** Sent when a learner has missed an appointment. Placeholders: {firstName}, {lastName}, {exam}, {course}, {institution}, {appointment}, {appointmentEnd}, {timeZone}, {location}. */
    noShow?: {
      /** The subject: one line without a URL. */
      subject?: string | undefined
      /** The plain text. A line with a placeholder that has no value is omitted. */
      text?: string | undefined
    } | undefined
    /** Sent when an exam has closed that the learner did not take. Placeholders: {firstName}, {lastName}, {exam}, {course}, {institution}. */
    windowClosed?: {
      /** The subject: one line without a URL. */
      subject?: string | undefined
      /** The plain text. A line with a placeholder that has no value is omitted. */
      text?: string | undefined
    } | undefined
    /** Sent 24 hours before an appointment. Placeholders: {firstName}, {lastName}, {exam}, {course}, {institution}, {appointment}, {appointmentEnd}, {timeZone}, {location}. */
    reminder24h?: {
      /** The subject: one line without a URL. */
      subject?: string | undefined
      /** The plain text. A line with a placeholder that has no value is omitted. */
      text?: string | undefined
    } | undefined
    /** Sent 1 hour before an appointment. Placeholders: {firstName}, {lastName}, {exam}, {course}, {institution}, {appointment}, {appointmentEnd}, {timeZone}, {location}. */
    reminder1h?: {
      /** The subject: one line without a URL. */
      subject?: string | undefined
      /** The plain text. A line with a placeholder that has no value is omitted. */
      text?: string | undefined
    } | undefined
    /** Sent when the review of an attempt is complete. Placeholders: {firstName}, {lastName}, {exam}, {course}, {institution}, {outcome}. */
    review?: {
      /** The subject: one line without a URL. */
      subject?: string | undefined
      /** The plain text. A line with a placeholder that has no value is omitted. */
      text?: string | undefined
    } | undefined
  }
  Notifications: {
    /** Whether learners get mails. */
    enabled: boolean
    /** Whether they get those about confirmed, changed, denied, cancelled and missed appointments. */
    confirmations: boolean
    /** Whether they are reminded 24 hours and 1 hour before. */
    reminders: boolean
    /** Whether they get the results of reviews. */
    reviews: boolean
    /** Texts that replace those of the product; null: none. */
    texts: {
      /** The texts in English. */
      en?: Schemas['MessageTexts'] | undefined
      /** The texts in German. */
      de?: Schemas['MessageTexts'] | undefined
    } | null
  }
  InstallSettingsUpdate: {
    /** The longest lifetime of a token before it must be refreshed, in seconds. */
    maxTokenTtlSeconds?: number | undefined
    /** The IANA time zone of calendar dates, and of users without a time zone. */
    defaultTimezone?: string | undefined
    /** Whether an administrator must approve the configuration of an exam. */
    requireManagerExamApproval?: boolean | undefined
    /** Whether appointments wait for approval. */
    requireManagerProctorApproval?: boolean | undefined
    /** How long after the end of its appointment a session can still be started. Then it is cancelled as a no-show. In minutes. */
    noShowGraceMinutes?: number | undefined
    /** How long after the end of its appointment a running session is ended. In minutes. */
    overrunGraceMinutes?: number | undefined
    /** Whether a session starts only after a system check that passed. */
    requireSystemCheck?: boolean | undefined
    /** The cancellation policy of exams without one; null if there is none. */
    cancellationPolicySid?: `CP${string}` | null | undefined
    /** The origins whose pages may contain an embed: scheme, host and port. */
    allowedEmbedOrigins?: (string)[] | undefined
    /** The sizes and media types of files; members that are not sent stay as they are. */
    files?: Schemas['FileSettingsUpdate'] | undefined
    /** The language of mails to users without one, and the format of their dates: a BCP 47 tag. The texts are English or German. */
    locale?: string | undefined
    /** The mails to learners about their appointments. */
    notifications?: Schemas['NotificationsUpdate'] | undefined
    /** How many GET requests each caller may send in a minute; null: any number. */
    readsPerMinute?: number | null | undefined
    /** How many other requests each caller may send in a minute; null: any number. */
    writesPerMinute?: number | null | undefined
  }
  FileSettingsUpdate: {
    /** The maximum size of a file in bytes; at most 25 MiB. */
    maxBytes?: number | undefined
    /** The media types that are accepted; by default all that the system can check. */
    contentTypes?: ('image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'application/pdf' | 'text/plain' | 'text/csv' | 'application/msword' | 'application/vnd.ms-excel' | 'application/vnd.ms-powerpoint' | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' | 'application/vnd.openxmlformats-officedocument.presentationml.presentation' | 'application/vnd.oasis.opendocument.text' | 'application/vnd.oasis.opendocument.spreadsheet' | 'application/vnd.oasis.opendocument.presentation')[] | undefined
  }
  NotificationsUpdate: {
    /** Whether learners get mails. */
    enabled?: boolean | undefined
    /** Whether they get those about confirmed, changed, denied, cancelled and missed appointments. */
    confirmations?: boolean | undefined
    /** Whether they are reminded 24 hours and 1 hour before. */
    reminders?: boolean | undefined
    /** Whether they get the results of reviews. */
    reviews?: boolean | undefined
    /** Texts that replace those of the product; null: none. */
    texts?: {
      /** The texts in English. */
      en?: Schemas['MessageTexts'] | undefined
      /** The texts in German. */
      de?: Schemas['MessageTexts'] | undefined
    } | null | undefined
  }
  CancellationPolicyCreate: {
    /** The name of the policy that people choose. */
    name: string
    /** How long before its start a learner can still move or cancel an appointment. In minutes, up to 30 days. */
    leadTimeMinutes: number
    /** How often a learner can move an appointment; null without a limit. */
    maxReschedules?: number | null | undefined
  }
  CancellationPolicy: {
    /** Sid of the cancellation policy. */
    sid: `CP${string}`
    /** Sid of the install. */
    installSid: `AI${string}`
    /** The name of the policy that people choose. */
    name: string
    /** Sid of the version of a cancellation policy. */
    versionSid: `CV${string}`
    /** The number of the version, from 1. */
    version: number
    /** How long before its start a learner can still move or cancel an appointment. In minutes, up to 30 days. */
    leadTimeMinutes: number
    /** How often a learner can move an appointment; null without a limit. */
    maxReschedules: number | null
    /** When the policy was retired: exams and the install that have it keep it, and others cannot choose it. Null if it can be chosen. ISO 8601, UTC. */
    retiredDate: string | null
    /** When the record was created. ISO 8601, UTC. */
    createdDate: string
    /** When the record was last changed. ISO 8601, UTC. */
    editDate: string
  }
  CancellationPolicyPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['CancellationPolicy'])[]
  }
  CancellationPolicyUpdate: {
    /** The name of the policy that people choose. */
    name?: string | undefined
    /** How long before its start a learner can still move or cancel an appointment. In minutes, up to 30 days. */
    leadTimeMinutes?: number | undefined
    /** How often a learner can move an appointment; null without a limit. */
    maxReschedules?: number | null | undefined
  }
  CancellationPolicyVersionPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['CancellationPolicyVersion'])[]
  }
  CancellationPolicyVersion: {
    /** Sid of the version of a cancellation policy. */
    sid: `CV${string}`
    /** The number of the version, from 1. */
    version: number
    /** How long before its start a learner can still move or cancel an appointment. In minutes, up to 30 days. */
    leadTimeMinutes: number
    /** How often a learner can move an appointment; null without a limit. */
    maxReschedules: number | null
    /** When the record was created. ISO 8601, UTC. */
    createdDate: string
  }
  CredentialCreate: {
    /** A label for people; it has no further effect. */
    name: string
    /** What the credential may do at most; rules by role apply in addition to the policy. */
    role: 'admin' | 'instructor' | 'proctor' | 'learner'
    /** The actions and resources that are allowed; everything else is refused. */
    policy: Schemas['Policy']
    /** From when the credential is refused; null if it does not expire. ISO 8601, UTC. */
    expiresAt?: string | null | undefined
  }
  PolicyStatement: {
    /** A display name without further effect. */
    sid?: string | undefined
    /** Statements only allow; there is no Deny. */
    effect: 'Allow'
    /** The allowed actions. `sp:*` or `*` allows all; `*` cannot be a part of a name, as in `sp:Read*`. */
    actions: (string)[]
    /** The paths on which they are allowed, without `/v1/`. `*` stands for whole segments: for any one or more of them. */
    resources: (string)[]
  }
  Policy: {
    /** The version of the policy language. */
    version: '1'
    /** What is allowed; an empty list allows nothing. */
    statements: (Schemas['PolicyStatement'])[]
  }
  CredentialCreated: {
    /** Sid of the API credential. */
    sid: `AK${string}`
    /** Sid of the one install in its scope; null for all installs of the account. */
    installSid: `AI${string}` | null
    /** A label for people; it has no further effect. */
    name: string
    /** What the credential may do at most; rules by role apply in addition to the policy. */
    role: 'admin' | 'instructor' | 'proctor' | 'learner'
    /** The actions and resources that are allowed; everything else is refused. */
    policy: Schemas['Policy']
    /** Sid of the API credential that created it; null if another caller did. */
    createdBySid: `AK${string}` | null
    /** From when the credential is refused; null if it does not expire. ISO 8601, UTC. */
    expiresAt: string | null
    /** When the credential was revoked; null if it is not revoked. ISO 8601, UTC. */
    revokedAt: string | null
    /** When the record was created. ISO 8601, UTC. */
    createdDate: string
    /** The secret to send as `token` or bearer token. Contained in this response only; only its hash is stored. */
    secret: string
  }
  CredentialPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['Credential'])[]
  }
  Credential: {
    /** Sid of the API credential. */
    sid: `AK${string}`
    /** Sid of the one install in its scope; null for all installs of the account. */
    installSid: `AI${string}` | null
    /** A label for people; it has no further effect. */
    name: string
    /** What the credential may do at most; rules by role apply in addition to the policy. */
    role: 'admin' | 'instructor' | 'proctor' | 'learner'
    /** The actions and resources that are allowed; everything else is refused. */
    policy: Schemas['Policy']
    /** Sid of the API credential that created it; null if another caller did. */
    createdBySid: `AK${string}` | null
    /** From when the credential is refused; null if it does not expire. ISO 8601, UTC. */
    expiresAt: string | null
    /** When the credential was revoked; null if it is not revoked. ISO 8601, UTC. */
    revokedAt: string | null
    /** When the record was created. ISO 8601, UTC. */
    createdDate: string
  }
  ProctorCreate: {
    /** The name of the company or team that proctors. */
    name: string
    /** The installs that the proctor account reports across. */
    installSids?: (`AI${string}`)[] | undefined
  }
  Proctor: {
    /** Sid of the proctor account. */
    sid: `PA${string}`
    /** The name of the company or team that proctors. */
    name: string
    /** The installs that the proctor account reports across. */
    installSids: (`AI${string}`)[]
    /** When the record was created. ISO 8601, UTC. */
    createdDate: string
    /** When the record was last changed. ISO 8601, UTC. */
    editDate: string
  }
  ProctorPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['Proctor'])[]
  }
  ProctorReplace: {
    /** The name of the company or team that proctors. */
    name: string
    /** The installs that the proctor account reports across. */
    installSids: (`AI${string}`)[]
  }
  ProctorTypeCreate: {
    /** The text by which the `proctorTypes` of configurations name the type; unique in the install. */
    code: string
    /** The name that people read. */
    name: string
    /** Whether a person proctors during the appointment. */
    live?: boolean | undefined
    /** `required`: the attempt is reviewed after its end. */
    review?: 'none' | 'required' | undefined
    /** Whether the learner must record the room before the start. */
    roomScan?: boolean | undefined
    /** Whether appointments of the type wait for no approval, whatever the exam and the install demand. */
    autoApprove?: boolean | undefined
    /** How many appointments, with those that wait for approval, there can be at the same time; null means unlimited. */
    capacity?: number | null | undefined
  }
  ProctorType: {
    /** Sid of the proctor type. */
    sid: `TS${string}`
    /** Sid of the install. */
    installSid: `AI${string}`
    /** The text by which the `proctorTypes` of configurations name the type; unique in the install. */
    code: string
    /** The name that people read. */
    name: string
    /** Whether a person proctors during the appointment. */
    live: boolean
    /** `required`: the attempt is reviewed after its end. */
    review: 'none' | 'required'
    /** Whether the learner must record the room before the start. */
    roomScan: boolean
    /** Whether appointments of the type wait for no approval, whatever the exam and the install demand. */
    autoApprove: boolean
    /** How many appointments, with those that wait for approval, there can be at the same time; null means unlimited. */
    capacity: number | null
    /** When the record was retired; null if it can be chosen. ISO 8601, UTC. */
    retiredDate: string | null
    /** When the record was created. ISO 8601, UTC. */
    createdDate: string
    /** When the record was last changed. ISO 8601, UTC. */
    editDate: string
  }
  ProctorTypePage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['ProctorType'])[]
  }
  ProctorTypeUpdate: {
    /** The text by which the `proctorTypes` of configurations name the type; unique in the install. */
    code?: string | undefined
    /** The name that people read. */
    name?: string | undefined
    /** Whether a person proctors during the appointment. */
    live?: boolean | undefined
    /** `required`: the attempt is reviewed after its end. */
    review?: 'none' | 'required' | undefined
    /** Whether the learner must record the room before the start. */
    roomScan?: boolean | undefined
    /** Whether appointments of the type wait for no approval, whatever the exam and the install demand. */
    autoApprove?: boolean | undefined
    /** How many appointments, with those that wait for approval, there can be at the same time; null means unlimited. */
    capacity?: number | null | undefined
  }
  ProctorGroupCreate: {
    /** The name that people read. */
    name: string
    /** Sids of the users of the install who proctor for the group; at most 1000. */
    members?: (`US${string}`)[] | undefined
    /** How many appointments, with those that wait for approval, there can be at the same time; null means unlimited. */
    capacity?: number | null | undefined
  }
  ProctorGroup: {
    /** Sid of the proctor group. */
    sid: `PG${string}`
    /** Sid of the install. */
    installSid: `AI${string}`
    /** The name that people read. */
    name: string
    /** Sids of the users of the install who proctor for the group; at most 1000. */
    members: (`US${string}`)[]
    /** How many appointments, with those that wait for approval, there can be at the same time; null means unlimited. */
    capacity: number | null
    /** When the record was retired; null if it can be chosen. ISO 8601, UTC. */
    retiredDate: string | null
    /** When the record was created. ISO 8601, UTC. */
    createdDate: string
    /** When the record was last changed. ISO 8601, UTC. */
    editDate: string
  }
  ProctorGroupPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['ProctorGroup'])[]
  }
  ProctorGroupUpdate: {
    /** The name that people read. */
    name?: string | undefined
    /** Sids of the users of the install who proctor for the group; at most 1000. */
    members?: (`US${string}`)[] | undefined
    /** How many appointments, with those that wait for approval, there can be at the same time; null means unlimited. */
    capacity?: number | null | undefined
  }
  ReviewProcessCreate: {
    /** The name that people read. */
    name: string
    /** How long after the end of an attempt its review is due, in hours. */
    hoursUntilDue?: number | undefined
    /** Whether a review is complete only when a second person has passed the attempt, who did not do the first review. */
    secondReview?: boolean | undefined
  }
  ReviewProcess: {
    /** Sid of the review process. */
    sid: `RP${string}`
    /** Sid of the install. */
    installSid: `AI${string}`
    /** The name that people read. */
    name: string
    /** How long after the end of an attempt its review is due, in hours. */
    hoursUntilDue: number
    /** Whether a review is complete only when a second person has passed the attempt, who did not do the first review. */
    secondReview: boolean
    /** When the record was retired; null if it can be chosen. ISO 8601, UTC. */
    retiredDate: string | null
    /** When the record was created. ISO 8601, UTC. */
    createdDate: string
    /** When the record was last changed. ISO 8601, UTC. */
    editDate: string
  }
  ReviewProcessPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['ReviewProcess'])[]
  }
  ReviewProcessUpdate: {
    /** The name that people read. */
    name?: string | undefined
    /** How long after the end of an attempt its review is due, in hours. */
    hoursUntilDue?: number | undefined
    /** Whether a review is complete only when a second person has passed the attempt, who did not do the first review. */
    secondReview?: boolean | undefined
  }
  TimeZonePage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['TimeZone'])[]
  }
  TimeZone: {
    /** Sid of the time zone. */
    sid: `TZ${string}`
    /** The IANA name. */
    name: string
    /** The current offset from UTC, positive to the east. */
    utcOffsetMinutes: number
  }
  UserCreate: {
    /** The given name. */
    firstName: string
    /** The family name; lists sort by it. */
    lastName: string
    /** The main email address. */
    email: string
    /** An email address that the user prefers; null if there is none. */
    preferredEmail?: string | null | undefined
    /** The telephone number at home. */
    homePhone?: string | null | undefined
    /** The mobile telephone number. */
    mobilePhone?: string | null | undefined
    /** The currency of the user as an ISO 4217 code. */
    currencyCode?: string | null | undefined
    /** Sid of the time zone of the user; null means that of the install. */
    timeZoneSid?: `TZ${string}` | null | undefined
    /** The latitude in degrees, positive to the north. */
    latitude?: number | null | undefined
    /** The longitude in degrees, positive to the east. */
    longitude?: number | null | undefined
    /** The name for sign-in, unique within the install; null if there is none. */
    username?: string | null | undefined
    /** The password for sign-in. Only its hash is stored; no response contains it. */
    password?: string | null | undefined
    /** Whether the user may sign in; false by default. */
    enabled?: boolean | null | undefined
    /** The id in the LMS, from the LTI launch. */
    lmsId?: string | null | undefined
    /** The id in the student information system; the sourcedId of OneRoster. */
    sisId?: string | null | undefined
    /** The id in any other system; returned as `externalId`. */
    exernalId?: string | null | undefined
    /** The same as `exernalId`; send only one of them. */
    externalId?: string | null | undefined
  }
  User: {
    /** Sid of the user. */
    sid: `US${string}`
    /** The given name. */
    firstName: string
    /** The family name; lists sort by it. */
    lastName: string
    /** The main email address. */
    email: string
    /** The name for sign-in, unique within the install; null if there is none. */
    username: string | null
    /** An email address that the user prefers; null if there is none. */
    preferredEmail: string | null
    /** Sid of the identity-service enrollment. */
    svcIdEnrollmentSid: `IE${string}` | null
    /** The mobile telephone number. */
    mobilePhone: string | null
    /** The telephone number at home. */
    homePhone: string | null
    /** The postal address. */
    address: string | null
    /** The id in the LMS, from the LTI launch. */
    lmsId: string | null
    /** The id in the student information system; the sourcedId of OneRoster. */
    sisId: string | null
    /** The id in the system that uses this API. */
    apiId: string | null
    /** The id in any other system. */
    externalId: string | null
    /** The latitude in degrees, positive to the north. */
    latitude: number | null
    /** The longitude in degrees, positive to the east. */
    longitude: number | null
    /** When provisioning or a roster last changed an enrollment of the user, or found it for the first time; null if never. ISO 8601, UTC. */
    lastEnrollmentSync: string | null
    /** When the record was created. ISO 8601, UTC. */
    createdDate: string
    /** When the record was last changed. ISO 8601, UTC. */
    editDate: string
    /** The currency of the user as an ISO 4217 code. */
    currencyCode: string | null
    /** Sid of the time zone of the user; null means that of the install. */
    timeZoneSid: `TZ${string}` | null
    /** The time zone of `timeZoneSid`. */
    timezone: {
      /** Sid of the time zone. */
      sid: `TZ${string}`
      /** The IANA name. */
      name: string
    } | null
    /** How far the user travels to an exam, in `maxTravelDistanceUnits`. */
    maxTravelDistance: number | null
    /** The unit of `maxTravelDistance`. */
    maxTravelDistanceUnits: 'miles' | 'kilometers' | null
    /** The id of the user at the help desk; null if there is none. */
    helpdeskUserId: string | null
    /** What the user may do in the install. */
    role: string
    /** Whether the user may sign in. */
    enabled: boolean
    /** How the user signs in. */
    authentication: {
      /** The name for sign-in, unique within the install; null if there is none. */
      username: string | null
      /** Whether the user has a password. */
      passwordSet: boolean
    }
    /** The user in the identity service; null if not linked. */
    svcId: {
      /** Sid of the identity-service user. */
      sid: `IU${string}`
    } | null
    /** The course of the latest active enrollment; null if there is none. */
    course: {
      /** Sid of the course. */
      sid: `CU${string}`
      /** The title that people read. */
      title: string
    } | null
    /** The exam of the next appointment in that course; null if there is none. */
    exam: {
      /** Sid of the exam. */
      sid: `EX${string}`
      /** The title that people read. */
      title: string
    } | null
    /** The user and the enrollment in the identity service, and the language; null if the user has none of these. */
    identity: {
      /** Sid of the identity-service user. */
      sid: `IU${string}` | null
      /** Sid of the identity-service enrollment. */
      enrollmentSid: `IE${string}` | null
      /** The language of mails and the format of their dates: a BCP 47 tag; null: those of the install. */
      locale: string | null
    } | null
  }
  UserPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['UserItem'])[]
  }
  UserItem: {
    /** Sid of the user. */
    sid: `US${string}`
    /** The given name. */
    firstName: string
    /** The family name; lists sort by it. */
    lastName: string
    /** The main email address. */
    email: string
    /** The name for sign-in, unique within the install; null if there is none. */
    username: string | null
  }
  UserProfileUpdate: {
    /** The currency of the user as an ISO 4217 code. */
    currencyCode?: string | null | undefined
    /** Sid of the time zone of the user; null means that of the install. */
    timeZoneSid?: `TZ${string}` | null | undefined
    /** The unit of `maxTravelDistance`. */
    maxTravelDistanceUnits?: 'miles' | 'kilometers' | null | undefined
    /** The mobile telephone number. */
    mobilePhone?: string | null | undefined
    /** An email address that the user prefers; null if there is none. */
    preferredEmail?: string | null | undefined
    /** The latitude in degrees, positive to the north. */
    latitude?: number | null | undefined
    /** The longitude in degrees, positive to the east. */
    longitude?: number | null | undefined
    /** How far the user travels to an exam, in `maxTravelDistanceUnits`. */
    maxTravelDistance?: number | null | undefined
    /** The telephone number at home. */
    homePhone?: string | null | undefined
    /** The postal address. */
    address?: string | null | undefined
    /** The user in the identity service; null if not linked. */
    svcId?: `IU${string}` | null | undefined
    /** Sid of the identity-service enrollment. */
    svcIdEnrollmentSid?: `IE${string}` | null | undefined
  }
  UserUpdate: {
    /** The given name. */
    firstName?: string | undefined
    /** The family name; lists sort by it. */
    lastName?: string | undefined
    /** The main email address. */
    email?: string | undefined
    /** An email address that the user prefers; null if there is none. */
    preferredEmail?: string | null | undefined
    /** The telephone number at home. */
    homePhone?: string | null | undefined
    /** The mobile telephone number. */
    mobilePhone?: string | null | undefined
    /** The currency of the user as an ISO 4217 code. */
    currencyCode?: string | null | undefined
    /** Sid of the time zone of the user; null means that of the install. */
    timeZoneSid?: `TZ${string}` | null | undefined
    /** The latitude in degrees, positive to the north. */
    latitude?: number | null | undefined
    /** The longitude in degrees, positive to the east. */
    longitude?: number | null | undefined
    /** The name for sign-in, unique within the install; null if there is none. */
    username?: string | null | undefined
    /** The password for sign-in. Only its hash is stored; no response contains it. */
    password?: string | null | undefined
    /** Whether the user may sign in. */
    enabled?: boolean | null | undefined
    /** The id in the LMS, from the LTI launch. */
    lmsId?: string | null | undefined
    /** The id in the student information system; the sourcedId of OneRoster. */
    sisId?: string | null | undefined
    /** The id in any other system; returned as `externalId`. */
    exernalId?: string | null | undefined
    /** The same as `exernalId`; send only one of them. */
    externalId?: string | null | undefined
    /** What the user may do in the install. */
    role?: 'admin' | 'instructor' | 'proctor' | 'learner' | undefined
    /** The id in the system that uses this API. */
    apiId?: string | null | undefined
    /** The postal address. */
    address?: string | null | undefined
    /** The language of mails and the format of their dates: a BCP 47 tag; null: those of the install. */
    locale?: string | null | undefined
    /** The id of the user at the help desk; null if there is none. */
    helpdeskUserId?: string | null | undefined
  }
  UserMerge: {
    /** The user that remains. */
    intoUserSid: `US${string}`
  }
  UserErased: {
    /** That the user is erased. */
    erased: 'User erased'
    /** What belongs to the application, and may contain personal data of the user: the messages that clients published on topics, which are deleted after 24 hours, and synchronised documents. Delete the documents with `DELETE /api/documents/{name}` if they must not remain. */
    notErased: ('messages' | 'documents')[]
    /** The events of other learners whose texts name the user, newest first; at most 1,000. Change or delete these texts if they must not remain. */
    mentions: (`ER${string}`)[]
  }
  SuppressionPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['Suppression'])[]
  }
  Suppression: {
    /** Sid of the suppression. */
    sid: `SU${string}`
    /** When the person was erased. ISO 8601, UTC. */
    createdDate: string
  }
  SuppressionLookup: {
    /** The id in the LMS, from the LTI launch. */
    lmsId?: string | undefined
    /** The id in the student information system; the sourcedId of OneRoster. */
    sisId?: string | undefined
    /** The id in the system that uses this API. */
    apiId?: string | undefined
    /** The id in any other system. */
    externalId?: string | undefined
    /** An email address of the person, in any case. */
    email?: string | undefined
  }
  SuppressionsFound: {
    /** The suppressions of people who had one of these ids or this address; at most 100. */
    results: (Schemas['Suppression'])[]
  }
  DuplicateIdPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['DuplicateId'])[]
  }
  DuplicateId: {
    /** Sid of the duplicate id. */
    sid: `DI${string}`
    /** The kind of the two records. */
    kind: 'user' | 'course' | 'exam' | 'courseOffering'
    /** The member with the id. */
    name: 'lmsId' | 'sisId' | 'apiId' | 'externalId'
    /** The id that both records had. */
    value: string
    /** The older record, which has the id no more. */
    recordSid: string
    /** The newest record, which keeps the id. */
    keptBySid: string
    /** When the id was removed. ISO 8601, UTC. */
    createdDate: string
  }
  CourseOfferingCreate: {
    /** The title of the term or group of courses that people read. */
    title: string
    /** Texts in the title or code of a course that assign the course to the offering. */
    matchStrings?: (string)[] | undefined
    /** When the term starts; null if it is not limited. ISO 8601, UTC. */
    startDate?: string | null | undefined
    /** When the term ends; null if it is not limited. ISO 8601, UTC. */
    endDate?: string | null | undefined
    /** The id in the LMS, from the LTI launch. */
    lmsId?: string | null | undefined
    /** The id in the student information system; the sourcedId of OneRoster. */
    sisId?: string | null | undefined
    /** The id in the system that uses this API. */
    apiId?: string | null | undefined
    /** The id in any other system. */
    externalId?: string | null | undefined
  }
  CourseOffering: {
    /** Sid of the course offering. */
    sid: `CO${string}`
    /** Sid of the install. */
    installSid: `AI${string}`
    /** The title of the term or group of courses that people read. */
    title: string
    /** Texts in the title or code of a course that assign the course to the offering. */
    matchStrings: (string)[]
    /** When the term starts; null if it is not limited. ISO 8601, UTC. */
    startDate: string | null
    /** When the term ends; null if it is not limited. ISO 8601, UTC. */
    endDate: string | null
    /** The id in the LMS, from the LTI launch. */
    lmsId: string | null
    /** The id in the student information system; the sourcedId of OneRoster. */
    sisId: string | null
    /** The id in the system that uses this API. */
    apiId: string | null
    /** The id in any other system. */
    externalId: string | null
    /** When the record was created. ISO 8601, UTC. */
    createdDate: string
    /** When the record was last changed. ISO 8601, UTC. */
    editDate: string
  }
  CourseOfferingPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['CourseOffering'])[]
  }
  CourseOfferingUpdate: {
    /** The title of the term or group of courses that people read. */
    title?: string | undefined
    /** Texts in the title or code of a course that assign the course to the offering. */
    matchStrings?: (string)[] | undefined
    /** When the term starts; null if it is not limited. ISO 8601, UTC. */
    startDate?: string | null | undefined
    /** When the term ends; null if it is not limited. ISO 8601, UTC. */
    endDate?: string | null | undefined
    /** The id in the LMS, from the LTI launch. */
    lmsId?: string | null | undefined
    /** The id in the student information system; the sourcedId of OneRoster. */
    sisId?: string | null | undefined
    /** The id in the system that uses this API. */
    apiId?: string | null | undefined
    /** The id in any other system. */
    externalId?: string | null | undefined
  }
  CourseCreate: {
    /** The title of the course that people read. */
    title: string
    /** The course code of the institution; null if there is none. */
    code?: string | null | undefined
    /** Sid of the course offering of the course; null if it has none. */
    courseOfferingSid?: `CO${string}` | null | undefined
    /** The id in the LMS, from the LTI launch. */
    lmsId?: string | null | undefined
    /** The id in the student information system; the sourcedId of OneRoster. */
    sisId?: string | null | undefined
    /** The id in the system that uses this API. */
    apiId?: string | null | undefined
    /** The id in any other system. */
    externalId?: string | null | undefined
  }
  Course: {
    /** Sid of the course. */
    sid: `CU${string}`
    /** Sid of the install. */
    installSid: `AI${string}`
    /** Sid of the course offering of the course; null if it has none. */
    courseOfferingSid: `CO${string}` | null
    /** The title of the course that people read. */
    title: string
    /** The course code of the institution; null if there is none. */
    code: string | null
    /** The id in the LMS, from the LTI launch. */
    lmsId: string | null
    /** The id in the student information system; the sourcedId of OneRoster. */
    sisId: string | null
    /** The id in the system that uses this API. */
    apiId: string | null
    /** The id in any other system. */
    externalId: string | null
    /** When the record was created. ISO 8601, UTC. */
    createdDate: string
    /** When the record was last changed. ISO 8601, UTC. */
    editDate: string
  }
  CoursePage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['Course'])[]
  }
  CourseUpdate: {
    /** The title of the course that people read. */
    title?: string | undefined
    /** The course code of the institution; null if there is none. */
    code?: string | null | undefined
    /** Sid of the course offering of the course; null if it has none. */
    courseOfferingSid?: `CO${string}` | null | undefined
    /** The id in the LMS, from the LTI launch. */
    lmsId?: string | null | undefined
    /** The id in the student information system; the sourcedId of OneRoster. */
    sisId?: string | null | undefined
    /** The id in the system that uses this API. */
    apiId?: string | null | undefined
    /** The id in any other system. */
    externalId?: string | null | undefined
  }
  SectionCreate: {
    /** The title of the section that people read. */
    title: string
    /** The id in the LMS, from the LTI launch. */
    lmsId?: string | null | undefined
    /** The id in the student information system; the sourcedId of OneRoster. */
    sisId?: string | null | undefined
    /** The id in the system that uses this API. */
    apiId?: string | null | undefined
    /** The id in any other system. */
    externalId?: string | null | undefined
  }
  Section: {
    /** Sid of the section. */
    sid: `SE${string}`
    /** Sid of the install. */
    installSid: `AI${string}`
    /** Sid of the course. */
    courseSid: `CU${string}`
    /** The title of the section that people read. */
    title: string
    /** The id in the LMS, from the LTI launch. */
    lmsId: string | null
    /** The id in the student information system; the sourcedId of OneRoster. */
    sisId: string | null
    /** The id in the system that uses this API. */
    apiId: string | null
    /** The id in any other system. */
    externalId: string | null
    /** When the record was created. ISO 8601, UTC. */
    createdDate: string
    /** When the record was last changed. ISO 8601, UTC. */
    editDate: string
  }
  SectionPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['Section'])[]
  }
  SectionUpdate: {
    /** The title of the section that people read. */
    title?: string | undefined
    /** The id in the LMS, from the LTI launch. */
    lmsId?: string | null | undefined
    /** The id in the student information system; the sourcedId of OneRoster. */
    sisId?: string | null | undefined
    /** The id in the system that uses this API. */
    apiId?: string | null | undefined
    /** The id in any other system. */
    externalId?: string | null | undefined
  }
  EnrollmentCreate: {
    /** Sid of the user. */
    userSid: `US${string}`
    /** What the user is in the course; `learner` by default. */
    role?: 'learner' | 'instructor' | undefined
    /** The sections of the course that the user is in. */
    sectionSids?: (`SE${string}`)[] | undefined
    /** The id in the LMS, from the LTI launch. */
    lmsId?: string | null | undefined
    /** The id in the student information system; the sourcedId of OneRoster. */
    sisId?: string | null | undefined
    /** The id in the system that uses this API. */
    apiId?: string | null | undefined
    /** The id in any other system. */
    externalId?: string | null | undefined
  }
  Enrollment: {
    /** Sid of the enrollment. */
    sid: `EN${string}`
    /** Sid of the install. */
    installSid: `AI${string}`
    /** Sid of the course. */
    courseSid: `CU${string}`
    /** Sid of the user. */
    userSid: `US${string}`
    /** What the user is in the course. */
    role: 'learner' | 'instructor'
    /** `withdrawn`: the user left the course, which closed the sessions that had not started. */
    status: 'active' | 'withdrawn'
    /** The sections of the course that the user is in. */
    sectionSids: (`SE${string}`)[]
    /** The id in the LMS, from the LTI launch. */
    lmsId: string | null
    /** The id in the student information system; the sourcedId of OneRoster. */
    sisId: string | null
    /** The id in the system that uses this API. */
    apiId: string | null
    /** The id in any other system. */
    externalId: string | null
    /** When the record was created. ISO 8601, UTC. */
    createdDate: string
    /** When the record was last changed. ISO 8601, UTC. */
    editDate: string
  }
  EnrollmentPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['Enrollment'])[]
  }
  EnrollmentUpdate: {
    /** What the user is in the course. */
    role?: 'learner' | 'instructor' | undefined
    /** The sections of the course that the user is in. */
    sectionSids?: (`SE${string}`)[] | undefined
    /** The id in the LMS, from the LTI launch. */
    lmsId?: string | null | undefined
    /** The id in the student information system; the sourcedId of OneRoster. */
    sisId?: string | null | undefined
    /** The id in the system that uses this API. */
    apiId?: string | null | undefined
    /** The id in any other system. */
    externalId?: string | null | undefined
  }
  ExamCreate: {
    /** The title of the exam that learners read. */
    title: string
    /** Whether the exam is taken online or on paper; `Online` by default. */
    type?: 'Online' | 'Written' | undefined
    /** Whether only the learners to whom the exam is assigned take it; false by default. */
    limitedScope?: boolean | undefined
    /** Whether appointments wait for approval; false by default. */
    requireApproval?: boolean | undefined
    /** `draft`: not ready, so learners get no sessions; `active` by default. */
    status?: 'active' | 'draft' | undefined
    /** The cancellation policy of the exam; null for that of the install. */
    cancellationPolicySid?: `CP${string}` | null | undefined
    /** Sid of the group that proctors appointments whose request names none; null if there is none. */
    proctorGroupSid?: `PG${string}` | null | undefined
    /** Sid of the process by which attempts are reviewed; null if a review is due 48 hours after the end and one person completes it. */
    reviewProcessSid?: `RP${string}` | null | undefined
    /** The address that is called once when the review of an attempt is complete; https, at a public address. Null if there is none. */
    reviewCompleteNotificationUrl?: string | null | undefined
    /** The id in the LMS, from the LTI launch. */
    lmsId?: string | null | undefined
    /** The id in the student information system; the sourcedId of OneRoster. */
    sisId?: string | null | undefined
    /** The id in the system that uses this API. */
    apiId?: string | null | undefined
    /** The id in any other system. */
    externalId?: string | null | undefined
    /** The primary configuration, which applies to every learner. */
    configuration?: Schemas['PrimaryConfigurationCreate'] | undefined
  }
  PrimaryConfigurationCreate: {
    /** The slots that instructors of the course proctor; at most 500. */
    instructorAsProctor?: (Schemas['InstructorAsProctorCreate'])[] | undefined
    /** From when the exam can be taken; null if it is not limited. ISO 8601, UTC. */
    examOpenDate?: string | null | undefined
    /** Until when the exam can be taken; null if it is not limited. ISO 8601, UTC. */
    examCloseDate?: string | null | undefined
    /** From when appointments can be made; null if it is not limited. ISO 8601, UTC. */
    scheduleOpenDate?: string | null | undefined
    /** Until when appointments can be made; null if it is not limited. ISO 8601, UTC. */
    scheduleCloseDate?: string | null | undefined
    /** The time to take the exam, in minutes; null if no time is set. */
    duration?: number | null | undefined
    /** How many attempts a learner has; null means unlimited. */
    attempts?: number | null | undefined
    /** The software that the learner needs. */
    requiredSoftware?: string | null | undefined
    /** Instructions for the learner. */
    studentNotes?: string | null | undefined
    /** Instructions for the proctor; null for learners. */
    proctorNotes?: string | null | undefined
    /** Whether the learner may use the item. Null: false in a primary configuration, and as in the primary configuration in an accommodation. */
    permittedBathroomBreak?: boolean | null | undefined
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedBathroomBreakInformation?: string | null | undefined
    /** Whether the learner may use the item. Null: false in a primary configuration, and as in the primary configuration in an accommodation. */
    permittedBlankPaper?: boolean | null | undefined
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedBlankPaperInformation?: string | null | undefined
    /** Whether the learner may use the item. Null: false in a primary configuration, and as in the primary configuration in an accommodation. */
    permittedCalculator?: boolean | null | undefined
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedCalculatorInformation?: string | null | undefined
    /** Whether the learner may use the item. Null: false in a primary configuration, and as in the primary configuration in an accommodation. */
    permittedDictionary?: boolean | null | undefined
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedDictionaryInformation?: string | null | undefined
    /** Whether the learner may use the item. Null: false in a primary configuration, and as in the primary configuration in an accommodation. */
    permittedEarplugs?: boolean | null | undefined
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedEarplugsInformation?: string | null | undefined
    /** Whether the learner may use the item. Null: false in a primary configuration, and as in the primary configuration in an accommodation. */
    permittedFormulaSheet?: boolean | null | undefined
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedFormulaSheetInformation?: string | null | undefined
    /** Whether the learner may use the item. Null: false in a primary configuration, and as in the primary configuration in an accommodation. */
    permittedNotes?: boolean | null | undefined
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedNotesInformation?: string | null | undefined
    /** Whether the learner may use the item. Null: false in a primary configuration, and as in the primary configuration in an accommodation. */
    permittedTextbook?: boolean | null | undefined
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedTextbookInformation?: string | null | undefined
    /** Whether the learner may use the item. Null: false in a primary configuration, and as in the primary configuration in an accommodation. */
    permittedWebsites?: boolean | null | undefined
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedWebsitesInformation?: string | null | undefined
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedOtherItems?: string | null | undefined
    /** The address at which the learner takes the exam. */
    url?: string | null | undefined
    /** The password of the exam, which the proctor enters; stored encrypted. */
    password?: string | null | undefined
    /** The calculator on the screen; null if there is none. */
    virtualCalculatorType?: string | null | undefined
    /** The ways of proctoring that are offered, by the codes of proctor types: an appointment has one of them, by default the first. Other texts mean nothing. */
    proctorTypes?: (string)[] | undefined
    /** Settings of the delivery, stored and returned unchanged; at most 16,384 characters of JSON. */
    modalityOptions?: Record<string, unknown> | null | undefined
  }
  InstructorAsProctorCreate: {
    /** The place, such as a room; null if there is none. */
    location?: string | null | undefined
    /** When the slot starts; null if it is not limited. ISO 8601, UTC. */
    startTime?: string | null | undefined
    /** When the slot ends; null if it is not limited. `HH:mm` is a time of the day of `startTime` in the time zone of the install: later by what the clocks skip, and the first that is not before `startTime` if the clocks show it twice. */
    endTime?: string | null | string | undefined
    /** The number of seats; null means unlimited. */
    capacity?: number | null | undefined
  }
  Exam: {
    /** Sid of the exam. */
    sid: `EX${string}`
    /** Sid of the install. */
    installSid: `AI${string}`
    /** Sid of the course. */
    courseSid: `CU${string}`
    /** The title of the exam that learners read. */
    title: string
    /** Whether the exam is taken online or on paper. */
    type: 'Online' | 'Written'
    /** Whether only the learners to whom the exam is assigned take it. */
    limitedScope: boolean
    /** Whether appointments wait for approval. */
    requireApproval: boolean
    /** The cancellation policy of the exam; null for that of the install. */
    cancellationPolicySid: `CP${string}` | null
    /** `draft`: not ready, so learners get no sessions, and those they have wait. `deleted`: kept only because reports refer to it. */
    status: 'active' | 'draft' | 'deleted'
    /** Sid of the group that proctors appointments whose request names none; null if there is none. */
    proctorGroupSid: `PG${string}` | null
    /** Sid of the process by which attempts are reviewed; null if a review is due 48 hours after the end and one person completes it. */
    reviewProcessSid: `RP${string}` | null
    /** The address that is called once when the review of an attempt is complete; https, at a public address. Null if there is none. */
    reviewCompleteNotificationUrl: string | null
    /** The primary configuration. */
    examConfigurationSid: `EC${string}` | null
    /** The id in the LMS, from the LTI launch. */
    lmsId: string | null
    /** The id in the student information system; the sourcedId of OneRoster. */
    sisId: string | null
    /** The id in the system that uses this API. */
    apiId: string | null
    /** The id in any other system. */
    externalId: string | null
    /** When the record was created. ISO 8601, UTC. */
    createdDate: string
    /** When the record was last changed. ISO 8601, UTC. */
    editDate: string
    /** The primary configuration, which applies to every learner. */
    configuration: Schemas['ExamConfiguration'] | null
  }
  ExamConfiguration: {
    /** Sid of the exam configuration. */
    sid: `EC${string}`
    /** Sid of the enrollment of an accommodation; null for a primary configuration. */
    enrollmentSid: `EN${string}` | null
    /** Sid of the exam configuration that was copied; null if none was. */
    referenceExamConfigurationSid: `EC${string}` | null
    /** Whether it applies to all learners (primary) or to one enrollment (accommodation). */
    type: 'primary' | 'accommodation'
    /** The `apiId` of the exam. */
    apiExamId: string | null
    /** `changed`: the exam was changed after provisioning wrote it. `synchronized`: it was not, or a roster contains its course. Null: neither was synchronized. */
    examSyncStatus: 'synchronized' | 'changed' | null
    /** The last synchronization of the exam or of its course; null if there was none. */
    synchronization: {
      /** What synchronized it: `provision` or `roster`. */
      source: 'provision' | 'roster' | null
      /** When the record was created, changed or found for the first time. ISO 8601, UTC. */
      at: string | null
      /** What was done with the record. */
      result: 'Created' | 'Updated' | 'Found Existing' | null
    } | null
    /** Sid of the exam. */
    examSid: `EX${string}`
    /** From when the exam can be taken; null if it is not limited. ISO 8601, UTC. */
    examOpenDate: string | null
    /** Until when the exam can be taken; null if it is not limited. ISO 8601, UTC. */
    examCloseDate: string | null
    /** From when appointments can be made; null if it is not limited. ISO 8601, UTC. */
    scheduleOpenDate: string | null
    /** Until when appointments can be made; null if it is not limited. ISO 8601, UTC. */
    scheduleCloseDate: string | null
    /** The password of the exam, which the proctor enters; null in lists and for learners. */
    password: string | null
    /** The address at which the learner takes the exam. */
    url: string | null
    /** The software that the learner needs. */
    requiredSoftware: string | null
    /** The calculator on the screen; null if there is none. */
    virtualCalculatorType: string | null
    /** The time to take the exam, in minutes; null if no time is set. */
    duration: number | null
    /** How many attempts a learner has; null means unlimited. */
    attempts: number | null
    /** The attempts that are not used yet; null means unlimited. */
    attemptsRemaining: number | null
    /** Instructions for the learner. */
    studentNotes: string | null
    /** Instructions for the proctor; null for learners. */
    proctorNotes: string | null
    /** Whether the learner may use the item. Null in an accommodation: as in the primary configuration, whose own value is never null. */
    permittedBathroomBreak: boolean | null
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedBathroomBreakInformation: string | null
    /** Whether the learner may use the item. Null in an accommodation: as in the primary configuration, whose own value is never null. */
    permittedBlankPaper: boolean | null
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedBlankPaperInformation: string | null
    /** Whether the learner may use the item. Null in an accommodation: as in the primary configuration, whose own value is never null. */
    permittedCalculator: boolean | null
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedCalculatorInformation: string | null
    /** Whether the learner may use the item. Null in an accommodation: as in the primary configuration, whose own value is never null. */
    permittedDictionary: boolean | null
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedDictionaryInformation: string | null
    /** Whether the learner may use the item. Null in an accommodation: as in the primary configuration, whose own value is never null. */
    permittedEarplugs: boolean | null
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedEarplugsInformation: string | null
    /** Whether the learner may use the item. Null in an accommodation: as in the primary configuration, whose own value is never null. */
    permittedFormulaSheet: boolean | null
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedFormulaSheetInformation: string | null
    /** Whether the learner may use the item. Null in an accommodation: as in the primary configuration, whose own value is never null. */
    permittedNotes: boolean | null
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedNotesInformation: string | null
    /** Whether the learner may use the item. Null in an accommodation: as in the primary configuration, whose own value is never null. */
    permittedTextbook: boolean | null
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedTextbookInformation: string | null
    /** Whether the learner may use the item. Null in an accommodation: as in the primary configuration, whose own value is never null. */
    permittedWebsites: boolean | null
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedWebsitesInformation: string | null
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedOtherItems: string | null
    /** The ways of proctoring that are offered, by the codes of proctor types: an appointment has one of them, by default the first. Other texts mean nothing. */
    proctorTypes: (string)[]
    /** The slots that instructors of the course proctor; at most 500. */
    instructorAsProctor: (Schemas['InstructorAsProctor'])[]
    /** Settings of the delivery, stored and returned unchanged; at most 16,384 characters of JSON. */
    modalityOptions: Record<string, unknown> | null
    /** Files for the learner; at most 100. An uploaded attachment has the address of its file in this API, and is deleted when its entry is removed. */
    attachments: ({
      /** The address of the file, of the web or `s3:`; null if only its title is known. */
      attachmentUrl: string | null
      /** The title of the file; null if it has none. */
      attachmentAwsTitle: string | null
    })[]
    /** Whether instructors may not change it. */
    locked: boolean
    /** Whether it is approved; from the start where the install requires no approval. */
    approved: boolean
    /** The sid of the operator, credential or user that approved; null if none did. */
    approvedBy: string | null
    /** How many sessions the last change of this configuration has adjusted or unscheduled. */
    updatedAutomatedSessions: number
    /** The files of the exam, the oldest first; at most 20. */
    examFiles: (Schemas['FileSummary'])[]
    /** The exam of the configuration. */
    exam: {
      /** Sid of the exam. */
      sid: `EX${string}`
      /** The title of the exam. */
      title: string
      /** Whether the exam is taken online or on paper. */
      type: string
      /** The status of the exam: active, draft or deleted. */
      status: string
    }
    /** The course of the exam. */
    course: {
      /** Sid of the course. */
      sid: `CU${string}`
      /** The title of the course. */
      title: string
      /** The course code of the institution; null if there is none. */
      code: string | null
    }
    /** The enrollment of an accommodation; null for a primary configuration. */
    enrollment: {
      /** Sid of the enrollment. */
      sid: `EN${string}`
      /** Sid of the user. */
      userSid: `US${string}`
      /** What the user is in the course. */
      role: string
      /** Whether the user is in the course: active or withdrawn. */
      status: string
    } | null
    /** The first instructor of the course; null if it has none. */
    instructor: Schemas['CourseInstructor'] | null
    /** When the record was created. ISO 8601, UTC. */
    createdDate: string
    /** When the record was last changed. ISO 8601, UTC. */
    editDate: string
  }
  InstructorAsProctor: {
    /** Sid of the slot of an instructor who proctors. */
    sid: `IP${string}`
    /** The place, such as a room; null if there is none. */
    location: string | null
    /** When the slot starts; null if it is not limited. ISO 8601, UTC. */
    startTime: string | null
    /** When the slot ends; null if it is not limited. ISO 8601, UTC. */
    endTime: string | null
    /** The number of seats; null means unlimited. */
    capacity: number | null
  }
  FileSummary: {
    /** Sid of the file. */
    sid: `FI${string}`
    /** The name of the file, at most 255 characters, without slashes and control characters. */
    name: string
    /** The media type. The content is checked against it. */
    contentType: string
    /** The size in bytes. */
    size: number
  }
  CourseInstructor: {
    /** Sid of the user. */
    sid: `US${string}`
    /** The given name. */
    firstName: string
    /** The family name; lists sort by it. */
    lastName: string
    /** The main email address. */
    email: string
  }
  ExamPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['ExamItem'])[]
  }
  ExamItem: {
    /** Sid of the exam. */
    sid: `EX${string}`
    /** Sid of the install. */
    installSid: `AI${string}`
    /** Sid of the course. */
    courseSid: `CU${string}`
    /** The title of the exam that learners read. */
    title: string
    /** Whether the exam is taken online or on paper. */
    type: 'Online' | 'Written'
    /** Whether only the learners to whom the exam is assigned take it. */
    limitedScope: boolean
    /** Whether appointments wait for approval. */
    requireApproval: boolean
    /** The cancellation policy of the exam; null for that of the install. */
    cancellationPolicySid: `CP${string}` | null
    /** `draft`: not ready, so learners get no sessions, and those they have wait. `deleted`: kept only because reports refer to it. */
    status: 'active' | 'draft' | 'deleted'
    /** Sid of the group that proctors appointments whose request names none; null if there is none. */
    proctorGroupSid: `PG${string}` | null
    /** Sid of the process by which attempts are reviewed; null if a review is due 48 hours after the end and one person completes it. */
    reviewProcessSid: `RP${string}` | null
    /** The address that is called once when the review of an attempt is complete; https, at a public address. Null if there is none. */
    reviewCompleteNotificationUrl: string | null
    /** The primary configuration. */
    examConfigurationSid: `EC${string}` | null
    /** The id in the LMS, from the LTI launch. */
    lmsId: string | null
    /** The id in the student information system; the sourcedId of OneRoster. */
    sisId: string | null
    /** The id in the system that uses this API. */
    apiId: string | null
    /** The id in any other system. */
    externalId: string | null
    /** When the record was created. ISO 8601, UTC. */
    createdDate: string
    /** When the record was last changed. ISO 8601, UTC. */
    editDate: string
  }
  ExamUpdate: {
    /** The title of the exam that learners read. */
    title?: string | undefined
    /** Whether the exam is taken online or on paper. */
    type?: 'Online' | 'Written' | undefined
    /** Whether only the learners to whom the exam is assigned take it. */
    limitedScope?: boolean | undefined
    /** Whether appointments wait for approval. */
    requireApproval?: boolean | undefined
    /** `draft`: not ready, so learners get no sessions, and those they have wait. `deleted`: kept only because reports refer to it. */
    status?: 'active' | 'draft' | 'deleted' | undefined
    /** The cancellation policy of the exam; null for that of the install. */
    cancellationPolicySid?: `CP${string}` | null | undefined
    /** Sid of the group that proctors appointments whose request names none; null if there is none. */
    proctorGroupSid?: `PG${string}` | null | undefined
    /** Sid of the process by which attempts are reviewed; null if a review is due 48 hours after the end and one person completes it. */
    reviewProcessSid?: `RP${string}` | null | undefined
    /** The address that is called once when the review of an attempt is complete; https, at a public address. Null if there is none. */
    reviewCompleteNotificationUrl?: string | null | undefined
    /** The id in the LMS, from the LTI launch. */
    lmsId?: string | null | undefined
    /** The id in the student information system; the sourcedId of OneRoster. */
    sisId?: string | null | undefined
    /** The id in the system that uses this API. */
    apiId?: string | null | undefined
    /** The id in any other system. */
    externalId?: string | null | undefined
    /** Whether an exam with future appointments may become a draft: their sessions need a proctor again. False by default. */
    force?: boolean | undefined
  }
  AssignmentPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['Assignment'])[]
  }
  Assignment: {
    /** Sid of the exam assignment. */
    sid: `EA${string}`
    /** Sid of the exam. */
    examSid: `EX${string}`
    /** The first day on which the exam can be taken, in the time zone of the install. */
    examOpenDate: string | null
    /** The last day on which the exam can be taken, in the time zone of the install. */
    examCloseDate: string | null
    /** The first day on which appointments can be made, in the time zone of the install. */
    schedulingOpenDate: string | null
    /** The last day on which appointments can be made, in the time zone of the install. */
    schedulingCloseDate: string | null
    /** To whom the exam is assigned; in an update, what is added and removed. */
    targets: {
      /** The enrollments to which the exam is assigned. */
      enrollmentSids: (`EN${string}`)[]
      /** The sections to whose learners the exam is assigned. */
      sectionSids: (`SE${string}`)[]
    }
    /** When the record was created. ISO 8601, UTC. */
    createdDate: string
    /** When the record was last changed. ISO 8601, UTC. */
    editDate: string
  }
  AssignmentChanges: {
    /** The assignments to create; at most 500. */
    added?: (Schemas['AssignmentCreate'])[] | undefined
    /** The assignments to delete; at most 500. */
    removed?: (`EA${string}`)[] | undefined
    /** The assignments to change; at most 500. */
    updated?: (Schemas['AssignmentUpdate'])[] | undefined
  }
  AssignmentCreate: {
    /** The first day on which the exam can be taken, in the time zone of the install. */
    examOpenDate?: string | null | undefined
    /** The last day on which the exam can be taken, in the time zone of the install. */
    examCloseDate?: string | null | undefined
    /** The first day on which appointments can be made, in the time zone of the install. */
    schedulingOpenDate?: string | null | undefined
    /** The last day on which appointments can be made, in the time zone of the install. */
    schedulingCloseDate?: string | null | undefined
    /** To whom the exam is assigned; in an update, what is added and removed. */
    targets?: Schemas['AssignmentTargets'] | undefined
  }
  AssignmentTargets: {
    /** The enrollments to which the exam is assigned. */
    enrollmentSids?: (`EN${string}`)[] | undefined
    /** The sections to whose learners the exam is assigned. */
    sectionSids?: (`SE${string}`)[] | undefined
  }
  AssignmentUpdate: {
    /** Sid of the exam assignment. */
    sid: `EA${string}`
    /** The first day on which the exam can be taken, in the time zone of the install. */
    examOpenDate?: string | null | undefined
    /** The last day on which the exam can be taken, in the time zone of the install. */
    examCloseDate?: string | null | undefined
    /** The first day on which appointments can be made, in the time zone of the install. */
    schedulingOpenDate?: string | null | undefined
    /** The last day on which appointments can be made, in the time zone of the install. */
    schedulingCloseDate?: string | null | undefined
    /** To whom the exam is assigned; in an update, what is added and removed. */
    targets?: {
      /** The targets that the assignment gains. */
      added?: Schemas['AssignmentTargets'] | undefined
      /** The targets that the assignment loses. */
      removed?: Schemas['AssignmentTargets'] | undefined
    } | undefined
  }
  Impact: {
    /** The sessions that would change, by appointment; at most 1000. */
    affected: (Schemas['AffectedSession'])[]
    /** How many would change; more than are listed if there are many. */
    total: number
  }
  AffectedSession: {
    /** Sid of the exam session. */
    sessionSid: `ES${string}`
    /** Sid of the user. */
    userSid: `US${string}`
    /** `adjusted`: the appointment remains, with another duration, end or slot. `unscheduled`: the learner loses it. */
    change: 'adjusted' | 'unscheduled'
    /** The appointment before the change. */
    from: Schemas['AffectedAppointment']
    /** The appointment after the change. The status `Closed` means that the exam no longer applies. */
    to: Schemas['AffectedAppointment']
  }
  AffectedAppointment: {
    /** The state of the attempt. A running session is `Scheduled` or `Incident` (see `running`); a cancelled session is `Closed`. */
    status: 'Needs Proctor' | 'Pending Approval' | 'Approval Denied' | 'Scheduled' | 'Incident' | 'Closed' | 'Processing'
    /** When the appointment starts; null if there is none. ISO 8601, UTC. */
    appointmentDate: string | null
    /** When the appointment ends; null if it has no end. ISO 8601, UTC. */
    appointmentEndDate: string | null
    /** The time to take the exam, in minutes; null if no time is set. */
    duration: number | null
    /** Sid of the slot in which the appointment takes a seat; null without a slot. */
    instructorProctorSid: `IP${string}` | null
  }
  Provision: {
    /** The course; created if it does not exist. */
    course: Schemas['ProvisionCourse']
    /** The user; created if it does not exist. */
    user?: Schemas['ProvisionUser'] | undefined
    /** Enrolls the user in the course. */
    enrollment?: {
      /** What the user is in the course; by default `learner`, or unchanged if the user is enrolled. */
      role?: 'learner' | 'instructor' | undefined
    } | undefined
    /** The exam of the course; created if it does not exist. */
    exam?: Schemas['ProvisionExam'] | undefined
    /** The accommodation of the user in the exam. A member that is not sent stays as it is; `null` clears a window. */
    accommodation?: Schemas['AccommodationSettings'] | undefined
  }
  ProvisionCourse: {
    /** The title of the course that people read. */
    title?: string | undefined
    /** The course code of the institution; null if there is none. */
    code?: string | null | undefined
    /** Sid of the course offering of the course; null if it has none. */
    courseOfferingSid?: `CO${string}` | null | undefined
    /** The same as `ids.sis`; send only one of them. `null` clears the id. */
    sisId?: string | null | undefined
    /** The ids that identify the record. One is sufficient; missing ids are added to the record. */
    ids: {
      /** The sid, if the record exists. */
      sid?: `CU${string}` | undefined
      /** The id in the LMS (`lmsId`). */
      lms?: string | undefined
      /** The id in the student information system (`sisId`). */
      sis?: string | undefined
      /** The id in the system that uses this API (`apiId`). */
      api?: string | undefined
      /** The id in any other system (`externalId`). */
      external?: string | undefined
    }
    /** `true`: the ids replace other ids that the record has. By default such an item is refused with `id_conflict`. */
    rekey?: boolean | undefined
  }
  ProvisionUser: {
    /** The given name. */
    firstName?: string | undefined
    /** The family name; lists sort by it. */
    lastName?: string | undefined
    /** The main email address. */
    email?: string | undefined
    /** An email address that the user prefers; null if there is none. */
    preferredEmail?: string | null | undefined
    /** The telephone number at home. */
    homePhone?: string | null | undefined
    /** The mobile telephone number. */
    mobilePhone?: string | null | undefined
    /** The currency of the user as an ISO 4217 code. */
    currencyCode?: string | null | undefined
    /** Sid of the time zone of the user; null means that of the install. */
    timeZoneSid?: `TZ${string}` | null | undefined
    /** The latitude in degrees, positive to the north. */
    latitude?: number | null | undefined
    /** The longitude in degrees, positive to the east. */
    longitude?: number | null | undefined
    /** The name for sign-in, unique within the install; null if there is none. */
    username?: string | null | undefined
    /** Whether the user may sign in; false by default. */
    enabled?: boolean | undefined
    /** The same as `ids.sis`; send only one of them. `null` clears the id. */
    sisId?: string | null | undefined
    /** What the user may do in the install. */
    role?: 'admin' | 'instructor' | 'proctor' | 'learner' | undefined
    /** The postal address. */
    address?: string | null | undefined
    /** The language of mails and the format of their dates: a BCP 47 tag; null: those of the install. */
    locale?: string | null | undefined
    /** The id of the user at the help desk; null if there is none. */
    helpdeskUserId?: string | null | undefined
    /** The ids that identify the record. One is sufficient; missing ids are added to the record. */
    ids: {
      /** The sid, if the record exists. */
      sid?: `US${string}` | undefined
      /** The id in the LMS (`lmsId`). */
      lms?: string | undefined
      /** The id in the student information system (`sisId`). */
      sis?: string | undefined
      /** The id in the system that uses this API (`apiId`). */
      api?: string | undefined
      /** The id in any other system (`externalId`). */
      external?: string | undefined
    }
    /** `true`: the ids replace other ids that the record has. By default such an item is refused with `id_conflict`. */
    rekey?: boolean | undefined
  }
  ProvisionExam: {
    /** The title of the exam that learners read. */
    title?: string | undefined
    /** Whether the exam is taken online or on paper; `Online` by default. */
    type?: 'Online' | 'Written' | undefined
    /** Whether only the learners to whom the exam is assigned take it; false by default. */
    limitedScope?: boolean | undefined
    /** Whether appointments wait for approval; false by default. */
    requireApproval?: boolean | undefined
    /** `draft`: not ready, so learners get no sessions; `active` by default. */
    status?: 'active' | 'draft' | undefined
    /** The same as `ids.sis`; send only one of them. `null` clears the id. */
    sisId?: string | null | undefined
    /** The primary configuration of a new exam; that of an existing exam does not change. */
    configuration?: Schemas['PrimaryConfigurationCreate'] | undefined
    /** The ids that identify the record. One is sufficient; missing ids are added to the record. */
    ids: {
      /** The sid, if the record exists. */
      sid?: `EX${string}` | undefined
      /** The id in the LMS (`lmsId`). */
      lms?: string | undefined
      /** The id in the student information system (`sisId`). */
      sis?: string | undefined
      /** The id in the system that uses this API (`apiId`). */
      api?: string | undefined
      /** The id in any other system (`externalId`). */
      external?: string | undefined
    }
    /** `true`: the ids replace other ids that the record has. By default such an item is refused with `id_conflict`. */
    rekey?: boolean | undefined
  }
  AccommodationSettings: {
    /** Extra time in percent of the duration of the primary configuration, rounded up to minutes. An exam without a duration needs none, so there the member has no effect. */
    extraTimePercent?: number | undefined
    /** Extra time in minutes, added to the duration of the primary configuration. */
    extraMinutes?: number | undefined
    /** The time to take the exam, in minutes; null if no time is set. */
    duration?: number | undefined
    /** Added to the attempts of the primary configuration. Where those are unlimited, the member has no effect. */
    extraAttempts?: number | undefined
    /** From when the exam can be taken; null if it is not limited. ISO 8601, UTC. */
    examOpenDate?: string | null | undefined
    /** Until when the exam can be taken; null if it is not limited. ISO 8601, UTC. */
    examCloseDate?: string | null | undefined
    /** From when appointments can be made; null if it is not limited. ISO 8601, UTC. */
    scheduleOpenDate?: string | null | undefined
    /** Until when appointments can be made; null if it is not limited. ISO 8601, UTC. */
    scheduleCloseDate?: string | null | undefined
  }
  Provisioned: {
    /** What was done with the course. */
    course: {
      /** Sid of the course. */
      sid: `CU${string}`
      /** `Created`: a new record. `Updated`: an existing record was changed. `Found Existing`: an existing record has these values already. */
      result: 'Created' | 'Updated' | 'Found Existing'
    }
    /** What was done with the user; null without a user. */
    user: {
      /** The sid of the record; null if the person is suppressed. */
      sid: `US${string}` | null
      /** `Created`: a new record. `Updated`: an existing record was changed. `Found Existing`: an existing record has these values already. `Suppressed`: the person was erased, so there is no record. */
      result: 'Created' | 'Updated' | 'Found Existing' | 'Suppressed'
    } | null
    /** What was done with the enrollment; null without one. */
    enrollment: {
      /** The sid of the record; null if the person is suppressed. */
      sid: `EN${string}` | null
      /** `Created`: a new record. `Updated`: an existing record was changed. `Found Existing`: an existing record has these values already. `Suppressed`: the person was erased, so there is no record. */
      result: 'Created' | 'Updated' | 'Found Existing' | 'Suppressed'
    } | null
    /** What was done with the exam; null without an exam. */
    exam: {
      /** Sid of the exam. */
      sid: `EX${string}`
      /** `Created`: a new record. `Updated`: an existing record was changed. `Found Existing`: an existing record has these values already. */
      result: 'Created' | 'Updated' | 'Found Existing'
    } | null
    /** What was done with the accommodation; null without one. */
    accommodation: {
      /** The sid of the record; null if the person is suppressed. */
      sid: `EC${string}` | null
      /** `Created`: a new record. `Updated`: an existing record was changed. `Found Existing`: an existing record has these values already. `Suppressed`: the person was erased, so there is no record. */
      result: 'Created' | 'Updated' | 'Found Existing' | 'Suppressed'
    } | null
  }
  ProvisionBatch: {
    /** The items, which are applied in order; 1 to 500. */
    items: (Schemas['Provision'])[]
  }
  ProvisionedBatch: {
    /** One per item, in the order of the items. */
    results: (Schemas['ProvisionBatchResult'])[]
  }
  ProvisionBatchResult: {
    /** What was done with the course; null if the item was refused. */
    course: {
      /** Sid of the course. */
      sid: `CU${string}`
      /** `Created`: a new record. `Updated`: an existing record was changed. `Found Existing`: an existing record has these values already. */
      result: 'Created' | 'Updated' | 'Found Existing'
    } | null
    /** What was done with the user; null without a user. */
    user: {
      /** The sid of the record; null if the person is suppressed. */
      sid: `US${string}` | null
      /** `Created`: a new record. `Updated`: an existing record was changed. `Found Existing`: an existing record has these values already. `Suppressed`: the person was erased, so there is no record. */
      result: 'Created' | 'Updated' | 'Found Existing' | 'Suppressed'
    } | null
    /** What was done with the enrollment; null without one. */
    enrollment: {
      /** The sid of the record; null if the person is suppressed. */
      sid: `EN${string}` | null
      /** `Created`: a new record. `Updated`: an existing record was changed. `Found Existing`: an existing record has these values already. `Suppressed`: the person was erased, so there is no record. */
      result: 'Created' | 'Updated' | 'Found Existing' | 'Suppressed'
    } | null
    /** What was done with the exam; null without an exam. */
    exam: {
      /** Sid of the exam. */
      sid: `EX${string}`
      /** `Created`: a new record. `Updated`: an existing record was changed. `Found Existing`: an existing record has these values already. */
      result: 'Created' | 'Updated' | 'Found Existing'
    } | null
    /** What was done with the accommodation; null without one. */
    accommodation: {
      /** The sid of the record; null if the person is suppressed. */
      sid: `EC${string}` | null
      /** `Created`: a new record. `Updated`: an existing record was changed. `Found Existing`: an existing record has these values already. `Suppressed`: the person was erased, so there is no record. */
      result: 'Created' | 'Updated' | 'Found Existing' | 'Suppressed'
    } | null
    /** `Refused`: nothing of the item was applied. `Suppressed`: the person was erased, so only the course and the exam were applied. Otherwise the first of `Created`, `Updated` and `Found Existing` that a record of the item has. */
    result: 'Suppressed' | 'Created' | 'Updated' | 'Found Existing' | 'Refused'
    /** Why the item was refused; null if it was not. */
    problem: Schemas['ProvisionRefusal'] | null
    /** The first error of a refused item, in short; null if it was applied. */
    error: {
      /** The member or parameter, with dots between the levels; empty for the whole body. */
      path: string
      /** The kind of the error, for programs. */
      code: string
      /** What is wrong, in one sentence. */
      message: string
    } | null
  }
  ProvisionRefusal: {
    /** The URL of the page that explains the code, relative to the origin. */
    type: string
    /** A short text that every problem of the code has. */
    title: string
    /** The status of the response to a single item. */
    status: number
    /** What is wrong with the item. */
    detail: string
    /** The stable identifier of the problem, for programs. */
    code: string
    /** The errors of the members, by their paths in the item; at most 10. */
    errors: ({
      /** The member or parameter, with dots between the levels; empty for the whole body. */
      path: string
      /** The kind of the error, for programs. */
      code: string
      /** What is wrong, in one sentence. */
      message: string
    })[]
  }
  RosterImported: {
    /** The mode of the request. */
    mode: 'delta' | 'full'
    /** Whether nothing was changed. */
    dryRun: boolean
    /** The rows of each kind of file. */
    counts: {
      /** academicSessions.csv: terms, as course offerings. */
      academicSessions: Schemas['RosterCounts']
      /** courses.csv, as courses. */
      courses: Schemas['RosterCounts']
      /** classes.csv, as sections. */
      classes: Schemas['RosterCounts']
      /** users.csv, as users. */
      users: Schemas['RosterCounts']
      /** enrollments.csv, as enrollments. */
      enrollments: Schemas['RosterCounts']
    }
    /** Rows of roles that are not imported, such as guardians. */
    skipped: {
      /** Rows of users. */
      users: number
      /** Rows of enrollments. */
      enrollments: number
    }
    /** The files of the zip that OneRoster does not define, by their paths. They are not read. */
    unknownFiles: (string)[]
    /** The number of rows of erased people. */
    suppressedCount: number
    /** Erased people, who are not imported, and neither are their enrollments; at most 1,000 are listed. */
    suppressed: ({
      /** The line of users.csv; the header is line 1. */
      line: number
      /** The sourcedId of the row. */
      sourcedId: string
      /** That the person was erased. */
      result: 'Suppressed'
    })[]
    /** The number of rows that were not imported. */
    errorCount: number
    /** Rows that were not imported; at most 1,000 are listed. The header is line 1. */
    errors: (Schemas['RosterError'])[]
  }
  RosterCounts: {
    /** The rows that created a record. */
    created: number
    /** The rows that changed a record. */
    updated: number
    /** The rows whose record already has these values. */
    unchanged: number
    /** The records that were deleted or withdrawn. */
    deleted: number
  }
  RosterError: {
    /** The name of the file. */
    file: string
    /** The line of the file; the header is line 1. */
    line: number
    /** The column with the error; null if it concerns the row. */
    column: string | null
    /** The kind of the error, for programs. */
    code: string
    /** What is wrong, in one sentence. */
    message: string
  }
  ExamConfigurationCreate: {
    /** The slots that instructors of the course proctor; at most 500. */
    instructorAsProctor?: (Schemas['InstructorAsProctorCreate'])[] | undefined
    /** From when the exam can be taken; null if it is not limited. ISO 8601, UTC. */
    examOpenDate?: string | null | undefined
    /** Until when the exam can be taken; null if it is not limited. ISO 8601, UTC. */
    examCloseDate?: string | null | undefined
    /** From when appointments can be made; null if it is not limited. ISO 8601, UTC. */
    scheduleOpenDate?: string | null | undefined
    /** Until when appointments can be made; null if it is not limited. ISO 8601, UTC. */
    scheduleCloseDate?: string | null | undefined
    /** The time to take the exam, in minutes; null if no time is set. */
    duration?: number | null | undefined
    /** How many attempts a learner has; null means unlimited. */
    attempts?: number | null | undefined
    /** The software that the learner needs. */
    requiredSoftware?: string | null | undefined
    /** Instructions for the learner. */
    studentNotes?: string | null | undefined
    /** Instructions for the proctor; null for learners. */
    proctorNotes?: string | null | undefined
    /** Whether the learner may use the item. Null: false in a primary configuration, and as in the primary configuration in an accommodation. */
    permittedBathroomBreak?: boolean | null | undefined
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedBathroomBreakInformation?: string | null | undefined
    /** Whether the learner may use the item. Null: false in a primary configuration, and as in the primary configuration in an accommodation. */
    permittedBlankPaper?: boolean | null | undefined
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedBlankPaperInformation?: string | null | undefined
    /** Whether the learner may use the item. Null: false in a primary configuration, and as in the primary configuration in an accommodation. */
    permittedCalculator?: boolean | null | undefined
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedCalculatorInformation?: string | null | undefined
    /** Whether the learner may use the item. Null: false in a primary configuration, and as in the primary configuration in an accommodation. */
    permittedDictionary?: boolean | null | undefined
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedDictionaryInformation?: string | null | undefined
    /** Whether the learner may use the item. Null: false in a primary configuration, and as in the primary configuration in an accommodation. */
    permittedEarplugs?: boolean | null | undefined
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedEarplugsInformation?: string | null | undefined
    /** Whether the learner may use the item. Null: false in a primary configuration, and as in the primary configuration in an accommodation. */
    permittedFormulaSheet?: boolean | null | undefined
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedFormulaSheetInformation?: string | null | undefined
    /** Whether the learner may use the item. Null: false in a primary configuration, and as in the primary configuration in an accommodation. */
    permittedNotes?: boolean | null | undefined
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedNotesInformation?: string | null | undefined
    /** Whether the learner may use the item. Null: false in a primary configuration, and as in the primary configuration in an accommodation. */
    permittedTextbook?: boolean | null | undefined
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedTextbookInformation?: string | null | undefined
    /** Whether the learner may use the item. Null: false in a primary configuration, and as in the primary configuration in an accommodation. */
    permittedWebsites?: boolean | null | undefined
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedWebsitesInformation?: string | null | undefined
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedOtherItems?: string | null | undefined
    /** The address at which the learner takes the exam. */
    url?: string | null | undefined
    /** The password of the exam, which the proctor enters; stored encrypted. */
    password?: string | null | undefined
    /** The calculator on the screen; null if there is none. */
    virtualCalculatorType?: string | null | undefined
    /** The ways of proctoring that are offered, by the codes of proctor types: an appointment has one of them, by default the first. Other texts mean nothing. */
    proctorTypes?: (string)[] | undefined
    /** Settings of the delivery, stored and returned unchanged; at most 16,384 characters of JSON. */
    modalityOptions?: Record<string, unknown> | null | undefined
    /** Creates an accommodation for this enrollment. */
    enrollmentSid?: `EN${string}` | null | undefined
    /** Copies this configuration; members of the body override its values. */
    referenceExamConfigurationSid?: `EC${string}` | null | undefined
  }
  ExamConfigurationPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['ExamConfiguration'])[]
  }
  ExamConfigurationReplace: {
    /** The slots that instructors of the course proctor; at most 500. */
    instructorAsProctor?: (Schemas['InstructorAsProctorReplace'])[] | undefined
    /** From when the exam can be taken; null if it is not limited. ISO 8601, UTC. */
    examOpenDate?: string | null | undefined
    /** Until when the exam can be taken; null if it is not limited. ISO 8601, UTC. */
    examCloseDate?: string | null | undefined
    /** From when appointments can be made; null if it is not limited. ISO 8601, UTC. */
    scheduleOpenDate?: string | null | undefined
    /** Until when appointments can be made; null if it is not limited. ISO 8601, UTC. */
    scheduleCloseDate?: string | null | undefined
    /** The time to take the exam, in minutes; null if no time is set. */
    duration?: number | null | undefined
    /** How many attempts a learner has; null means unlimited. */
    attempts?: number | null | undefined
    /** The software that the learner needs. */
    requiredSoftware?: string | null | undefined
    /** Instructions for the learner. */
    studentNotes?: string | null | undefined
    /** Instructions for the proctor; null for learners. */
    proctorNotes?: string | null | undefined
    /** Whether the learner may use the item. Null: false in a primary configuration, and as in the primary configuration in an accommodation. */
    permittedBathroomBreak?: boolean | null | undefined
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedBathroomBreakInformation?: string | null | undefined
    /** Whether the learner may use the item. Null: false in a primary configuration, and as in the primary configuration in an accommodation. */
    permittedBlankPaper?: boolean | null | undefined
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedBlankPaperInformation?: string | null | undefined
    /** Whether the learner may use the item. Null: false in a primary configuration, and as in the primary configuration in an accommodation. */
    permittedCalculator?: boolean | null | undefined
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedCalculatorInformation?: string | null | undefined
    /** Whether the learner may use the item. Null: false in a primary configuration, and as in the primary configuration in an accommodation. */
    permittedDictionary?: boolean | null | undefined
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedDictionaryInformation?: string | null | undefined
    /** Whether the learner may use the item. Null: false in a primary configuration, and as in the primary configuration in an accommodation. */
    permittedEarplugs?: boolean | null | undefined
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedEarplugsInformation?: string | null | undefined
    /** Whether the learner may use the item. Null: false in a primary configuration, and as in the primary configuration in an accommodation. */
    permittedFormulaSheet?: boolean | null | undefined
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedFormulaSheetInformation?: string | null | undefined
    /** Whether the learner may use the item. Null: false in a primary configuration, and as in the primary configuration in an accommodation. */
    permittedNotes?: boolean | null | undefined
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedNotesInformation?: string | null | undefined
    /** Whether the learner may use the item. Null: false in a primary configuration, and as in the primary configuration in an accommodation. */
    permittedTextbook?: boolean | null | undefined
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedTextbookInformation?: string | null | undefined
    /** Whether the learner may use the item. Null: false in a primary configuration, and as in the primary configuration in an accommodation. */
    permittedWebsites?: boolean | null | undefined
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedWebsitesInformation?: string | null | undefined
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedOtherItems?: string | null | undefined
    /** The address at which the learner takes the exam. */
    url?: string | null | undefined
    /** The password of the exam, which the proctor enters; stored encrypted. */
    password?: string | null | undefined
    /** The calculator on the screen; null if there is none. */
    virtualCalculatorType?: string | null | undefined
    /** The ways of proctoring that are offered, by the codes of proctor types: an appointment has one of them, by default the first. Other texts mean nothing. */
    proctorTypes?: (string)[] | undefined
    /** Settings of the delivery, stored and returned unchanged; at most 16,384 characters of JSON. */
    modalityOptions?: Record<string, unknown> | null | undefined
    /** The enrollment of an accommodation; unchanged if absent. */
    enrollmentSid?: `EN${string}` | null | undefined
    /** The referenced configuration, returned as referenceExamConfigurationSid. */
    refConfigSid?: `EC${string}` | null | undefined
    /** Files for the learner; at most 100. An uploaded attachment has the address of its file in this API, and is deleted when its entry is removed. */
    attachments?: ({
      /** The address of the file, of the web or `s3:`; null if only its title is known. */
      attachmentUrl?: string | null | undefined
      /** The title of the file; null if it has none. */
      attachmentAwsTitle?: string | null | undefined
    })[] | undefined
  }
  InstructorAsProctorReplace: {
    /** The place, such as a room; null if there is none. */
    location?: string | null | undefined
    /** When the slot starts; null if it is not limited. ISO 8601, UTC. */
    startTime?: string | null | undefined
    /** When the slot ends; null if it is not limited. `HH:mm` is a time of the day of `startTime` in the time zone of the install: later by what the clocks skip, and the first that is not before `startTime` if the clocks show it twice. */
    endTime?: string | null | string | undefined
    /** The number of seats; null means unlimited. */
    capacity?: number | null | undefined
    /** Sid of an existing slot, which keeps its taken seats; absent for a new slot. */
    sid?: `IP${string}` | undefined
  }
  ExamConfigurationHistoryPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['ExamConfigurationChange'])[]
  }
  ExamConfigurationChange: {
    /** When it happened. ISO 8601, UTC. */
    at: string
    /** The changed members before, without the password; null for the creation. */
    from: Record<string, unknown> | null
    /** The changed members after, without the password; of the creation, those that are set. */
    to: Record<string, unknown> | null
    /** What happened. `revoke`: the approval was lost by a change of accommodations, assignments or files. `reconcile`: appointments were adjusted or unscheduled. */
    trigger: 'create' | 'update' | 'lock' | 'unlock' | 'approve' | 'revoke' | 'reconcile'
    /** The actor; null for a change without a caller. */
    actor: Schemas['SessionActor'] | null
    /** The reason; null if none applies. */
    reason: string | null
    /** The names of the members of the record that it changed; empty for the creation. */
    changes: (string)[]
  }
  SessionActor: {
    /** What requested the transition; `time` for what is due without a request. */
    kind: 'user' | 'credential' | 'operator' | 'token' | 'time'
    /** Sid of the user, credential, operator or token; null for `time`. */
    sid: string | null
    /** Sid of the user of a token; null for others, and if it has none. */
    onBehalfOf: `US${string}` | null
  }
  EffectiveExamConfiguration: {
    /** Sid of the enrollment. */
    enrollmentSid: `EN${string}`
    /** Sid of the course. */
    courseSid: `CU${string}`
    /** Sid of the user. */
    userSid: `US${string}`
    /** Sid of the exam. */
    examSid: `EX${string}`
    /** From when the exam can be taken; null if it is not limited. ISO 8601, UTC. */
    examOpenDate: string | null
    /** Until when the exam can be taken; null if it is not limited. ISO 8601, UTC. */
    examCloseDate: string | null
    /** From when appointments can be made; null if it is not limited. ISO 8601, UTC. */
    scheduleOpenDate: string | null
    /** Until when appointments can be made; null if it is not limited. ISO 8601, UTC. */
    scheduleCloseDate: string | null
    /** The password of the exam, which the proctor enters; null in lists and for learners. */
    password: string | null
    /** The address at which the learner takes the exam. */
    url: string | null
    /** The software that the learner needs. */
    requiredSoftware: string | null
    /** The calculator on the screen; null if there is none. */
    virtualCalculatorType: string | null
    /** The time to take the exam, in minutes; null if no time is set. */
    duration: number | null
    /** How many attempts a learner has; null means unlimited. */
    attempts: number | null
    /** The attempts that are not used yet; null means unlimited. */
    attemptsRemaining: number | null
    /** Instructions for the learner. */
    studentNotes: string | null
    /** Instructions for the proctor; null for learners. */
    proctorNotes: string | null
    /** Whether the learner may use the item. Null in an accommodation: as in the primary configuration, whose own value is never null. */
    permittedBathroomBreak: boolean | null
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedBathroomBreakInformation: string | null
    /** Whether the learner may use the item. Null in an accommodation: as in the primary configuration, whose own value is never null. */
    permittedBlankPaper: boolean | null
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedBlankPaperInformation: string | null
    /** Whether the learner may use the item. Null in an accommodation: as in the primary configuration, whose own value is never null. */
    permittedCalculator: boolean | null
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedCalculatorInformation: string | null
    /** Whether the learner may use the item. Null in an accommodation: as in the primary configuration, whose own value is never null. */
    permittedDictionary: boolean | null
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedDictionaryInformation: string | null
    /** Whether the learner may use the item. Null in an accommodation: as in the primary configuration, whose own value is never null. */
    permittedEarplugs: boolean | null
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedEarplugsInformation: string | null
    /** Whether the learner may use the item. Null in an accommodation: as in the primary configuration, whose own value is never null. */
    permittedFormulaSheet: boolean | null
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedFormulaSheetInformation: string | null
    /** Whether the learner may use the item. Null in an accommodation: as in the primary configuration, whose own value is never null. */
    permittedNotes: boolean | null
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedNotesInformation: string | null
    /** Whether the learner may use the item. Null in an accommodation: as in the primary configuration, whose own value is never null. */
    permittedTextbook: boolean | null
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedTextbookInformation: string | null
    /** Whether the learner may use the item. Null in an accommodation: as in the primary configuration, whose own value is never null. */
    permittedWebsites: boolean | null
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedWebsitesInformation: string | null
    /** Details about the item for the learner and the proctor, such as the kind or the number. */
    permittedOtherItems: string | null
    /** The ways of proctoring that are offered, by the codes of proctor types: an appointment has one of them, by default the first. Other texts mean nothing. */
    proctorTypes: (string)[]
    /** The slots that instructors of the course proctor; at most 500. */
    instructorAsProctor: (Schemas['InstructorAsProctor'])[]
    /** Settings of the delivery, stored and returned unchanged; at most 16,384 characters of JSON. */
    modalityOptions: Record<string, unknown> | null
    /** Files for the learner; at most 100. An uploaded attachment has the address of its file in this API, and is deleted when its entry is removed. */
    attachments: ({
      /** The address of the file, of the web or `s3:`; null if only its title is known. */
      attachmentUrl: string | null
      /** The title of the file; null if it has none. */
      attachmentAwsTitle: string | null
    })[]
  }
  AccommodationBatch: {
    /** The items, which are applied in order; 1 to 500. Each is validated alone. */
    items: ({
      /** The enrollment of the learner. Send this or `userSid`. */
      enrollmentSid?: `EN${string}` | undefined
      /** The learner, in all courses with an active enrollment. Send this or `enrollmentSid`. */
      userSid?: `US${string}` | undefined
      /** The exams, at most 100; by default all exams of the course, or of the learner's courses, that are not deleted. */
      examSids?: (`EX${string}`)[] | undefined
      /** Extra time in percent of the duration of the primary configuration, rounded up to minutes. An exam without a duration needs none, so there the member has no effect. */
      extraTimePercent?: number | undefined
      /** Extra time in minutes, added to the duration of the primary configuration. */
      extraMinutes?: number | undefined
      /** The time to take the exam, in minutes; null if no time is set. */
      duration?: number | undefined
      /** Added to the attempts of the primary configuration. Where those are unlimited, the member has no effect. */
      extraAttempts?: number | undefined
      /** From when the exam can be taken; null if it is not limited. ISO 8601, UTC. */
      examOpenDate?: string | null | undefined
      /** Until when the exam can be taken; null if it is not limited. ISO 8601, UTC. */
      examCloseDate?: string | null | undefined
      /** From when appointments can be made; null if it is not limited. ISO 8601, UTC. */
      scheduleOpenDate?: string | null | undefined
      /** Until when appointments can be made; null if it is not limited. ISO 8601, UTC. */
      scheduleCloseDate?: string | null | undefined
    })[]
  }
  AccommodationResults: {
    /** One per item, in the order of the items. */
    results: (Schemas['AccommodationResult'])[]
  }
  AccommodationResult: {
    /** The accommodation, the first of several; null if the item was refused. */
    sid: `EC${string}` | null
    /** `Created`: a new accommodation. `Updated`: the existing one was changed. `Found Existing`: it has these values already. `Refused`: nothing was changed. With several exams: the first of these that holds for one of them. */
    result: 'Created' | 'Updated' | 'Found Existing' | 'Refused'
    /** Why the item was refused; null if it was not. */
    problem: Schemas['ItemProblem'] | null
    /** One per exam; empty if the item was refused. */
    accommodations: ({
      /** Sid of the exam configuration. */
      sid: `EC${string}`
      /** Sid of the enrollment. */
      enrollmentSid: `EN${string}`
      /** Sid of the exam. */
      examSid: `EX${string}`
      /** `Created`: a new accommodation. `Updated`: the existing one was changed. `Found Existing`: it has these values already. */
      result: 'Created' | 'Updated' | 'Found Existing'
    })[]
  }
  ItemProblem: {
    /** The page of the problem. */
    type: string
    /** What the code means. */
    title: string
    /** The status that a request for this item alone gets. */
    status: number
    /** What is wrong with the item. */
    detail: string
    /** The kind of the problem, for programs. */
    code: string
    /** The members of the item that are invalid; empty for other problems. */
    errors: ({
      /** The member or parameter, with dots between the levels; empty for the whole body. */
      path: string
      /** The kind of the error, for programs. */
      code: string
      /** What is wrong, in one sentence. */
      message: string
    })[]
  }
  ExamSessionCreate: {
    /** Sid of the enrollment. */
    enrollmentSid: `EN${string}`
  }
  ExamSession: {
    /** Sid of the exam session. */
    sid: `ES${string}`
    /** Sid of the install. */
    installSid: `AI${string}`
    /** Sid of the exam. */
    examSid: `EX${string}`
    /** Sid of the enrollment. */
    enrollmentSid: `EN${string}`
    /** Sid of the user. */
    userSid: `US${string}`
    /** Sid of the course. */
    courseSid: `CU${string}`
    /** Sid of the slot in which the appointment takes a seat; null without a slot. */
    instructorProctorSid: `IP${string}` | null
    /** Sid of the proctor type of the appointment; null if the exam offers none, and before. */
    proctorTypeSid: string | null
    /** The cancellation policy in force when the appointment was made; null if there was none. */
    cancellationPolicySid: `CP${string}` | null
    /** The version of this policy. */
    cancellationPolicyVersionSid: `CV${string}` | null
    /** The state of the attempt. A running session is `Scheduled` or `Incident` (see `running`); a cancelled session is `Closed`. */
    status: 'Needs Proctor' | 'Pending Approval' | 'Approval Denied' | 'Scheduled' | 'Incident' | 'Closed' | 'Processing'
    /** Why it was cancelled, denied, reported or ended by time (`time-over`); null if no reason applies. */
    statusReason: string | null
    /** A random key of the session, for systems that identify it without its sid. */
    accessKey: string
    /** The code of the proctor type when the appointment was made; null without a type, and before. */
    sessionType: string | null
    /** The code of the proctor type; null without a type. */
    schedulingModule: string | null
    /** Sid of the process by which the attempt is reviewed: that of the exam when the appointment was made, and again when the attempt ended; null if there is none. */
    proctorReviewProcessSid: `RP${string}` | null
    /** The code of the proctor type; null without a type. */
    workflowModule: string | null
    /** When the appointment starts; null if there is none. ISO 8601, UTC. */
    appointmentDate: string | null
    /** When the appointment ends; null if it has no end. ISO 8601, UTC. */
    appointmentEndDate: string | null
    /** When the appointment was approved; null if it is not. ISO 8601, UTC. */
    dateApproved: string | null
    /** When the appointment was made; null if there is none. ISO 8601, UTC. */
    dateScheduled: string | null
    /** When the record was created. ISO 8601, UTC. */
    createdDate: string
    /** When the learner started; null before. ISO 8601, UTC. */
    inProgressDate: string | null
    /** When the attempt ended; null before, and while it runs. ISO 8601, UTC. */
    endedDate: string | null
    /** Whether the learner is taking the exam. */
    running: boolean
    /** The id of the appointment in another system; null if it has none. */
    externalAppointmentId: string | null
    /** The id of a reservation in another system; null without one. */
    externalReservedAppointmentId: string | null
    /** When the reservation runs out; null without one, or if it does not run out. ISO 8601, UTC. */
    externalReservedAppointmentExpires: string | null
    /** When another system last set its appointment or reservation; null before. ISO 8601, UTC. */
    externalAppointmentSyncDate: string | null
    /** When the record was last changed. ISO 8601, UTC. */
    editDate: string
    /** The notes of the review; null if there are none. */
    notes: string | null
    /** When the recording started; null before. ISO 8601, UTC. */
    recordingStartDate: string | null
    /** Sid of the first session of the series: a session that replaces a cancelled one continues its series. */
    series: `ES${string}`
    /** When the review must be complete: the hours of its review process after the end, or 48; null if no review is due. ISO 8601, UTC. */
    reviewByDate: string | null
    /** Sid of the user who reviewed; null if none did, or if a credential did. */
    reviewByUserSid: `US${string}` | null
    /** When the review was first complete; null before. ISO 8601, UTC. */
    reviewCompletedDate: string | null
    /** The address that is called when the review is complete, from the exam like the process; null if there is none, and for learners. */
    reviewCompleteNotificationUrl: string | null
    /** The address of the exam: that of the configuration when the appointment was made, or of the partner. */
    URL: string | null
    /** The language of the learner at the last system check. */
    examLocale: string | null
    /** The browser or the program of the learner at the last system check. */
    platformVersion: string | null
    /** When the learner first redeemed an onboarding link or recorded a system check; null before. ISO 8601, UTC. */
    systemCheckStartDate: string | null
    /** When the last system check ended; null before. ISO 8601, UTC. */
    systemCheckEndDate: string | null
    /** `Open` during an incident; afterwards the status of its last event, `Resolved` or `Dismissed`. `Second Review` after the first of two reviews, `Overdue` after `reviewByDate` without a complete review, then `Passed`. Otherwise null. */
    auditStatus: string | null
    /** The address at which a partner has provisioned the exam; null if none has. */
    partnerProvisionedExamUrl: string | null
    /** Sid of the group that proctors; null without a group. */
    proctorGroupSid: `PG${string}` | null
    /** The time to take the exam, in minutes; null if no time is set. */
    duration: number | null
    /** How many incidents were reported. */
    sessionReportCount: number
    /** Whether the attempt is reviewed after its end. */
    reviewRequired: boolean
    /** Whether its review is complete. */
    reviewed: boolean
    /** Whether the learner must record the room before the start, by the proctor type. */
    mandatoryRoomScanVideo: boolean
    /** The mails that were sent to the learner, oldest first: the kind and the time of each. */
    messagingConfirmations: (string)[]
    /** The account of the install. */
    account: {
      /** Sid of the account. */
      sid: `AC${string}`
      /** The name that people read. */
      name: string
    }
    /** The institution or deployment of the session. */
    install: {
      /** Sid of the install. */
      sid: `AI${string}`
      /** The name that people read. */
      name: string
    }
    /** The settings of the install that apply to the session. */
    deployment: {
      /** The IANA time zone of calendar dates, and of users without a time zone. */
      defaultTimezone: string
      /** Whether an administrator must approve the configuration of an exam. */
      requireManagerExamApproval: boolean
      /** Whether appointments wait for approval. */
      requireManagerProctorApproval: boolean
    }
    /** The group that proctors; null without a group. */
    proctorGroups: ({
      /** Sid of the proctor group. */
      sid: `PG${string}`
      /** The name of the group that proctors. */
      name: string
    })[] | null
    /** The `modalityOptions` of the effective configuration; null if there are none. */
    modalityOptions: Record<string, unknown> | null
    /** The exam that the learner takes. */
    exam: {
      /** Sid of the exam. */
      sid: `EX${string}`
      /** The title of the exam. */
      title: string
      /** Whether the exam is taken online or on paper. */
      type: string
      /** The status of the exam: active, draft or deleted. */
      status: string
    }
    /** The enrollment of the learner in the course. */
    enrollment: {
      /** Sid of the enrollment. */
      sid: `EN${string}`
      /** Sid of the user. */
      userSid: `US${string}`
      /** What the user is in the course. */
      role: string
      /** Whether the user is in the course: active or withdrawn. */
      status: string
    }
    /** The course of the exam. */
    course: {
      /** Sid of the course. */
      sid: `CU${string}`
      /** The title of the course. */
      title: string
      /** The course code of the institution; null if there is none. */
      code: string | null
    }
    /** The newest exam file of the configuration that applies to the learner: of the accommodation if it has one, else of the primary configuration. Null if there is none. */
    examFile: Schemas['FileSummary'] | null
    /** The newest work that was returned; null if there is none. */
    returnedFile: Schemas['FileSummary'] | null
    /** The photos of the session, the oldest first; at most 20. */
    photos: (Schemas['FileSummary'])[]
    /** What is derived from the status. */
    sessionInfo: {
      /** Whether the learner is taking the exam. */
      running: boolean
      /** Whether the session was cancelled. */
      cancelled: boolean
      /** The transitions that the status allows. */
      allowedActions: (string)[]
      /** The result of the last system check; null before. */
      systemCheck: {
        /** Whether the device can be used for the exam. */
        passed: boolean
        /** The findings; null if none were sent. */
        details: Record<string, unknown> | null
      } | null
      /** Where reviewers find the recording; null if it has no address. */
      recordingUrl: string | null
      /** How often the learner has moved or cancelled appointments of this series. */
      reschedules: number
      /** What the cancellation policy of the appointment allows its learner; null without a policy or an appointment. */
      cancellationPolicy: {
        /** How long before its start the learner can still move or cancel the appointment. In minutes. */
        leadTimeMinutes: number
        /** How often the learner can move an appointment; null without a limit. */
        maxReschedules: number | null
        /** How often the learner can still move the appointment; null without a limit. */
        reschedulesLeft: number | null
        /** Until when the learner can move or cancel the appointment; null without an appointment. ISO 8601, UTC. */
        changeableUntil: string | null
      } | null
    }
    /** The effective configuration of the learner; null if the exam has none. */
    examConfiguration: {
      /** From when the exam can be taken; null if it is not limited. ISO 8601, UTC. */
      examOpenDate: string | null
      /** Until when the exam can be taken; null if it is not limited. ISO 8601, UTC. */
      examCloseDate: string | null
      /** From when appointments can be made; null if it is not limited. ISO 8601, UTC. */
      scheduleOpenDate: string | null
      /** Until when appointments can be made; null if it is not limited. ISO 8601, UTC. */
      scheduleCloseDate: string | null
      /** The time to take the exam, in minutes; null if no time is set. */
      duration: number | null
      /** How many attempts a learner has; null means unlimited. */
      attempts: number | null
      /** The ways of proctoring that are offered, by the codes of proctor types: an appointment has one of them, by default the first. Other texts mean nothing. */
      proctorTypes: (string)[]
    } | null
    /** The slot of the instructor who proctors; null without a slot. */
    proctor: {
      /** Sid of the slot of an instructor who proctors. */
      sid: `IP${string}`
      /** When the slot starts; null if it is not limited. ISO 8601, UTC. */
      startTime: string | null
      /** When the slot ends; null if it is not limited. ISO 8601, UTC. */
      endTime: string | null
    } | null
    /** The place of the slot; null without a slot or a place. */
    location: {
      /** The room or address. */
      name: string
    } | null
    /** The appointment with its time zone; null if there is none. */
    appointment: {
      /** When the appointment starts. ISO 8601, UTC. */
      startDateTime: string
      /** When the appointment ends; null if it has no end. ISO 8601, UTC. */
      endDateTime: string | null
      /** The IANA time zone of the install. */
      timeZone: string
    } | null
    /** What an automated check of the recording concluded; null if there was none. */
    automated: {
      /** How suspicious it found the attempt, from 0 to 100. */
      score: number | null
      /** What it found. */
      flags: (string)[]
    } | null
    /** The annotations with `muted`, in the order of their start, at most 100; `GET …/annotations?muted=true` lists all. */
    mutedAnnotations: (Schemas['MutedAnnotation'])[]
  }
  MutedAnnotation: {
    /** Sid of the annotation. */
    sid: `AN${string}`
    /** The kind of the mark, such as a category of your player. */
    type: string
    /** Where the mark starts, in milliseconds from the start of the recording or of the session. */
    startOffsetMs: number
    /** Where the mark ends, in milliseconds from the same start; null for a single moment. */
    endOffsetMs: number | null
    /** From 0 to 1, as in 1EdTech Proctoring; null if it is not rated. */
    severity: number | null
    /** Whether a person or a program made the mark. */
    source: 'system' | 'proctor'
    /** A comment; null if there is none. */
    text: string | null
  }
  SessionHistoryPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['SessionTransition'])[]
  }
  SessionTransition: {
    /** When it happened. ISO 8601, UTC. */
    at: string
    /** The status before; null for the creation of the session. */
    from: 'Needs Proctor' | 'Pending Approval' | 'Approval Denied' | 'Scheduled' | 'Incident' | 'Closed' | 'Processing' | null
    /** The status after; the same as before if only other members changed. */
    to: 'Needs Proctor' | 'Pending Approval' | 'Approval Denied' | 'Scheduled' | 'Incident' | 'Closed' | 'Processing'
    /** The operation that caused it, such as `schedule`; null for a consequence of another. */
    trigger: string | null
    /** The actor; null for a consequence of another change. */
    actor: Schemas['SessionActor'] | null
    /** The reason; null if none applies. */
    reason: string | null
    /** The names of the members of the record and of its `sessionInfo` that it changed, without `editDate`; empty for the creation of the session, and for transitions before this list existed. */
    changes: (string)[]
  }
  ExamSessionPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['ExamSessionItem'])[]
  }
  ExamSessionItem: {
    /** Sid of the exam session. */
    sid: `ES${string}`
    /** The state of the attempt. A running session is `Scheduled` or `Incident` (see `running`); a cancelled session is `Closed`. */
    status: 'Needs Proctor' | 'Pending Approval' | 'Approval Denied' | 'Scheduled' | 'Incident' | 'Closed' | 'Processing'
    /** Whether the learner is taking the exam. */
    running: boolean
    /** When the attempt ended; null before, and while it runs. ISO 8601, UTC. */
    endedDate: string | null
    /** The code of the proctor type when the appointment was made; null without a type, and before. */
    sessionType: string | null
    /** When the appointment starts; null if there is none. ISO 8601, UTC. */
    appointmentDate: string | null
    /** When the record was created. ISO 8601, UTC. */
    createdDate: string
    /** When the record was last changed. ISO 8601, UTC. */
    editDate: string
  }
  ExamSessionOfLearnerPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['ExamSessionOfLearner'])[]
  }
  ExamSessionOfLearner: {
    /** Sid of the exam session. */
    sid: `ES${string}`
    /** The state of the attempt. A running session is `Scheduled` or `Incident` (see `running`); a cancelled session is `Closed`. */
    status: 'Needs Proctor' | 'Pending Approval' | 'Approval Denied' | 'Scheduled' | 'Incident' | 'Closed' | 'Processing'
    /** Whether the learner is taking the exam. */
    running: boolean
    /** When the attempt ended; null before, and while it runs. ISO 8601, UTC. */
    endedDate: string | null
    /** The code of the proctor type when the appointment was made; null without a type, and before. */
    sessionType: string | null
    /** When the appointment starts; null if there is none. ISO 8601, UTC. */
    appointmentDate: string | null
    /** When the record was created. ISO 8601, UTC. */
    createdDate: string
    /** When the record was last changed. ISO 8601, UTC. */
    editDate: string
    /** Sid of the enrollment. */
    enrollmentSid: `EN${string}`
    /** Sid of the user. */
    userSid: `US${string}`
  }
  ExamSessionOfInstallPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['ExamSessionOfInstall'])[]
  }
  ExamSessionOfInstall: {
    /** Sid of the exam session. */
    sid: `ES${string}`
    /** The state of the attempt. A running session is `Scheduled` or `Incident` (see `running`); a cancelled session is `Closed`. */
    status: 'Needs Proctor' | 'Pending Approval' | 'Approval Denied' | 'Scheduled' | 'Incident' | 'Closed' | 'Processing'
    /** Whether the learner is taking the exam. */
    running: boolean
    /** When the attempt ended; null before, and while it runs. ISO 8601, UTC. */
    endedDate: string | null
    /** The code of the proctor type when the appointment was made; null without a type, and before. */
    sessionType: string | null
    /** When the appointment starts; null if there is none. ISO 8601, UTC. */
    appointmentDate: string | null
    /** When the record was created. ISO 8601, UTC. */
    createdDate: string
    /** When the record was last changed. ISO 8601, UTC. */
    editDate: string
    /** Sid of the exam. */
    examSid: `EX${string}`
    /** Sid of the course. */
    courseSid: `CU${string}`
    /** Sid of the enrollment. */
    enrollmentSid: `EN${string}`
    /** Sid of the user. */
    userSid: `US${string}`
    /** The given name. */
    firstName: string
    /** The family name; lists sort by it. */
    lastName: string
    /** Sid of the proctor type of the appointment; null if the exam offers none, and before. */
    proctorTypeSid: string | null
    /** `Open` during an incident; afterwards the status of its last event, `Resolved` or `Dismissed`. `Second Review` after the first of two reviews, `Overdue` after `reviewByDate` without a complete review, then `Passed`. Otherwise null. */
    auditStatus: string | null
    /** When the review must be complete: the hours of its review process after the end, or 48; null if no review is due. ISO 8601, UTC. */
    reviewByDate: string | null
    /** How the exam is called where learners and proctors see it. */
    examTitle: string
    /** How the course of the exam is called. */
    courseTitle: string
  }
  AvailableSlot: {
    /** Sid of the slot of an instructor who proctors. */
    instructorProctorSid: `IP${string}` | null
    /** The place, such as a room; null if there is none. */
    location: string | null
    /** When the slot starts; null if it is not limited. ISO 8601, UTC. */
    startDateTime: string | null
    /** When the slot ends; null if it is not limited. ISO 8601, UTC. */
    endDateTime: string | null
    /** The number of seats; null means unlimited. */
    capacity: number | null
    /** The seats that are left; null means unlimited. */
    remaining: number | null
  }
  AppointmentRequest: {
    /** When the appointment starts. ISO 8601, UTC. */
    appointmentDate: string
    /** Sid of the slot in which to take a seat; absent for an appointment without a slot. */
    instructorProctorSid?: `IP${string}` | undefined
    /** The code of the proctor type, one of the `proctorTypes` of the configuration. By default the first of them that is the code of a type. */
    proctorType?: string | undefined
    /** Sid of the group that proctors; by default that of the exam. A learner's credential or token cannot send it. */
    proctorGroupSid?: `PG${string}` | undefined
  }
  Cancellation: {
    /** Why it is cancelled; becomes the `statusReason`. A learner's element can send only `changed-time`, `technical-issue` and `other-reason`. */
    reason: 'no-show' | 'changed-time' | 'technical-issue' | 'other-reason' | 'withdrawn' | 'removed-by-limited-scope'
  }
  Denial: {
    /** Why it is denied; becomes the `statusReason`. */
    reason: string
  }
  Review: {
    /** `passed` closes the session; the others turn it into an incident, with an event of the type `review`. */
    outcome: 'passed' | 'violation' | 'suspicious'
    /** The notes of the review; null if there are none. */
    notes?: string | null | undefined
  }
  Voiding: {
    /** Why the attempt does not count; the history of the session records it. */
    reason: string
  }
  OnboardingLink: {
    /** The address for the learner; it can be used once. */
    url: string
    /** Until when the link can be used. ISO 8601, UTC. */
    expiresAt: string
  }
  Onboarding: {
    /** Sid of the exam session. */
    sessionSid: `ES${string}`
    /** The title of the course that the exam belongs to. */
    courseTitle: string
    /** The title of the exam that learners read. */
    examTitle: string
    /** When the appointment starts; null if there is none. ISO 8601, UTC. */
    appointmentDate: string | null
    /** When the appointment ends; null if it has no end. ISO 8601, UTC. */
    appointmentEndDate: string | null
    /** The time to take the exam, in minutes; null if no time is set. */
    duration: number | null
    /** When the learner first redeemed an onboarding link or recorded a system check; null before. ISO 8601, UTC. */
    systemCheckStartDate: string | null
  }
  SystemCheck: {
    /** Whether the device can be used for the exam. */
    passed: boolean
    /** The findings, by names of the client; at most 4,096 characters of JSON. */
    details?: Record<string, unknown> | null | undefined
    /** The browser or the program of the learner, with its version. */
    platformVersion?: string | null | undefined
    /** The language of the learner. */
    locale?: string | null | undefined
  }
  Recording: {
    /** When the recording started. ISO 8601, UTC. */
    startedAt: string
    /** Where reviewers find the recording; null or absent if it has no address. */
    url?: string | null | undefined
    /** How suspicious an automated check found the attempt, from 0 to 100. */
    score?: number | null | undefined
    /** What an automated check found. */
    flags?: (string)[] | undefined
  }
  PartnerExam: {
    /** The address of the exam for this attempt. It replaces that of the configuration. */
    url?: string | null | undefined
    /** The address at which a partner has provisioned the exam. */
    partnerProvisionedExamUrl?: string | null | undefined
  }
  ExternalAppointment: {
    /** The id of the appointment in the other system. It ends a reservation. */
    id?: string | null | undefined
    /** The id of a reservation in the other system. */
    reservedId?: string | null | undefined
    /** When the reservation runs out. Unless an appointment replaces it before, the session then loses its seat. ISO 8601, UTC. */
    reservedUntil?: string | null | undefined
  }
  FileCreate: {
    /** What it is: a photo of the session, the work that the learner returns, the file of the exam, or an attachment for the learner. */
    purpose: 'photo' | 'returnedFile' | 'examFile' | 'attachment'
    /** Sid of the session; required for photo and returnedFile. */
    sessionSid?: `ES${string}` | undefined
    /** Sid of the exam configuration; required for examFile and attachment. */
    examConfigurationSid?: `EC${string}` | undefined
    /** The name of the file, at most 255 characters, without slashes and control characters. */
    name: string
    /** The media type. The content is checked against it. */
    contentType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'application/pdf' | 'text/plain' | 'text/csv' | 'application/msword' | 'application/vnd.ms-excel' | 'application/vnd.ms-powerpoint' | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' | 'application/vnd.openxmlformats-officedocument.presentationml.presentation' | 'application/vnd.oasis.opendocument.text' | 'application/vnd.oasis.opendocument.spreadsheet' | 'application/vnd.oasis.opendocument.presentation'
    /** The size in bytes. */
    size: number
  }
  FileUpload: {
    /** Sid of the file. */
    sid: `FI${string}`
    /** The address to which to `PUT` the content, once, with the declared `Content-Type` and size. No credential is needed. */
    uploadUrl: string
    /** Until when the upload can start. ISO 8601, UTC. */
    expiresAt: string
  }
  FilePage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['FileItem'])[]
  }
  FileItem: {
    /** Sid of the file. */
    sid: `FI${string}`
    /** Sid of the install. */
    installSid: `AI${string}`
    /** What it is: a photo of the session, the work that the learner returns, the file of the exam, or an attachment for the learner. */
    purpose: 'photo' | 'returnedFile' | 'examFile' | 'attachment'
    /** Sid of the session; null for a file of a configuration. */
    sessionSid: `ES${string}` | null
    /** Sid of the exam configuration; null for a file of a session. */
    examConfigurationSid: `EC${string}` | null
    /** The name of the file, at most 255 characters, without slashes and control characters. */
    name: string
    /** The media type. The content is checked against it. */
    contentType: string
    /** The size in bytes. */
    size: number
    /** When the record was created. ISO 8601, UTC. */
    createdDate: string
    /** When the record was last changed. ISO 8601, UTC. */
    editDate: string
    /** When the content was uploaded; null before. ISO 8601, UTC. */
    uploadedDate: string | null
    /** When the content was checked and the file attached to its record; null before. ISO 8601, UTC. */
    completedDate: string | null
  }
  File: {
    /** Sid of the file. */
    sid: `FI${string}`
    /** Sid of the install. */
    installSid: `AI${string}`
    /** What it is: a photo of the session, the work that the learner returns, the file of the exam, or an attachment for the learner. */
    purpose: 'photo' | 'returnedFile' | 'examFile' | 'attachment'
    /** Sid of the session; null for a file of a configuration. */
    sessionSid: `ES${string}` | null
    /** Sid of the exam configuration; null for a file of a session. */
    examConfigurationSid: `EC${string}` | null
    /** The name of the file, at most 255 characters, without slashes and control characters. */
    name: string
    /** The media type. The content is checked against it. */
    contentType: string
    /** The size in bytes. */
    size: number
    /** When the record was created. ISO 8601, UTC. */
    createdDate: string
    /** When the record was last changed. ISO 8601, UTC. */
    editDate: string
    /** When the content was uploaded; null before. ISO 8601, UTC. */
    uploadedDate: string | null
    /** When the content was checked and the file attached to its record; null before. ISO 8601, UTC. */
    completedDate: string | null
    /** The address of the content, for one `GET` without a credential; each read of the file returns a new one. Null until the file is complete. */
    downloadUrl: string | null
    /** Until when `downloadUrl` works; null without one. ISO 8601, UTC. */
    downloadExpiresAt: string | null
  }
  EventTypeCreate: {
    /** The name of the type that people choose. */
    name: string
    /** Whether an event of this type turns the session into an incident; false by default. */
    opensIncident?: boolean | undefined
  }
  EventType: {
    /** Sid of the event type. */
    sid: `ET${string}`
    /** Sid of the install. */
    installSid: `AI${string}`
    /** The name of the type that people choose. */
    name: string
    /** `review`: the type of events that a review records. Every install has it. Null for the types of the institution. */
    code: string | null
    /** Whether an event of this type turns the session into an incident. */
    opensIncident: boolean
    /** When the type was retired; null if new events can have it. ISO 8601, UTC. */
    retiredDate: string | null
    /** When the record was created. ISO 8601, UTC. */
    createdDate: string
    /** When the record was last changed. ISO 8601, UTC. */
    editDate: string
  }
  EventTypePage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['EventType'])[]
  }
  EventTypeUpdate: {
    /** The name of the type that people choose. */
    name?: string | undefined
    /** Whether an event of this type turns the session into an incident. */
    opensIncident?: boolean | undefined
  }
  SessionEventCreate: {
    /** Sid of the event type. */
    eventTypeSid: `ET${string}`
    /** When it happened, at most 5 minutes ahead; now by default. ISO 8601, UTC. */
    eventTime?: string | undefined
    /** What happened, in a few words. */
    title: string
    /** The person or thing concerned. */
    subject?: string | null | undefined
    /** What happened, in detail. */
    details?: string | null | undefined
    /** What harm may result. */
    potentialDamage?: string | null | undefined
    /** Who saw it. */
    directWitness?: string | null | undefined
    /** What was done about it. */
    correctiveActionDetails?: string | null | undefined
    /** Who can be asked about it. */
    contactPerson?: string | null | undefined
    /** The email address of the contact. */
    contactEmail?: string | null | undefined
    /** The telephone number of the contact. */
    contactPhone?: string | null | undefined
  }
  SessionEvent: {
    /** Sid of the event record. */
    sid: `ER${string}`
    /** Sid of the exam session. */
    sessionSid: `ES${string}`
    /** Sid of the event type. */
    eventTypeSid: `ET${string}`
    /** An incident lasts until its last open event is resolved or dismissed. */
    status: 'Open' | 'Resolved' | 'Dismissed'
    /** When it happened. ISO 8601, UTC. */
    eventTime: string
    /** What happened, in a few words. */
    title: string
    /** The person or thing concerned. */
    subject: string | null
    /** What happened, in detail. */
    details: string | null
    /** What harm may result. */
    potentialDamage: string | null
    /** Who saw it. */
    directWitness: string | null
    /** What was done about it. */
    correctiveActionDetails: string | null
    /** Who can be asked about it. */
    contactPerson: string | null
    /** The email address of the contact. */
    contactEmail: string | null
    /** The telephone number of the contact. */
    contactPhone: string | null
    /** When the record was created. ISO 8601, UTC. */
    createdDate: string
    /** When the record was last changed. ISO 8601, UTC. */
    editDate: string
  }
  SessionEventPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['SessionEvent'])[]
  }
  SessionEventUpdate: {
    /** An incident lasts until its last open event is resolved or dismissed. */
    status?: 'Open' | 'Resolved' | 'Dismissed' | undefined
    /** When it happened. ISO 8601, UTC. */
    eventTime?: string | undefined
    /** What happened, in a few words. */
    title?: string | undefined
    /** The person or thing concerned. */
    subject?: string | null | undefined
    /** What happened, in detail. */
    details?: string | null | undefined
    /** What harm may result. */
    potentialDamage?: string | null | undefined
    /** Who saw it. */
    directWitness?: string | null | undefined
    /** What was done about it. */
    correctiveActionDetails?: string | null | undefined
    /** Who can be asked about it. */
    contactPerson?: string | null | undefined
    /** The email address of the contact. */
    contactEmail?: string | null | undefined
    /** The telephone number of the contact. */
    contactPhone?: string | null | undefined
  }
  AnnotationCreate: {
    /** The kind of the mark, such as a category of your player. */
    type: string
    /** Where the mark starts, in milliseconds from the start of the recording or of the session. */
    startOffsetMs: number
    /** Where the mark ends, in milliseconds from the same start; null for a single moment. */
    endOffsetMs?: number | null | undefined
    /** From 0 to 1, as in 1EdTech Proctoring; null if it is not rated. */
    severity?: number | null | undefined
    /** A comment; null if there is none. */
    text?: string | null | undefined
    /** Whether a person (proctor, by default) or a program (system) made the mark. */
    source?: 'system' | 'proctor' | undefined
    /** Whether the mark is to be ignored; false by default. */
    muted?: boolean | undefined
  }
  Annotation: {
    /** Sid of the annotation. */
    sid: `AN${string}`
    /** Sid of the exam session. */
    sessionSid: `ES${string}`
    /** The kind of the mark, such as a category of your player. */
    type: string
    /** Where the mark starts, in milliseconds from the start of the recording or of the session. */
    startOffsetMs: number
    /** Where the mark ends, in milliseconds from the same start; null for a single moment. */
    endOffsetMs: number | null
    /** From 0 to 1, as in 1EdTech Proctoring; null if it is not rated. */
    severity: number | null
    /** Whether a person or a program made the mark. */
    source: 'system' | 'proctor'
    /** A comment; null if there is none. */
    text: string | null
    /** Whether the mark is to be ignored. It stays in lists; the record of the session has them in `mutedAnnotations`. */
    muted: boolean
    /** When the record was created. ISO 8601, UTC. */
    createdDate: string
    /** When the record was last changed. ISO 8601, UTC. */
    editDate: string
  }
  AnnotationPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['Annotation'])[]
  }
  AnnotationUpdate: {
    /** The kind of the mark, such as a category of your player. */
    type?: string | undefined
    /** Where the mark starts, in milliseconds from the start of the recording or of the session. */
    startOffsetMs?: number | undefined
    /** Where the mark ends, in milliseconds from the same start; null for a single moment. */
    endOffsetMs?: number | null | undefined
    /** From 0 to 1, as in 1EdTech Proctoring; null if it is not rated. */
    severity?: number | null | undefined
    /** A comment; null if there is none. */
    text?: string | null | undefined
    /** Whether a person or a program made the mark. */
    source?: 'system' | 'proctor' | undefined
    /** Whether the mark is to be ignored. It stays in lists; the record of the session has them in `mutedAnnotations`. */
    muted?: boolean | undefined
  }
  ExamListPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['ExamDetails'])[]
  }
  ExamDetails: {
    /** Sid of the exam. */
    sid: string | null
    /** Sid of the course that the exam belongs to. */
    courseSid: string | null
    /** Sid of the install that the exam belongs to. */
    installSid: string | null
    /** Sid of the primary configuration; null if there is none. */
    examConfigurationSid: string | null
    /** Sid of the first instructor of the course; null without one. */
    primaryInstructorSid: string | null
    /** The title of the exam that learners read. */
    examTitle: string | null
    /** The title of the course that the exam belongs to. */
    courseTitle: string | null
    /** The name of the account of the install. */
    accountName: string | null
    /** Whether the primary configuration has attachments. */
    hasAttachments: boolean | null
    /** The primary configuration; null if there is none. */
    configuration: {
      /** Sid of the exam configuration. */
      sid: `EC${string}`
      /** From when the exam can be taken; null if it is not limited. ISO 8601, UTC. */
      examOpenDate: string | null
      /** Until when the exam can be taken; null if it is not limited. ISO 8601, UTC. */
      examCloseDate: string | null
      /** From when appointments can be made; null if it is not limited. ISO 8601, UTC. */
      scheduleOpenDate: string | null
      /** Until when appointments can be made; null if it is not limited. ISO 8601, UTC. */
      scheduleCloseDate: string | null
      /** The time to take the exam, in minutes; null if no time is set. */
      duration: number | null
      /** How many attempts a learner has; null means unlimited. */
      attempts: number | null
      /** Whether instructors may not change it. */
      locked: boolean
      /** Whether it is approved; from the start where the install requires no approval. */
      approved: boolean
    } | null
    /** The first instructor of the course; null without one. */
    primaryInstructor: {
      /** Sid of the user. */
      sid: `US${string}`
      /** The given name. */
      firstName: string
      /** The family name; lists sort by it. */
      lastName: string
      /** The main email address. */
      email: string
    } | null
  }
  UnscheduledLearnerPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['UnscheduledLearner'])[]
  }
  UnscheduledLearner: {
    /** Sid of the user. */
    sid: `US${string}`
    /** The given name. */
    firstName: string
    /** The family name; lists sort by it. */
    lastName: string
    /** The main email address. */
    email: string
    /** An email address that the user prefers; null if there is none. */
    preferredEmail: string | null
    /** The name for sign-in, unique within the install; null if there is none. */
    username: string | null
    /** The mobile telephone number. */
    mobilePhone: string | null
    /** The telephone number at home. */
    homePhone: string | null
    /** The postal address. */
    address: string | null
    /** The id in the LMS, from the LTI launch. */
    lmsId: string | null
    /** The id in the system that uses this API. */
    apiId: string | null
    /** The id in the student information system; the sourcedId of OneRoster. */
    sisId: string | null
    /** The id in any other system. */
    externalId: string | null
    /** The latitude in degrees, positive to the north. */
    latitude: number | null
    /** The longitude in degrees, positive to the east. */
    longitude: number | null
    /** When provisioning or a roster last changed an enrollment of the user, or found it for the first time; null if never. ISO 8601, UTC. */
    lastEnrollmentSync: string | null
    /** The currency of the user as an ISO 4217 code. */
    currencyCode: string | null
    /** Sid of the time zone of the user; null means that of the install. */
    timeZoneSid: `TZ${string}` | null
    /** How far the user travels to an exam, in `maxTravelDistanceUnits`. */
    maxTravelDistance: number | null
    /** The unit of `maxTravelDistance`. */
    maxTravelDistanceUnits: 'miles' | 'kilometers' | null
    /** When the record was created. ISO 8601, UTC. */
    createdDate: string
    /** When the record was last changed. ISO 8601, UTC. */
    editDate: string
    /** What the user may do in the install. */
    role: string
    /** Whether the user may sign in. */
    enabled: boolean
  }
  SessionEventsPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['SessionEventRow'])[]
  }
  SessionEventRow: {
    /** Sid of the exam session. */
    sid: `ES${string}`
    /** The given name. */
    firstName: string
    /** The family name; lists sort by it. */
    lastName: string
    /** The main email address. */
    email: string
    /** When the appointment starts; null if there is none. ISO 8601, UTC. */
    appointmentDate: string | null
    /** The code of the proctor type when the appointment was made; null without a type, and before. */
    sessionType: string | null
    /** The title of the course that the exam belongs to. */
    courseTitle: string
    /** Whether the exam is taken online or on paper. */
    examType: string
    /** The title of the exam that learners read. */
    examTitle: string
    /** The current status of the session. */
    sessionStatus: string
    /** Sid of the event record. */
    eventSid: `ER${string}`
    /** When it happened. ISO 8601, UTC. */
    eventTime: string
    /** What happened, in a few words. */
    title: string
    /** The person or thing concerned. */
    subject: string | null
    /** What happened, in detail. */
    details: string | null
    /** What harm may result. */
    potentialDamage: string | null
    /** Who saw it. */
    directWitness: string | null
    /** The status of the event. */
    status: string
    /** What was done about it. */
    correctiveActionDetails: string | null
    /** Who can be asked about it. */
    contactPerson: string | null
    /** The email address of the contact. */
    contactEmail: string | null
    /** The telephone number of the contact. */
    contactPhone: string | null
  }
  ChurnPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['ChurnRow'])[]
  }
  ChurnRow: {
    /** The title of the course that the exam belongs to. */
    courseTitle: string
    /** Sid of the exam. */
    examSid: `EX${string}`
    /** The title of the exam that learners read. */
    examTitle: string
    /** Whether the exam is taken online or on paper. */
    examType: string
    /** Sid of the user. */
    userSid: `US${string}`
    /** Sid of the enrollment. */
    enrollmentSid: `EN${string}`
    /** The given name. */
    firstName: string
    /** The family name; lists sort by it. */
    lastName: string
    /** The main email address. */
    email: string
    /** An email address that the user prefers; null if there is none. */
    preferredEmail: string | null
    /** The telephone number at home. */
    homePhone: string | null
    /** The mobile telephone number. */
    mobilePhone: string | null
    /** Sid of the exam session. */
    currentSessionSid: `ES${string}`
    /** The status of the current session of the learner. */
    currentStatus: string
    /** Whether the learner has a cancelled session of the exam. */
    cancelled: boolean
    /** Whether the learner has a closed session of the exam that was not cancelled. */
    closed: boolean
  }
  WrittenExamAuditPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['WrittenExamAuditRow'])[]
  }
  WrittenExamAuditRow: {
    /** Sid of the exam. */
    examSid: `EX${string}`
    /** The title of the exam that learners read. */
    examTitle: string
    /** Sid of the course. */
    courseSid: `CU${string}`
    /** The title of the course that the exam belongs to. */
    courseTitle: string
    /** The course code of the institution; null if there is none. */
    courseCode: string | null
    /** From when the exam can be taken; null if it is not limited. ISO 8601, UTC. */
    examOpenDate: string | null
    /** Until when the exam can be taken; null if it is not limited. ISO 8601, UTC. */
    examCloseDate: string | null
    /** Whether the row is a primary configuration or an accommodation. */
    configurationType: string
    /** Sid of the user. */
    instructorSid: `US${string}` | null
    /** The first name of the first instructor of the course; null without one. */
    instructorFirstName: string | null
    /** The last name of the first instructor of the course; null without one. */
    instructorLastName: string | null
    /** The email address of the first instructor of the course; null without one. */
    instructorEmail: string | null
    /** Sid of the exam configuration, which is primary or an accommodation. */
    examConfigurationSid: `EC${string}`
  }
  AppointmentVolume: {
    /** The seven days of the week, Monday to Sunday. */
    dayOfWeek: ({
      /** The day, in the time zone of the report. */
      day: string
      /** The number of appointments. */
      volume: number
    })[]
    /** The 24 hours of the day. */
    perHour: ({
      /** The hour of the day, 0 to 23. */
      hour: number
      /** The number of appointments. */
      volume: number
    })[]
    /** Days (YYYY-MM-DD) in ascending order; every day of a range of at most 366 days. */
    perDay: ({
      /** The day, in the time zone of the report. */
      day: string
      /** The number of appointments. */
      volume: number
    })[]
  }
  TokenIssue: Schemas['ElementTokenIssue'] | Schemas['ApiTokenIssue']
  ElementTokenIssue: {
    /** `element`: for an embed, with the policy of its element type. `api`: with a policy of your own. */
    tokenType: 'element'
    /** What the embed shows, which determines what its token may do; null for tokens of type `api`. */
    elementType: 'exam-session' | 'proctoring-session' | 'assessment-viewer'
    /** Sid of the user. */
    targetUserSid: `US${string}`
    /** The id of the one resource that the token can access, such as a session; absent or `*` for all of the install that the element may access. */
    resource?: string | undefined
    /** The lifetime in seconds; 900 by default. At most 3600, the `maxTokenTtlSeconds` of the install and the time until `absoluteExpiresAt`: a larger value is reduced. */
    expiresIn?: number | undefined
  }
  ApiTokenIssue: {
    /** `element`: for an embed, with the policy of its element type. `api`: with a policy of your own. */
    tokenType: 'api'
    /** What the token may do. It must lie within the policy of the calling credential. */
    policy: Schemas['Policy']
    /** Sid of the user that the token represents; null if it represents none. */
    targetUserSid?: `US${string}` | undefined
    /** The lifetime in seconds; 900 by default. At most 3600, the `maxTokenTtlSeconds` of the install and the time until `absoluteExpiresAt`: a larger value is reduced. */
    expiresIn?: number | undefined
  }
  IssuedToken: {
    /** Sid of the token. */
    sid: `TA${string}`
    /** The secret with which the embed calls the API; opaque. Contained in this response only. */
    stsToken: string
    /** What the embed shows, which determines what its token may do; null for tokens of type `api`. */
    elementType: 'exam-session' | 'proctoring-session' | 'assessment-viewer' | null
    /** `element`: for an embed, with the policy of its element type. `api`: with a policy of your own. */
    tokenType: 'element' | 'api'
    /** When the token expires. A refresh before this time issues its successor. ISO 8601, UTC. */
    expiresAt: string
    /** The seconds until `expiresAt`. */
    expiresIn: number
    /** When the last possible refresh expires: 8 hours after the first token was issued. ISO 8601, UTC. */
    absoluteExpiresAt: string
    /** A signed statement (a JWT, RS256) about the user and the embed, verifiable with the published keys. Absent for tokens of type `api`. */
    elementToken?: string | undefined
  }
  TokenRefresh: {
    /** The lifetime in seconds; 900 by default. At most 3600, the `maxTokenTtlSeconds` of the install and the time until `absoluteExpiresAt`: a larger value is reduced. */
    expiresIn?: number | undefined
  }
  RefreshedToken: {
    /** Sid of the token. */
    sid: `TA${string}`
    /** The secret with which the embed calls the API; opaque. Contained in this response only. */
    stsToken: string
    /** What the embed shows, which determines what its token may do; null for tokens of type `api`. */
    elementType: 'exam-session' | 'proctoring-session' | 'assessment-viewer' | null
    /** `element`: for an embed, with the policy of its element type. `api`: with a policy of your own. */
    tokenType: 'element' | 'api'
    /** When the token expires. A refresh before this time issues its successor. ISO 8601, UTC. */
    expiresAt: string
    /** The seconds until `expiresAt`. */
    expiresIn: number
    /** When the last possible refresh expires: 8 hours after the first token was issued. ISO 8601, UTC. */
    absoluteExpiresAt: string
    /** Sid of the token that this one replaced. */
    previousSid: `TA${string}`
  }
  TokenPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['TokenRecord'])[]
  }
  TokenRecord: {
    /** Sid of the token. */
    sid: `TA${string}`
    /** Sid of the first token of the refresh chain. */
    rootSid: `TA${string}`
    /** `element`: for an embed, with the policy of its element type. `api`: with a policy of your own. */
    tokenType: 'element' | 'api'
    /** What the embed shows, which determines what its token may do; null for tokens of type `api`. */
    elementType: 'exam-session' | 'proctoring-session' | 'assessment-viewer' | null
    /** Sid of the user that the token represents; null if it represents none. */
    targetUserSid: `US${string}` | null
    /** The id of the one resource that the token can access; `*` for all of the install that its policy allows. */
    resource: string
    /** Sid of the credential that issued the first token of the refresh chain. */
    credentialSid: `AK${string}`
    /** Whether the token is accepted. */
    active: boolean
    /** Why the token is not active; null if it is active. */
    reason: 'replaced' | 'revoked' | 'expired' | 'install_revoked' | 'user_revoked' | 'credential_revoked' | null
    /** Sid of the token that a refresh issued instead; null if none did. */
    replacedBySid: `TA${string}` | null
    /** When the token expires. A refresh before this time issues its successor. ISO 8601, UTC. */
    expiresAt: string
    /** When the last possible refresh expires: 8 hours after the first token was issued. ISO 8601, UTC. */
    absoluteExpiresAt: string
    /** When the record was created. ISO 8601, UTC. */
    createdDate: string
  }
  /** Exactly one of the members. */
  TokenRevocation: {
    /** Sid of the user. */
    targetUserSid?: `US${string}` | undefined
    /** Sid of the API credential. */
    credentialSid?: `AK${string}` | undefined
    /** Revokes every token of the install. */
    all?: true | undefined
  }
  TokenToIntrospect: {
    /** The `stsToken` to check. */
    token: string
  }
  /** RFC 7662; only `active` and `reason` of a token that is not active. */
  Introspection: {
    /** Whether the token is accepted. */
    active: boolean
    /** Why the token is not active. `unknown`: not a token of this install. */
    reason?: 'replaced' | 'revoked' | 'expired' | 'install_revoked' | 'user_revoked' | 'credential_revoked' | 'unknown' | undefined
    /** `element`: for an embed, with the policy of its element type. `api`: with a policy of your own. */
    token_type?: 'element' | 'api' | undefined
    /** The issuer: the origin of the API. */
    iss?: string | undefined
    /** The install. */
    aud?: `AI${string}` | undefined
    /** The user that the token represents. */
    sub?: `US${string}` | undefined
    /** Sid of the token. */
    jti?: `TA${string}` | undefined
    /** The credential that issued the root token. */
    client_id?: `AK${string}` | undefined
    /** When the token was issued, in seconds since 1970. */
    iat?: number | undefined
    /** When the token expires, in seconds since 1970. */
    exp?: number | undefined
    /** What the embed shows, which determines what its token may do; null for tokens of type `api`. */
    elementType?: 'exam-session' | 'proctoring-session' | 'assessment-viewer' | undefined
    /** The id of the one resource that the token can access; `*` for all of the install that its policy allows. */
    resource?: string | undefined
  }
  PolicyToSimulate: {
    /** What the token may do. It must lie within the policy of the calling credential. */
    policy: Schemas['Policy']
  }
  PolicySimulation: {
    /** Whether the policy lies inside that of the caller. If so, the caller could issue a token with it, if it is a credential. */
    granted: boolean
    /** The parts that exceed the policy of the caller: at most 100, in the order of the statements. */
    violations: ({
      /** The index of the statement, starting at 0. */
      statement: number
      /** The action that is not allowed. */
      action: string
      /** The resource on which the action is not allowed. */
      resource: string
    })[]
  }
  TokenEventPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['TokenEvent'])[]
  }
  TokenEvent: {
    /** Sid of the record of a token event. */
    sid: `TR${string}`
    /** What happened to the token. */
    event: 'issued' | 'refreshed' | 'revoked' | 'user_revoked' | 'credential_revoked' | 'install_revoked' | 'reused'
    /** Sid of the token; null for a revocation of many tokens. */
    tokenSid: `TA${string}` | null
    /** Sid of the first token of the refresh chain; null for a revocation of many tokens. */
    rootSid: `TA${string}` | null
    /** Sid of the user that the token represents; null if it represents none. */
    targetUserSid: `US${string}` | null
    /** The credential that issued the root token. */
    credentialSid: `AK${string}` | null
    /** The credential or operator that requested it; null if the use of a token caused it. */
    actorSid: `${'AK' | 'OP'}${string}` | null
    /** When the record was created. ISO 8601, UTC. */
    createdDate: string
  }
  EmbedVerify: {
    /** A signed statement (a JWT, RS256) about the user and the embed, verifiable with the published keys. Absent for tokens of type `api`. */
    elementToken: string
  }
  Embed: {
    /** Sid of the `stsToken`. */
    sid: `TA${string}`
    /** Sid of the install. */
    installSid: `AI${string}`
    /** What the embed shows, which determines what its token may do; null for tokens of type `api`. */
    elementType: 'exam-session' | 'proctoring-session' | 'assessment-viewer'
    /** The id of the one resource that the token can access; `*` for all of the install that its policy allows. */
    resource: string
    /** Sid of the user. */
    targetUserSid: `US${string}`
    /** The current permissions of the token. */
    actions: (string)[]
    /** The origins whose pages may contain the embed. */
    allowedOrigins: (string)[]
    /** The sessions that the embed may show, at most 100: the newest appointment first. For a `proctoring-session`: the running sessions, then the next appointments, then the others. */
    sessions: ({
      /** Sid of the exam session. */
      sid: `ES${string}`
      /** Sid of the exam. */
      examSid: `EX${string}`
      /** Sid of the enrollment. */
      enrollmentSid: `EN${string}`
      /** The title of the exam that learners read. */
      examTitle: string
      /** The name of the learner. */
      learner: string
      /** The state of the attempt. */
      status: 'Needs Proctor' | 'Pending Approval' | 'Approval Denied' | 'Scheduled' | 'Incident' | 'Closed' | 'Processing'
      /** When the appointment starts; null if there is none. ISO 8601, UTC. */
      appointmentDate: string | null
      /** Whether the learner is taking the exam. */
      running: boolean
    })[]
    /** For elements that report events. */
    eventTypes: ({
      /** Sid of the event type. */
      sid: `ET${string}`
      /** The name that people choose. */
      name: string
    })[]
    /** For elements that book appointments. */
    proctorTypes: ({
      /** Sid of the proctor type. */
      sid: `TS${string}`
      /** The text by which the `proctorTypes` of configurations name the type. */
      code: string
      /** The name that people choose. */
      name: string
    })[]
    /** When the token expires. A refresh before this time issues its successor. ISO 8601, UTC. */
    expiresAt: string
    /** The seconds until `expiresAt`. */
    expiresIn: number
    /** When the last possible refresh expires: 8 hours after the first token was issued. ISO 8601, UTC. */
    absoluteExpiresAt: string
  }
  /** The origins that may embed the frames of an install. */
  EmbedFrame: {
    /** The origins whose pages may contain the embed. */
    allowedOrigins: (string)[]
  }
  Health: {
    /** Whether the database responds; otherwise the response is 503. */
    status: 'ok'
  }
  Readiness: {
    /** Whether the system can serve requests; otherwise the response is 503. */
    status: 'ready'
  }
  SetupStatus: {
    /** Whether there are no operators yet. */
    setupRequired: boolean
  }
  Setup: {
    /** The name that others see. */
    name: string
    /** The email address for sign-in, in upper or lower case. */
    email: string
    /** The password. A new one has 8 to 128 characters. */
    password: string
  }
  SignedIn: {
    /** The secret of the session, to send as bearer token. Contained in this response only. */
    sessionToken: string
    /** When the session ends. Milliseconds since 1970. */
    expiresAt: number
    /** Who signed in. */
    user: {
      /** Sid of the operator or the user of an install. */
      id: string
      /** The email address for sign-in, in upper or lower case. */
      email: string
      /** The name that others see. */
      name: string
    }
  }
  Login: {
    /** The email of an operator; with `installSid`, the email or the username of a user of the install. */
    email?: string | undefined
    /** The username of a user of the install, instead of `email`. */
    username?: string | undefined
    /** The password. A new one has 8 to 128 characters. */
    password: string
    /** Sid of the install. */
    installSid?: `AI${string}` | undefined
  }
  SecondFactorAsked: {
    /** The sign-in continues with the second factor. */
    mfaRequired: true
    /** The secret of this sign-in, to send with the code of the second factor. */
    mfaToken: string
  }
  SecondFactor: {
    /** The secret of this sign-in, to send with the code of the second factor. */
    mfaToken: string
    /** A code of six digits of the authenticator app, or a recovery code. */
    code: string
  }
  Person: {
    /** Sid of the operator or the user of an install. */
    id: string
    /** The email address for sign-in, in upper or lower case. */
    email: string
    /** The name that others see. */
    name: string
    /** What the person may do: the role of an operator, or that of a user in the install. */
    role: string
    /** Whether a second factor is required to sign in. */
    mfaEnabled: boolean
    /** When the record was created. Milliseconds since 1970. */
    createdAt: number
    /** When the person last signed in; null if never. Milliseconds since 1970. */
    lastLoginAt: number | null
    /** The applications that the person may use. */
    applications: ({
      /** Sid of the application. */
      id: `AP${string}`
      /** The name of the application. */
      name: string
    })[]
  }
  SignInSessionPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['SignInSession'])[]
  }
  SignInSession: {
    /** Sid of the sign-in session. */
    id: `SI${string}`
    /** When the record was created. Milliseconds since 1970. */
    createdAt: number
    /** When the session was last used. Milliseconds since 1970. */
    lastSeenAt: number
    /** When the session ends. Milliseconds since 1970. */
    expiresAt: number
    /** The header `User-Agent` of the browser; null if it sent none. */
    userAgent: string | null
    /** The IP address; null if it is not known. */
    address: string | null
    /** Whether it is the session of the request. */
    current: boolean
  }
  ForgotPassword: {
    /** The email address for sign-in, in upper or lower case. */
    email: string
    /** Sid of the install. */
    installSid?: `AI${string}` | undefined
  }
  ResetPassword: {
    /** The secret of the mailed link; it can be used once. */
    token: string
    /** The password. A new one has 8 to 128 characters. */
    password: string
  }
  ChangePassword: {
    /** The password that is replaced. */
    currentPassword: string
    /** The password. A new one has 8 to 128 characters. */
    password: string
  }
  TotpEnrollment: {
    /** The key for the app, in base32, if it cannot read the URL. */
    secret: string
    /** The URL to show to the app as a QR code. */
    otpauthUrl: string
  }
  TotpConfirmation: {
    /** A code of six digits of the authenticator app. */
    code: string
  }
  RecoveryCodes: {
    /** Codes that can be used instead of those of the app, each once. Contained in this response only. */
    recoveryCodes: (string)[]
  }
  SecondFactorRemoval: {
    /** The current password, instead of `code`. */
    password?: string | undefined
    /** A code of the app or a recovery code, instead of `password`. */
    code?: string | undefined
  }
  Account: {
    /** Sid of the account. */
    id: `AC${string}`
    /** The name of the account, which mails contain. */
    name: string
    /** Whether every operator requires a second factor. */
    requireMfa: boolean
    /** How many GET requests each caller may send in a minute to paths without an install; null: any number. */
    readsPerMinute: number | null
    /** How many other requests each caller may send in a minute to paths without an install; null: any number. */
    writesPerMinute: number | null
    /** When the record was created. Milliseconds since 1970. */
    createdAt: number
  }
  AccountUpdate: {
    /** The name of the account, which mails contain. */
    name?: string | undefined
    /** Whether every operator requires a second factor. */
    requireMfa?: boolean | undefined
    /** How many GET requests each caller may send in a minute to paths without an install; null: any number. */
    readsPerMinute?: number | null | undefined
    /** How many other requests each caller may send in a minute to paths without an install; null: any number. */
    writesPerMinute?: number | null | undefined
  }
  AccountInstallPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['AccountInstall'])[]
  }
  AccountInstall: {
    /** Sid of the install. */
    sid: `AI${string}`
    /** The name of the institution or deployment. */
    name: string
    /** When the record was created. ISO 8601, UTC. */
    createdDate: string
    /** The number of its users. A user that was merged into another one does not count. */
    users: number
    /** The number of its exams that are not deleted. */
    exams: number
    /** The number of attempts that are being taken now. */
    liveSessions: number
  }
  OperatorPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['Operator'])[]
  }
  Operator: {
    /** Sid of the operator. */
    id: `OP${string}`
    /** The email address for sign-in, in upper or lower case. */
    email: string
    /** The name that others see. */
    name: string
    /** What the operator may do in the account. */
    role: 'owner' | 'admin' | 'developer' | 'viewer'
    /** invited: has not set a password yet. disabled: cannot sign in. */
    status: 'invited' | 'active' | 'disabled'
    /** Whether a second factor is required to sign in. */
    mfaEnabled: boolean
    /** When the record was created. Milliseconds since 1970. */
    createdAt: number
    /** When the person last signed in; null if never. Milliseconds since 1970. */
    lastLoginAt: number | null
  }
  OperatorInvite: {
    /** The email address for sign-in, in upper or lower case. */
    email: string
    /** The name that others see. */
    name: string
    /** What the operator may do in the account. */
    role: 'owner' | 'admin' | 'developer' | 'viewer'
  }
  OperatorUpdate: {
    /** The name that others see. */
    name?: string | undefined
    /** What the operator may do in the account. */
    role?: 'owner' | 'admin' | 'developer' | 'viewer' | undefined
  }
  SignInEventPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['SignInEvent'])[]
  }
  SignInEvent: {
    /** Sid of the sign-in event. */
    id: `SV${string}`
    /** What happened. */
    event: 'setup' | 'signed_in' | 'sign_in_failed' | 'second_factor_asked' | 'second_factor_failed' | 'signed_out' | 'session_ended' | 'password_forgotten' | 'password_reset' | 'password_changed' | 'email_changed' | 'user_disabled' | 'mfa_enabled' | 'mfa_disabled' | 'recovery_code_used' | 'operator_invited' | 'operator_changed' | 'operator_disabled' | 'operator_enabled' | 'operator_deleted' | 'account_changed'
    /** Sid of the operator that the event is about; null for users of installs. */
    operatorId: `OP${string}` | null
    /** Sid of the user that the event is about; null for operators. */
    userId: `US${string}` | null
    /** The sid of the operator or credential that caused the event; null if it is the person itself. */
    actor: string | null
    /** The IP address; null if it is not known. */
    address: string | null
    /** The header `User-Agent` of the browser; null if it sent none. */
    userAgent: string | null
    /** When the record was created. Milliseconds since 1970. */
    createdAt: number
  }
  AccountCredentialPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['AccountCredential'])[]
  }
  AccountCredential: {
    /** Sid of the API credential. */
    sid: `AK${string}`
    /** Sid of the one install in its scope; null for all installs of the account. */
    installSid: `AI${string}` | null
    /** A label for people; it has no further effect. */
    name: string
    /** What the credential may do at most; rules by role apply in addition to the policy. */
    role: 'admin' | 'instructor' | 'proctor' | 'learner'
    /** The actions and resources that are allowed; everything else is refused. */
    policy: Schemas['Policy']
    /** Sid of the API credential that created it; null if another caller did. */
    createdBySid: `AK${string}` | null
    /** From when the credential is refused; null if it does not expire. ISO 8601, UTC. */
    expiresAt: string | null
    /** When the credential was revoked; null if it is not revoked. ISO 8601, UTC. */
    revokedAt: string | null
    /** When the record was created. ISO 8601, UTC. */
    createdDate: string
    /** Sid of the application. */
    applicationSid: `AP${string}`
    /** The newest credential that replaced it by rotation. */
    replacedBySid: `AK${string}` | null
    /** Whether it is accepted: neither revoked nor expired. */
    active: boolean
  }
  AccountCredentialCreate: {
    /** A label for people; it has no further effect. */
    name: string
    /** What the credential may do at most; rules by role apply in addition to the policy. */
    role: 'admin' | 'instructor' | 'proctor' | 'learner'
    /** The actions and resources that are allowed; everything else is refused. */
    policy: Schemas['Policy']
    /** From when the credential is refused; null if it does not expire. ISO 8601, UTC. */
    expiresAt?: string | null | undefined
    /** The one install in its scope; if absent, all installs of the account. */
    installSid?: `AI${string}` | null | undefined
    /** If absent, the application of the install, else that of the caller. */
    applicationSid?: `AP${string}` | undefined
  }
  AccountCredentialCreated: {
    /** Sid of the API credential. */
    sid: `AK${string}`
    /** Sid of the one install in its scope; null for all installs of the account. */
    installSid: `AI${string}` | null
    /** A label for people; it has no further effect. */
    name: string
    /** What the credential may do at most; rules by role apply in addition to the policy. */
    role: 'admin' | 'instructor' | 'proctor' | 'learner'
    /** The actions and resources that are allowed; everything else is refused. */
    policy: Schemas['Policy']
    /** Sid of the API credential that created it; null if another caller did. */
    createdBySid: `AK${string}` | null
    /** From when the credential is refused; null if it does not expire. ISO 8601, UTC. */
    expiresAt: string | null
    /** When the credential was revoked; null if it is not revoked. ISO 8601, UTC. */
    revokedAt: string | null
    /** When the record was created. ISO 8601, UTC. */
    createdDate: string
    /** Sid of the application. */
    applicationSid: `AP${string}`
    /** The newest credential that replaced it by rotation. */
    replacedBySid: `AK${string}` | null
    /** Whether it is accepted: neither revoked nor expired. */
    active: boolean
    /** The secret to send as `token` or bearer token. Contained in this response only; only its hash is stored. */
    secret: string
  }
  CredentialRotate: {
    /** How long the old secret remains valid, in seconds; 0 revokes it immediately. */
    overlapSeconds?: number | undefined
  }
  AuditEventPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['AuditEvent'])[]
  }
  AuditEvent: {
    /** Sid of the audit event. */
    id: `AU${string}`
    /** Sid of the install of the record; null if it belongs to the account. */
    installSid: `AI${string}` | null
    /** The kind of the changed record. `tokens`: all tokens of the user, credential or install with the sid `recordSid`. */
    kind: 'account' | 'credential' | 'install' | 'operator' | 'suppression' | 'token_family' | 'tokens' | 'user' | 'webhook_endpoint'
    /** What was done with the record. */
    action: 'created' | 'updated' | 'deleted' | 'revoked' | 'rotated' | 'erased' | 'invited'
    /** The sid of the changed record. */
    recordSid: string
    /** The names of the changed members; their values are not stored. */
    changes: (string)[]
    /** The sid of a credential, an operator or a user; for an api token, the credential that holds it. Null for the system itself, the setup and mailed links. */
    actor: string | null
    /** The type of its credentials: credential, token or session. */
    actorKind: string | null
    /** The operationId of the request; null for the system itself. */
    operation: string | null
    /** The id of the request in the log; null for the system itself. */
    requestId: string | null
    /** The IP address of the caller. Not stored for users of installs. */
    address: string | null
    /** When the record was created. Milliseconds since 1970. */
    createdAt: number
  }
  JwtRequest: {
    /** Sid of the application. */
    applicationId: `AP${string}`
    /** What the JWT allows; within the permissions of the application. */
    permissions: (string)[]
    /** Its lifetime in seconds; if absent, an hour. */
    expiresIn?: number | undefined
  }
  IssuedJwt: {
    /** The signed JWT. */
    token: string
    /** When the JWT expires. Milliseconds since 1970. */
    expiresAt: number
  }
  JwtCheck: {
    /** The signed JWT. */
    token: string
  }
  VerifiedJwt: {
    /** The JWT is accepted; otherwise the response is 401. */
    valid: true
    /** The claims of the JWT. */
    claims: Schemas['JwtClaims']
  }
  JwtClaims: {
    /** The sid of the credential, operator or user that issued it. */
    sub: string
    /** Sid of the application. */
    aud: `AP${string}`
    /** When the JWT expires, in seconds since 1970. */
    exp: number
    /** What the JWT allows; within the permissions of the application. */
    permissions: (string)[]
  }
  Webhook: {
    /** Sid of the webhook endpoint. */
    id: `WH${string}`
    /** The address that receives the events; https, at a public address. */
    url: string
    /** The types of the events that it receives. */
    events: ('document.updated' | 'document.deleted' | 'presence.updated' | 'socket.message' | 'socket.connect' | 'socket.disconnect' | 'database.event')[]
    /** Whether it receives events. */
    active: boolean
    /** The members that the payload of an event must have, with their values; empty if every event matches. */
    filter: Record<string, unknown>
    /** Sid of the application. */
    applicationId: `AP${string}`
    /** Sid of the install whose events it receives; null for the events of all installs. */
    installSid: `AI${string}` | null
    /** When the record was created. Milliseconds since 1970. */
    createdAt: number
  }
  WebhookCreate: {
    /** The address that receives the events; https, at a public address. */
    url: string
    /** The key of the signatures (HMAC-SHA256). No response contains it. A secret that starts with `whsec_` continues with at least 24 bytes in base64. */
    secret: string
    /** The types of the events that it receives. */
    events: ('document.updated' | 'document.deleted' | 'presence.updated' | 'socket.message' | 'socket.connect' | 'socket.disconnect' | 'database.event')[]
    /** The members that the payload of an event must have, with their values; empty if every event matches. */
    filter?: Record<string, string | number | boolean | null> | undefined
    /** Limits the endpoint to events of this install; if absent, it receives those of all installs. A credential that is bound to an install creates endpoints of that install. */
    installSid?: `AI${string}` | undefined
  }
  DeliveryLog: {
    /** Sid of the delivery attempt. */
    id: `WT${string}`
    /** Sid of the webhook endpoint. */
    webhookId: `WH${string}`
    /** The type of the event. */
    event: 'document.updated' | 'document.deleted' | 'presence.updated' | 'socket.message' | 'socket.connect' | 'socket.disconnect' | 'database.event'
    /** The address to which it was sent. */
    url: string
    /** The status of the response; 0 if there was none. */
    statusCode: number
    /** Whether the receiver responded with a status from 200 to 299. */
    success: boolean
    /** The number of this attempt, starting at 1. */
    attempts: number
    /** The time of the attempt. Milliseconds since 1970. */
    deliveredAt: number
    /** Sid of the delivery. */
    deliveryId: `WD${string}`
    /** Sid of the event. */
    eventId: `EV${string}`
    /** Why there was no response; null if there was one. */
    fault: 'blocked' | 'dns' | 'timeout' | 'connection' | null
    /** How long the attempt took, in milliseconds. */
    durationMs: number
  }
  DeadLetter: {
    /** Sid of the delivery. */
    id: `WD${string}`
    /** Sid of the webhook endpoint. */
    webhookId: `WH${string}`
    /** Sid of the event. */
    eventId: `EV${string}`
    /** The type of the event. */
    event: 'document.updated' | 'document.deleted' | 'presence.updated' | 'socket.message' | 'socket.connect' | 'socket.disconnect' | 'database.event'
    /** The subject that the publisher chose. */
    topic: string
    /** The address to which it was sent. */
    url: string
    /** dead: the last attempt failed. skipped: the endpoint was inactive or deleted. */
    status: 'pending' | 'delivered' | 'dead' | 'skipped'
    /** The number of attempts so far. */
    attempts: number
    /** When the record was created. Milliseconds since 1970. */
    createdAt: number
    /** When it was delivered, became dead or was skipped; null while it is pending. Milliseconds since 1970. */
    finishedAt: number | null
    /** The status of the last response; 0 if there was none. */
    statusCode: number
    /** Why there was no response; null if there was one. */
    fault: 'blocked' | 'dns' | 'timeout' | 'connection' | null
  }
  DeliveryPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['ListedDelivery'])[]
  }
  ListedDelivery: {
    /** Sid of the delivery. */
    id: `WD${string}`
    /** Sid of the webhook endpoint. */
    webhookId: `WH${string}`
    /** Sid of the event. */
    eventId: `EV${string}`
    /** The type of the event. */
    event: 'document.updated' | 'document.deleted' | 'presence.updated' | 'socket.message' | 'socket.connect' | 'socket.disconnect' | 'database.event'
    /** The subject that the publisher chose. */
    topic: string
    /** The address to which it was sent. */
    url: string
    /** dead: the last attempt failed. skipped: the endpoint was inactive or deleted. */
    status: 'pending' | 'delivered' | 'dead' | 'skipped'
    /** The number of attempts so far. */
    attempts: number
    /** When the record was created. Milliseconds since 1970. */
    createdAt: number
    /** When it was delivered, became dead or was skipped; null while it is pending. Milliseconds since 1970. */
    finishedAt: number | null
    /** The status of the last response; 0 if there was none. */
    statusCode: number
    /** Why the last attempt got no response; null if it got one, or if there was none. */
    fault: 'blocked' | 'dns' | 'timeout' | 'connection' | null
  }
  DeliveryRetryCreate: {
    /** Only deliveries to this endpoint; null or absent: to all endpoints. */
    webhookId?: `WH${string}` | undefined
    /** Only deliveries of events of this type; null or absent: of all types. */
    event?: 'document.updated' | 'document.deleted' | 'presence.updated' | 'socket.message' | 'socket.connect' | 'socket.disconnect' | 'database.event' | undefined
    /** Only failed deliveries can be sent again. */
    success?: false | undefined
    /** ISO 8601 in UTC, or milliseconds since 1970. Deliveries that were created before this time are not sent. */
    since: string | number
    /** ISO 8601 in UTC, or milliseconds since 1970. Deliveries that were created at this time or later are not sent. */
    until: string | number
    /** Whether deliveries are only counted, with the status 200. */
    dryRun?: boolean | undefined
  }
  DeliveryRetry: {
    /** Sid of the retry of deliveries. */
    id: `WR${string}`
    /** Only deliveries to this endpoint; null or absent: to all endpoints. */
    webhookId: `WH${string}` | null
    /** Only deliveries of events of this type; null or absent: of all types. */
    event: 'document.updated' | 'document.deleted' | 'presence.updated' | 'socket.message' | 'socket.connect' | 'socket.disconnect' | 'database.event' | null
    /** The deliveries were created at this time or later. Milliseconds since 1970. */
    since: number
    /** The deliveries were created before this time. Milliseconds since 1970. */
    until: number
    /** The number of failed deliveries when the retry was requested. */
    matched: number
    /** The number of those that are in progress again. The others follow within minutes. */
    scheduled: number
    /** When the record was created. Milliseconds since 1970. */
    createdAt: number
    /** When all were scheduled; null while some are left. Milliseconds since 1970. */
    finishedAt: number | null
  }
  DeliveryRetryPreview: {
    /** The number of failed deliveries. */
    matched: number
  }
  DeliveryDetail: {
    /** Sid of the delivery. */
    id: `WD${string}`
    /** Sid of the webhook endpoint. */
    webhookId: `WH${string}`
    /** Sid of the event. */
    eventId: `EV${string}`
    /** The type of the event. */
    event: 'document.updated' | 'document.deleted' | 'presence.updated' | 'socket.message' | 'socket.connect' | 'socket.disconnect' | 'database.event'
    /** The subject that the publisher chose. */
    topic: string
    /** The address to which it was sent. */
    url: string
    /** dead: the last attempt failed. skipped: the endpoint was inactive or deleted. */
    status: 'pending' | 'delivered' | 'dead' | 'skipped'
    /** The number of attempts so far. */
    attempts: number
    /** When the record was created. Milliseconds since 1970. */
    createdAt: number
    /** When it was delivered, became dead or was skipped; null while it is pending. Milliseconds since 1970. */
    finishedAt: number | null
    /** The attempts, with what was sent and received. */
    log: (Schemas['DeliveryAttempt'])[]
  }
  DeliveryAttempt: {
    /** Sid of the delivery attempt. */
    id: `WT${string}`
    /** Sid of the webhook endpoint. */
    webhookId: `WH${string}`
    /** The type of the event. */
    event: 'document.updated' | 'document.deleted' | 'presence.updated' | 'socket.message' | 'socket.connect' | 'socket.disconnect' | 'database.event'
    /** The address to which it was sent. */
    url: string
    /** The status of the response; 0 if there was none. */
    statusCode: number
    /** Whether the receiver responded with a status from 200 to 299. */
    success: boolean
    /** The number of this attempt, starting at 1. */
    attempts: number
    /** The time of the attempt. Milliseconds since 1970. */
    deliveredAt: number
    /** Sid of the delivery. */
    deliveryId: `WD${string}`
    /** Sid of the event. */
    eventId: `EV${string}`
    /** Why there was no response; null if there was one. */
    fault: 'blocked' | 'dns' | 'timeout' | 'connection' | null
    /** How long the attempt took, in milliseconds. */
    durationMs: number
    /** What was sent. */
    request: {
      /** The headers that fit into 16 KiB, in order. */
      headers: Record<string, string>
      /** Its first 16 KiB. */
      body: string
      /** Whether headers or a part of the body are omitted. */
      truncated: boolean
    }
    /** What was received; null if there was no response. */
    response: {
      /** The headers that fit into 16 KiB, in order. */
      headers: Record<string, string>
      /** Its first 16 KiB. */
      body: string
      /** Whether headers or a part of the body are omitted. */
      truncated: boolean
    } | null
  }
  Delivery: {
    /** Sid of the delivery. */
    id: `WD${string}`
    /** Sid of the webhook endpoint. */
    webhookId: `WH${string}`
    /** Sid of the event. */
    eventId: `EV${string}`
    /** The type of the event. */
    event: 'document.updated' | 'document.deleted' | 'presence.updated' | 'socket.message' | 'socket.connect' | 'socket.disconnect' | 'database.event'
    /** The subject that the publisher chose. */
    topic: string
    /** The address to which it was sent. */
    url: string
    /** dead: the last attempt failed. skipped: the endpoint was inactive or deleted. */
    status: 'pending' | 'delivered' | 'dead' | 'skipped'
    /** The number of attempts so far. */
    attempts: number
    /** When the record was created. Milliseconds since 1970. */
    createdAt: number
    /** When it was delivered, became dead or was skipped; null while it is pending. Milliseconds since 1970. */
    finishedAt: number | null
  }
  WebhookUpdate: {
    /** The address that receives the events; https, at a public address. */
    url?: string | undefined
    /** The key of the signatures (HMAC-SHA256). No response contains it. A secret that starts with `whsec_` continues with at least 24 bytes in base64. */
    secret?: string | undefined
    /** The types of the events that it receives. */
    events?: ('document.updated' | 'document.deleted' | 'presence.updated' | 'socket.message' | 'socket.connect' | 'socket.disconnect' | 'database.event')[] | undefined
    /** The members that the payload of an event must have, with their values; empty if every event matches. */
    filter?: Record<string, string | number | boolean | null> | undefined
  }
  SecretRotation: {
    /** The key of the signatures (HMAC-SHA256). No response contains it. A secret that starts with `whsec_` continues with at least 24 bytes in base64. */
    secret: string
  }
  WebhookTest: {
    /** Sid of the event. */
    eventId: `EV${string}`
    /** Sid of the delivery. */
    deliveryId: `WD${string}`
  }
  Recovery: {
    /** ISO 8601 in UTC, or milliseconds since 1970. Events before this time are not sent. */
    since: string | number
  }
  Recovered: {
    /** The number of events that are sent, among the examined ones. */
    recovered: number
    /** Whether all events were examined. Otherwise more can follow within minutes. */
    finished: boolean
  }
  EventPublish: {
    /** The subject of the event, chosen by the publisher: the characters A-Z a-z 0-9 _ . : - only. Clients that subscribe to it receive the event too. Reserved: `invigil.*`, `proctoring.*`, `documents.*`, `monitor.*`, `presence.*`, `installs.<install>.proctoring.*`, `sockets`. */
    topic: string
    /** The type; endpoints that subscribe to it receive the event. */
    type: 'document.updated' | 'document.deleted' | 'presence.updated' | 'socket.message' | 'socket.connect' | 'socket.disconnect'
    /** Delivered unchanged; at most 262144 characters of JSON. */
    payload: Record<string, unknown>
    /** An id chosen by the publisher: publishing it again has no effect and returns the same response. */
    id?: string | undefined
  }
  PublishedEvent: {
    /** Sid of the event. */
    id: `EV${string}`
  }
  DocumentPage: {
    /** The number of records that match the filters, on all pages. */
    total: number | null
    /** The URL of the first page, with the same filters. */
    first: string | null
    /** The URL of the next page; null on the last page. */
    next: string | null
    /** The URL of the previous page; null on the first page. */
    prev: string | null
    /** The URL of the last page. */
    last: string | null
    /** The number of records on this page. */
    count: number | null
    /** The number of records before this page. */
    offset: number | null
    /** The records of this page. */
    results: (Schemas['Document'])[]
  }
  Document: {
    /** The name of the document. */
    name: string
    /** Counts the changes. It does not repeat, also if a document of this name was deleted. */
    version: number
    /** The bytes of the stored content. */
    size: number
    /** When the document was written for the first time. Milliseconds since 1970. */
    createdAt: number
    /** When it was last changed. Milliseconds since 1970. */
    updatedAt: number
  }
  /** The root types of the document, each in its JSON form: a text is a string, a list an array, a map an object and XML a string. An empty root is null, and so is one of more than 100 levels. */
  DocumentContent: Record<string, unknown>
  DocumentUpdatedEvent: {
    /** Sid of the event. */
    id: `EV${string}`
    /** The subject of the event. */
    topic: string
    /** The origin: a change in the database (capture), sync, socket or sdk. */
    source: 'capture' | 'sync' | 'socket' | 'sdk'
    /** The type, to which the endpoint subscribes. */
    type: 'document.updated'
    /** What happened; further members may be added. */
    payload: Schemas['DocumentUpdatedPayload']
    /** When and where the event came from. */
    metadata: Schemas['EventMetadata']
  }
  DocumentUpdatedPayload: {
    /** Of a backend: the id of the document, chosen by its publisher. */
    documentId?: string | undefined
    /** Of a shared document: its name. */
    name?: string | undefined
    /** The version of the document after the update. */
    version?: number | undefined
    /** Of a shared document: its size in bytes. */
    size?: number | undefined
    /** Of a client: the sid of the credential, the operator or the user of its token. */
    user?: string | undefined
  }
  EventMetadata: {
    /** When the event happened, in milliseconds since 1970. */
    timestamp: number
    /** The changed data; empty if nothing was captured. */
    table: string
    /** The change; empty if nothing was captured. */
    operation: 'insert' | 'update' | 'delete' | ''
    /** The name of the system that sent it. */
    environment: string
  }
  DocumentDeletedEvent: {
    /** Sid of the event. */
    id: `EV${string}`
    /** The subject of the event. */
    topic: string
    /** The origin: a change in the database (capture), sync, socket or sdk. */
    source: 'capture' | 'sync' | 'socket' | 'sdk'
    /** The type, to which the endpoint subscribes. */
    type: 'document.deleted'
    /** What happened; further members may be added. */
    payload: Schemas['DocumentDeletedPayload']
    /** When and where the event came from. */
    metadata: Schemas['EventMetadata']
  }
  DocumentDeletedPayload: {
    /** Of a backend: the id of the document, chosen by its publisher. */
    documentId?: string | undefined
    /** Of a shared document: its name. */
    name?: string | undefined
  }
  PresenceUpdatedEvent: {
    /** Sid of the event. */
    id: `EV${string}`
    /** The subject of the event. */
    topic: string
    /** The origin: a change in the database (capture), sync, socket or sdk. */
    source: 'capture' | 'sync' | 'socket' | 'sdk'
    /** The type, to which the endpoint subscribes. */
    type: 'presence.updated'
    /** What happened; further members may be added. */
    payload: Schemas['PresenceUpdatedPayload']
    /** When and where the event came from. */
    metadata: Schemas['EventMetadata']
  }
  PresenceUpdatedPayload: {
    /** Of a backend: the id of the person, chosen by the publisher. */
    userId?: string | undefined
    /** Of a backend: such as online or away. */
    status?: string | undefined
    /** Of a client: the sid of the credential, the operator or the user of its token. */
    user?: string | undefined
    /** Of a topic: the user has joined or left it. */
    action?: 'join' | 'leave' | undefined
    /** Of a topic: the number of connections of the user. */
    clients?: number | undefined
  }
  SocketMessageEvent: {
    /** Sid of the event. */
    id: `EV${string}`
    /** The subject of the event. */
    topic: string
    /** The origin: a change in the database (capture), sync, socket or sdk. */
    source: 'capture' | 'sync' | 'socket' | 'sdk'
    /** The type, to which the endpoint subscribes. */
    type: 'socket.message'
    /** What happened; further members may be added. */
    payload: Schemas['SocketMessagePayload']
    /** When and where the event came from. */
    metadata: Schemas['EventMetadata']
  }
  SocketMessagePayload: {
    /** Of a backend: the id of the socket, chosen by the publisher. */
    connectionId?: string | undefined
    /** Of a backend: the message; any JSON. */
    data: unknown
  }
  SocketConnectEvent: {
    /** Sid of the event. */
    id: `EV${string}`
    /** The subject of the event. */
    topic: string
    /** The origin: a change in the database (capture), sync, socket or sdk. */
    source: 'capture' | 'sync' | 'socket' | 'sdk'
    /** The type, to which the endpoint subscribes. */
    type: 'socket.connect'
    /** What happened; further members may be added. */
    payload: Schemas['SocketConnectPayload']
    /** When and where the event came from. */
    metadata: Schemas['EventMetadata']
  }
  SocketConnectPayload: {
    /** Of a backend: the id of the socket, chosen by the publisher. */
    connectionId?: string | undefined
    /** Of a client: the id of its connection. */
    clientId?: string | undefined
    /** Of a client: the sid of the credential, the operator or the user of its token. */
    user?: string | undefined
    /** Of a client: when it connected, in milliseconds since 1970. */
    connectedAt?: number | undefined
  }
  SocketDisconnectEvent: {
    /** Sid of the event. */
    id: `EV${string}`
    /** The subject of the event. */
    topic: string
    /** The origin: a change in the database (capture), sync, socket or sdk. */
    source: 'capture' | 'sync' | 'socket' | 'sdk'
    /** The type, to which the endpoint subscribes. */
    type: 'socket.disconnect'
    /** What happened; further members may be added. */
    payload: Schemas['SocketDisconnectPayload']
    /** When and where the event came from. */
    metadata: Schemas['EventMetadata']
  }
  SocketDisconnectPayload: {
    /** Of a backend: the id of the socket, chosen by the publisher. */
    connectionId?: string | undefined
    /** Of a client: the id of its connection. */
    clientId?: string | undefined
    /** Of a client: the sid of the credential, the operator or the user of its token. */
    user?: string | undefined
    /** Of a client: when it connected, in milliseconds since 1970. */
    connectedAt?: number | undefined
    /** Of a client: when its connection ended, in milliseconds since 1970. */
    disconnectedAt?: number | undefined
    /** Of a client: the close code of the WebSocket. */
    code?: number | undefined
    /** Of a client: the close reason; it can be empty. */
    reason?: string | undefined
  }
  DatabaseEventEvent: {
    /** Sid of the event. */
    id: `EV${string}`
    /** The subject of the event. */
    topic: string
    /** The origin: a change in the database (capture), sync, socket or sdk. */
    source: 'capture' | 'sync' | 'socket' | 'sdk'
    /** The type, to which the endpoint subscribes. */
    type: 'database.event'
    /** What happened; further members may be added. */
    payload: Schemas['DatabaseEventPayload']
    /** When and where the event came from. */
    metadata: Schemas['EventMetadata']
  }
  DatabaseEventPayload: {
    /** The sid of the changed record; for a member or a target, that of the record it belongs to. */
    sid: string
    /** Sid of the install. */
    installSid: `AI${string}`
    /** The status before an update, for records with a status. */
    previousStatus?: string | undefined
  }
}

/** The operations by their methods and paths. */
export type Operations = {
  get: {
    /** List installs */
    '/v1/installs': {
      query: {
        /** A part of the name, in any case. */
        name?: string | undefined
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'createdDate' | 'name' | ('createdDate' | 'name')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['InstallPage']
    }
    /** Get install */
    '/v1/installs/{installSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      response: Schemas['Install']
    }
    /** Get the deployment settings of an install */
    '/v1/installs/{installSid}/settings': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      response: Schemas['InstallSettings']
    }
    /** List the cancellation policies of an install */
    '/v1/installs/{installSid}/cancellationPolicies': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      query: {
        /** true: lists the retired policies instead of the others. */
        retired?: boolean | undefined
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'createdDate' | 'name' | ('createdDate' | 'name')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['CancellationPolicyPage']
    }
    /** Get cancellation policy */
    '/v1/installs/{installSid}/cancellationPolicies/{cancellationPolicySid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the cancellation policy. */
        cancellationPolicySid: `CP${string}`
      }
      response: Schemas['CancellationPolicy']
    }
    /** List the versions of a cancellation policy */
    '/v1/installs/{installSid}/cancellationPolicies/{cancellationPolicySid}/versions': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the cancellation policy. */
        cancellationPolicySid: `CP${string}`
      }
      query: {
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'createdDate' | ('createdDate')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['CancellationPolicyVersionPage']
    }
    /** List the API credentials of the install */
    '/v1/installs/{installSid}/credentials': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      query: {
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'createdDate' | 'name' | ('createdDate' | 'name')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['CredentialPage']
    }
    /** List proctor accounts */
    '/v1/proctors': {
      query: {
        /** A part of the name, in any case. */
        name?: string | undefined
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'createdDate' | 'name' | ('createdDate' | 'name')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['ProctorPage']
    }
    /** Get proctor account */
    '/v1/proctors/{proctorSid}': {
      params: {
        /** Sid of the proctor account. */
        proctorSid: `PA${string}`
      }
      response: Schemas['Proctor']
    }
    /** List proctor types */
    '/v1/installs/{installSid}/proctorTypes': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      query: {
        /** The exact code. */
        code?: string | undefined
        /** A part of the name, in any case. */
        name?: string | undefined
        /** Whether a person proctors during the appointment. */
        live?: boolean | undefined
        /** Lists the retired records instead of the others; false by default. */
        retired?: boolean | undefined
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'createdDate' | 'name' | 'code' | ('createdDate' | 'name' | 'code')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['ProctorTypePage']
    }
    /** Get proctor type */
    '/v1/installs/{installSid}/proctorTypes/{proctorTypeSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the proctor type. */
        proctorTypeSid: `TS${string}`
      }
      response: Schemas['ProctorType']
    }
    /** List proctor groups */
    '/v1/installs/{installSid}/proctorGroups': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      query: {
        /** A part of the name, in any case. */
        name?: string | undefined
        /** Only the groups of this user. */
        userSid?: `US${string}` | undefined
        /** Lists the retired records instead of the others; false by default. */
        retired?: boolean | undefined
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'createdDate' | 'name' | ('createdDate' | 'name')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['ProctorGroupPage']
    }
    /** Get proctor group */
    '/v1/installs/{installSid}/proctorGroups/{proctorGroupSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the proctor group. */
        proctorGroupSid: `PG${string}`
      }
      response: Schemas['ProctorGroup']
    }
    /** List review processes */
    '/v1/installs/{installSid}/reviewProcesses': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      query: {
        /** A part of the name, in any case. */
        name?: string | undefined
        /** Lists the retired records instead of the others; false by default. */
        retired?: boolean | undefined
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'createdDate' | 'name' | ('createdDate' | 'name')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['ReviewProcessPage']
    }
    /** Get review process */
    '/v1/installs/{installSid}/reviewProcesses/{reviewProcessSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the review process. */
        reviewProcessSid: `RP${string}`
      }
      response: Schemas['ReviewProcess']
    }
    /** List time zones */
    '/v1/timezones': {
      query: {
        /** A part of the IANA name, in any case. */
        name?: string | undefined
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'name' | ('name')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['TimeZonePage']
    }
    /** List users */
    '/v1/installs/{installSid}/users': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      query: {
        /** A part of the first name, in any case. */
        firstName?: string | undefined
        /** A part of the last name, in any case. */
        lastName?: string | undefined
        /** A part of the first or last name, the e-mail address or the username, in any case. */
        search?: string | undefined
        /** The id in the LMS, from the LTI launch. */
        lmsId?: string | undefined
        /** The id in the student information system; the sourcedId of OneRoster. */
        sisId?: string | undefined
        /** The id in the system that uses this API. */
        apiId?: string | undefined
        /** The id in any other system. */
        externalId?: string | undefined
        /** `true`: only administrators; `false`: only other users. */
        adminUsers?: boolean | undefined
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'createdDate' | 'lastName' | 'firstName' | ('createdDate' | 'lastName' | 'firstName')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['UserPage']
    }
    /** Get user profile */
    '/v1/installs/{installSid}/users/{userSid}/profile': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the user. */
        userSid: `US${string}`
      }
      response: Schemas['User']
    }
    /** List the suppressions of erased people */
    '/v1/installs/{installSid}/suppressions': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      query: {
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'createdDate' | ('createdDate')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['SuppressionPage']
    }
    /** List the ids that were removed as duplicates */
    '/v1/installs/{installSid}/duplicateIds': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      query: {
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'createdDate' | ('createdDate')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['DuplicateIdPage']
    }
    /** List course offerings */
    '/v1/installs/{installSid}/courseOfferings': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      query: {
        /** A part of the title, in any case. */
        title?: string | undefined
        /** The id in the LMS, from the LTI launch. */
        lmsId?: string | undefined
        /** The id in the student information system; the sourcedId of OneRoster. */
        sisId?: string | undefined
        /** The id in the system that uses this API. */
        apiId?: string | undefined
        /** The id in any other system. */
        externalId?: string | undefined
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'createdDate' | 'title' | ('createdDate' | 'title')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['CourseOfferingPage']
    }
    /** Get course offering */
    '/v1/installs/{installSid}/courseOfferings/{courseOfferingSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the course offering. */
        courseOfferingSid: `CO${string}`
      }
      response: Schemas['CourseOffering']
    }
    /** List courses */
    '/v1/installs/{installSid}/courses': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      query: {
        /** A part of the title, in any case. */
        title?: string | undefined
        /** A part of the course code, in any case. */
        code?: string | undefined
        /** Sid of the course offering. */
        courseOfferingSid?: `CO${string}` | undefined
        /** The id in the LMS, from the LTI launch. */
        lmsId?: string | undefined
        /** The id in the student information system; the sourcedId of OneRoster. */
        sisId?: string | undefined
        /** The id in the system that uses this API. */
        apiId?: string | undefined
        /** The id in any other system. */
        externalId?: string | undefined
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'createdDate' | 'title' | 'code' | ('createdDate' | 'title' | 'code')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['CoursePage']
    }
    /** Get course */
    '/v1/installs/{installSid}/courses/{courseSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the course. */
        courseSid: `CU${string}`
      }
      response: Schemas['Course']
    }
    /** List the sections of a course */
    '/v1/installs/{installSid}/courses/{courseSid}/sections': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the course. */
        courseSid: `CU${string}`
      }
      query: {
        /** A part of the title, in any case. */
        title?: string | undefined
        /** The id in the LMS, from the LTI launch. */
        lmsId?: string | undefined
        /** The id in the student information system; the sourcedId of OneRoster. */
        sisId?: string | undefined
        /** The id in the system that uses this API. */
        apiId?: string | undefined
        /** The id in any other system. */
        externalId?: string | undefined
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'createdDate' | 'title' | ('createdDate' | 'title')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['SectionPage']
    }
    /** Get section */
    '/v1/installs/{installSid}/courses/{courseSid}/sections/{sectionSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the course. */
        courseSid: `CU${string}`
        /** Sid of the section. */
        sectionSid: `SE${string}`
      }
      response: Schemas['Section']
    }
    /** List the enrollments of a course */
    '/v1/installs/{installSid}/courses/{courseSid}/enrollments': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the course. */
        courseSid: `CU${string}`
      }
      query: {
        /** Sid of the user. */
        userSid?: `US${string}` | undefined
        /** Sid of the section. */
        sectionSid?: `SE${string}` | undefined
        /** What the user is in the course. */
        role?: 'learner' | 'instructor' | undefined
        /** Only enrollments with one of these statuses; `active` by default. */
        status?: 'active' | 'withdrawn' | ('active' | 'withdrawn')[] | undefined
        /** The id in the LMS, from the LTI launch. */
        lmsId?: string | undefined
        /** The id in the student information system; the sourcedId of OneRoster. */
        sisId?: string | undefined
        /** The id in the system that uses this API. */
        apiId?: string | undefined
        /** The id in any other system. */
        externalId?: string | undefined
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'createdDate' | ('createdDate')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['EnrollmentPage']
    }
    /** Get enrollment */
    '/v1/installs/{installSid}/courses/{courseSid}/enrollments/{enrollmentSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the course. */
        courseSid: `CU${string}`
        /** Sid of the enrollment. */
        enrollmentSid: `EN${string}`
      }
      response: Schemas['Enrollment']
    }
    /** List the exams of a course */
    '/v1/installs/{installSid}/courses/{courseSid}/exams': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the course. */
        courseSid: `CU${string}`
      }
      query: {
        /** A part of the title, in any case. */
        title?: string | undefined
        /** Whether the exam is taken online or on paper. */
        type?: 'Online' | 'Written' | undefined
        /** Whether only the learners to whom the exam is assigned take it. */
        limitedScope?: boolean | undefined
        /** Only exams with one of these statuses; `active` and `draft` by default. */
        status?: 'active' | 'draft' | 'deleted' | ('active' | 'draft' | 'deleted')[] | undefined
        /** The id in the LMS, from the LTI launch. */
        lmsId?: string | undefined
        /** The id in the student information system; the sourcedId of OneRoster. */
        sisId?: string | undefined
        /** The id in the system that uses this API. */
        apiId?: string | undefined
        /** The id in any other system. */
        externalId?: string | undefined
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'createdDate' | 'title' | ('createdDate' | 'title')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['ExamPage']
    }
    /** Get exam */
    '/v1/installs/{installSid}/courses/{courseSid}/exams/{examSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the course. */
        courseSid: `CU${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
      }
      response: Schemas['Exam']
    }
    /** List the assignments of an exam */
    '/v1/installs/{installSid}/exams/{examSid}/assignments': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
      }
      query: {
        /** Sid of the enrollment. */
        enrollmentSid?: `EN${string}` | undefined
        /** Sid of the section. */
        sectionSid?: `SE${string}` | undefined
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'createdDate' | ('createdDate')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['AssignmentPage']
    }
    /** List the configurations of an exam */
    '/v1/installs/{installSid}/courses/{courseSid}/exams/{examSid}/configurations': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the course. */
        courseSid: `CU${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
      }
      query: {
        /** Whether it applies to all learners (primary) or to one enrollment (accommodation). */
        type?: 'primary' | 'accommodation' | undefined
        /** Sid of the enrollment of an accommodation; null for a primary configuration. */
        enrollmentSid?: `EN${string}` | undefined
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'createdDate' | ('createdDate')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['ExamConfigurationPage']
    }
    /** Get exam configuration */
    '/v1/installs/{installSid}/courses/{courseSid}/exams/{examSid}/configurations/{examConfigurationSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the course. */
        courseSid: `CU${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
        /** Sid of the exam configuration. */
        examConfigurationSid: `EC${string}`
      }
      response: Schemas['ExamConfiguration']
    }
    /** History of an exam configuration */
    '/v1/installs/{installSid}/courses/{courseSid}/exams/{examSid}/configurations/{examConfigurationSid}/history': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the course. */
        courseSid: `CU${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
        /** Sid of the exam configuration. */
        examConfigurationSid: `EC${string}`
      }
      query: {
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'at' | ('at')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['ExamConfigurationHistoryPage']
    }
    /** Get the effective configuration of a learner */
    '/v1/installs/{installSid}/enrollments/{enrollmentSid}/exams/{examSid}/configuration': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the enrollment. */
        enrollmentSid: `EN${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
      }
      response: Schemas['EffectiveExamConfiguration']
    }
    /** List the sessions of an exam */
    '/v1/installs/{installSid}/exams/{examSid}/sessions': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
      }
      query: {
        /** Only sessions with one of these statuses; repeated, or separated by commas. */
        status?: 'Needs Proctor' | 'Pending Approval' | 'Approval Denied' | 'Scheduled' | 'Incident' | 'Closed' | 'Processing' | ('Needs Proctor' | 'Pending Approval' | 'Approval Denied' | 'Scheduled' | 'Incident' | 'Closed' | 'Processing')[] | undefined
        /** Sid of the enrollment. */
        enrollmentSid?: `EN${string}` | undefined
        /** Sid of the user. */
        userSid?: `US${string}` | undefined
        /** Only sessions with an appointment at or after this time. ISO 8601, UTC. */
        appointmentDateAfter?: Date | string | undefined
        /** Only sessions with an appointment before this time. ISO 8601, UTC. */
        appointmentDateBefore?: Date | string | undefined
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'createdDate' | 'appointmentDate' | ('createdDate' | 'appointmentDate')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['ExamSessionOfLearnerPage']
    }
    /** Exam session details */
    '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
        /** Sid of the exam session. */
        sessionSid: `ES${string}`
      }
      response: Schemas['ExamSession']
    }
    /** History of a session */
    '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}/history': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
        /** Sid of the exam session. */
        sessionSid: `ES${string}`
      }
      query: {
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'at' | ('at')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['SessionHistoryPage']
    }
    /** List enrollment exam sessions */
    '/v1/installs/{installSid}/enrollments/{enrollmentSid}/exams/{examSid}/sessions': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
        /** Sid of the enrollment. */
        enrollmentSid: `EN${string}`
      }
      query: {
        /** Only sessions with one of these statuses; repeated, or separated by commas. */
        status?: 'Needs Proctor' | 'Pending Approval' | 'Approval Denied' | 'Scheduled' | 'Incident' | 'Closed' | 'Processing' | ('Needs Proctor' | 'Pending Approval' | 'Approval Denied' | 'Scheduled' | 'Incident' | 'Closed' | 'Processing')[] | undefined
        /** true: lists the active session even if its status is not in the requested list. */
        includeActive?: boolean | undefined
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'createdDate' | ('createdDate')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['ExamSessionPage']
    }
    /** List the sessions of all exams */
    '/v1/installs/{installSid}/sessions': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      query: {
        /** Only sessions with one of these statuses; repeated, or separated by commas. */
        status?: 'Needs Proctor' | 'Pending Approval' | 'Approval Denied' | 'Scheduled' | 'Incident' | 'Closed' | 'Processing' | ('Needs Proctor' | 'Pending Approval' | 'Approval Denied' | 'Scheduled' | 'Incident' | 'Closed' | 'Processing')[] | undefined
        /** Sid of the exam. */
        examSid?: `EX${string}` | undefined
        /** Sid of the course. */
        courseSid?: `CU${string}` | undefined
        /** Sid of the user. */
        userSid?: `US${string}` | undefined
        /** Sid of the proctor type. */
        proctorTypeSid?: `TS${string}` | undefined
        /** Only sessions with an appointment at or after this time. ISO 8601, UTC. */
        appointmentDateAfter?: Date | string | undefined
        /** Only sessions with an appointment before this time. ISO 8601, UTC. */
        appointmentDateBefore?: Date | string | undefined
        /** `true`: only sessions that are being taken; `false`: only the others. */
        running?: boolean | undefined
        /** `true`: only sessions in `Processing` whose `reviewByDate` is over; `false`: only the others. */
        reviewOverdue?: boolean | undefined
        /** Only sessions with this text in the learner's first or last name, e-mail or username, or in the title of the exam or the course. */
        search?: string | undefined
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'appointmentDate' | 'createdDate' | 'lastName' | ('appointmentDate' | 'createdDate' | 'lastName')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['ExamSessionOfInstallPage']
    }
    /** Get the availability for a session */
    '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}/availability': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
        /** Sid of the exam session. */
        sessionSid: `ES${string}`
      }
      response: (Schemas['AvailableSlot'])[]
    }
    /** Get an onboarding link */
    '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}/onboard': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
        /** Sid of the exam session. */
        sessionSid: `ES${string}`
      }
      response: Schemas['OnboardingLink']
    }
    /** List files */
    '/v1/installs/{installSid}/files': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      query: {
        /** Sid of the exam session. */
        sessionSid?: `ES${string}` | undefined
        /** Sid of the exam configuration. */
        examConfigurationSid?: `EC${string}` | undefined
        /** Only files with this purpose. */
        purpose?: 'photo' | 'returnedFile' | 'examFile' | 'attachment' | undefined
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'createdDate' | ('createdDate')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['FilePage']
    }
    /** Get a file */
    '/v1/installs/{installSid}/files/{fileSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the file. */
        fileSid: `FI${string}`
      }
      response: Schemas['File']
    }
    /** List event types */
    '/v1/installs/{installSid}/eventTypes': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      query: {
        /** A part of the name, in any case. */
        name?: string | undefined
        /** Whether an event of this type turns the session into an incident. */
        opensIncident?: boolean | undefined
        /** Lists the retired types instead of the others; false by default. */
        retired?: boolean | undefined
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'createdDate' | 'name' | ('createdDate' | 'name')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['EventTypePage']
    }
    /** List the events of a session */
    '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}/events': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
        /** Sid of the exam session. */
        sessionSid: `ES${string}`
      }
      query: {
        /** Only events with one of these statuses; repeated, or separated by commas. */
        status?: 'Open' | 'Resolved' | 'Dismissed' | ('Open' | 'Resolved' | 'Dismissed')[] | undefined
        /** Sid of the event type. */
        eventTypeSid?: `ET${string}` | undefined
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'createdDate' | 'eventTime' | ('createdDate' | 'eventTime')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['SessionEventPage']
    }
    /** Get session event */
    '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}/events/{eventSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
        /** Sid of the exam session. */
        sessionSid: `ES${string}`
        /** Sid of the event record. */
        eventSid: `ER${string}`
      }
      response: Schemas['SessionEvent']
    }
    /** List the annotations of a session */
    '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}/annotations': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
        /** Sid of the exam session. */
        sessionSid: `ES${string}`
      }
      query: {
        /** The kind of the mark, such as a category of your player. */
        type?: string | undefined
        /** Whether a person or a program made the mark. */
        source?: 'system' | 'proctor' | undefined
        /** Whether the mark is to be ignored. It stays in lists; the record of the session has them in `mutedAnnotations`. */
        muted?: boolean | undefined
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'startOffsetMs' | 'createdDate' | ('startOffsetMs' | 'createdDate')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['AnnotationPage']
    }
    /** Exam details report */
    '/v1/proctors/{proctorSid}/reports/examList': {
      params: {
        /** Sid of the proctor account. */
        proctorSid: `PA${string}`
      }
      query: {
        /** The start of a range that the window of the exam overlaps; with examWindowEnd. ISO 8601, UTC. */
        examWindowStart?: Date | string | undefined
        /** The end of that range; with examWindowStart. ISO 8601, UTC. */
        examWindowEnd?: Date | string | undefined
        /** A part of the title of the course, in any case. */
        courseTitle?: string | undefined
        /** A part of the title of the exam, in any case. */
        examTitle?: string | undefined
        /** Sid of the install. */
        installSid?: `AI${string}` | undefined
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'accountName' | 'courseTitle' | 'examTitle' | 'createdDate' | ('accountName' | 'courseTitle' | 'examTitle' | 'createdDate')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['ExamListPage']
      csv: true
    }
    /** Unscheduled learners report */
    '/v1/installs/{installSid}/reports/unscheduledLearners': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      query: {
        /** Sid of the course. */
        courseSid?: `CU${string}` | undefined
        /** Sid of the course offering. */
        courseOfferingSid?: `CO${string}` | undefined
        /** A part of the title of the course, in any case. */
        courseTitle?: string | undefined
        /** A part of the course code, in any case. */
        courseCode?: string | undefined
        /** A part of the title of the exam, in any case. */
        examTitle?: string | undefined
        /** A part of the first name of the learner, in any case. */
        firstName?: string | undefined
        /** A part of the last name of the learner, in any case. */
        lastName?: string | undefined
        /** A part of the email address of the learner, in any case. */
        email?: string | undefined
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'createdDate' | ('createdDate')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['UnscheduledLearnerPage']
      csv: true
    }
    /** Session events report */
    '/v1/installs/{installSid}/reports/examSessionEvents': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      query: {
        /** A part of the title of the course, in any case. */
        courseTitle?: string | undefined
        /** A part of the title of the exam, in any case. */
        examTitle?: string | undefined
        /** A part of the first name of the learner, in any case. */
        studentFirstName?: string | undefined
        /** A part of the last name of the learner, in any case. */
        studentLastName?: string | undefined
        /** A part of the first name of an instructor of the course, in any case. */
        instructorFirstName?: string | undefined
        /** A part of the last name of an instructor of the course, in any case. */
        instructorLastName?: string | undefined
        /** Sid of the event type. */
        eventTypeSid?: `ET${string}` | undefined
        /** The status of the event. */
        eventStatus?: 'Open' | 'Resolved' | 'Dismissed' | undefined
        /** Only events at or after this time; with `eventWindowEnd`. ISO 8601, UTC. */
        eventWindowStart?: Date | string | undefined
        /** Only events before this time; with `eventWindowStart`. ISO 8601, UTC. */
        eventWindowEnd?: Date | string | undefined
        /** The start of a range that contains the window of the exam; with examCloseDate. ISO 8601, UTC. */
        examOpenDate?: Date | string | undefined
        /** The end of that range; with examOpenDate. ISO 8601, UTC. */
        examCloseDate?: Date | string | undefined
        /** Sid of the course offering. */
        courseOfferingSid?: `CO${string}` | undefined
        /** Sid of the course. */
        courseSid?: `CU${string}` | undefined
        /** Sid of the exam. */
        examSid?: `EX${string}` | undefined
        /** Sid of the event record. */
        eventSid?: `ER${string}` | undefined
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'createdDate' | ('createdDate')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['SessionEventsPage']
      csv: true
    }
    /** Churn report */
    '/v1/installs/{installSid}/reports/churn': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      query: {
        /** A part of the title of the course, in any case. */
        courseTitle?: string | undefined
        /** A part of the title of the exam, in any case. */
        examTitle?: string | undefined
        /** A part of the email address of the learner, in any case. */
        studentEmail?: string | undefined
        /** A part of the first name of the learner, in any case. */
        studentFirstName?: string | undefined
        /** A part of the last name of the learner, in any case. */
        studentLastName?: string | undefined
        /** The start of a range that the window of the exam overlaps; with examWindowEnd. ISO 8601, UTC. */
        examWindowStart?: Date | string | undefined
        /** The end of that range; with examWindowStart. ISO 8601, UTC. */
        examWindowEnd?: Date | string | undefined
        /** The start of a range that contains the window of the exam; with examCloseDate. ISO 8601, UTC. */
        examOpenDate?: Date | string | undefined
        /** The end of that range; with examOpenDate. ISO 8601, UTC. */
        examCloseDate?: Date | string | undefined
        /** Sid of the course offering. */
        courseOfferingSid?: `CO${string}` | undefined
        /** `true`: only learners with a cancelled session of the exam; `false`: only learners without one. If `includeCancelled` and `includeClosed` are both `true`, one of the two is sufficient. */
        includeCancelled?: boolean | undefined
        /** `true`: only learners with a closed session of the exam; `false`: only learners without one. If `includeCancelled` and `includeClosed` are both `true`, one of the two is sufficient. */
        includeClosed?: boolean | undefined
        /** The status of the current session of the learner. */
        currentStatus?: 'Needs Proctor' | 'Closed' | 'Scheduled' | undefined
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'courseTitle' | 'examTitle' | 'createdDate' | ('courseTitle' | 'examTitle' | 'createdDate')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['ChurnPage']
      csv: true
    }
    /** Written exam audit report */
    '/v1/installs/{installSid}/reports/audit': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      query: {
        /** The start of a range that the window of the exam overlaps; with examWindowEnd. ISO 8601, UTC. */
        examWindowStart?: Date | string | undefined
        /** The end of that range; with examWindowStart. ISO 8601, UTC. */
        examWindowEnd?: Date | string | undefined
        /** The start of a range that contains the window of the exam; with examCloseDate. ISO 8601, UTC. */
        examOpenDate?: Date | string | undefined
        /** The end of that range; with examOpenDate. ISO 8601, UTC. */
        examCloseDate?: Date | string | undefined
        /** Sid of the course offering. */
        courseOfferingSid?: `CO${string}` | undefined
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'createdDate' | ('createdDate')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['WrittenExamAuditPage']
      csv: true
    }
    /** Appointment volume report */
    '/v1/installs/{installSid}/reports/appointmentVolume': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      query: {
        /** Sid of the course offering. */
        courseOfferingSid?: `CO${string}` | undefined
        /** Sid of the course. */
        courseSid?: `CU${string}` | undefined
        /** Sid of the exam. */
        examSid?: `EX${string}` | undefined
        /** Only appointments at or after this time; with appointmentDateBefore. ISO 8601, UTC. */
        appointmentDateAfter?: Date | string | undefined
        /** Only appointments before this time; with appointmentDateAfter. ISO 8601, UTC. */
        appointmentDateBefore?: Date | string | undefined
        /** The IANA time zone of the days and hours; that of the install by default. */
        timeZone?: string | undefined
      }
      response: Schemas['AppointmentVolume']
      csv: true
    }
    /** List the tokens of the install */
    '/v1/installs/{installSid}/sts/tokens': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      query: {
        /** Sid of the user. */
        targetUserSid?: `US${string}` | undefined
        /** `true`: only active tokens; `false`: only inactive tokens. */
        active?: boolean | undefined
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'createdDate' | ('createdDate')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['TokenPage']
    }
    /** Token details */
    '/v1/installs/{installSid}/sts/tokens/{tokenSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the token. */
        tokenSid: `TA${string}`
      }
      response: Schemas['TokenRecord']
    }
    /** List the token events of the install */
    '/v1/installs/{installSid}/sts/audit': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      query: {
        /** What happened to the token. */
        event?: 'issued' | 'refreshed' | 'revoked' | 'user_revoked' | 'credential_revoked' | 'install_revoked' | 'reused' | undefined
        /** Sid of the token; null for a revocation of many tokens. */
        tokenSid?: `TA${string}` | undefined
        /** Sid of the first token of the refresh chain; null for a revocation of many tokens. */
        rootSid?: `TA${string}` | undefined
        /** Sid of the user that the token represents; null if it represents none. */
        targetUserSid?: `US${string}` | undefined
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'createdDate' | ('createdDate')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['TokenEventPage']
    }
    /** Get the origins that may embed */
    '/v1/embeds/frames/{installSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      response: Schemas['EmbedFrame']
    }
    /** Get health */
    '/healthz': {
      response: Schemas['Health']
    }
    /** Get readiness */
    '/readyz': {
      response: Schemas['Readiness']
    }
    /** Get setup status */
    '/api/auth/setup-status': {
      response: Schemas['SetupStatus']
    }
    /** Get the current user */
    '/api/auth/me': {
      response: Schemas['Person']
    }
    /** List sign-in sessions */
    '/api/auth/sessions': {
      query: {
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'createdDate' | ('createdDate')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['SignInSessionPage']
    }
    /** Get the account */
    '/api/account': {
      response: Schemas['Account']
    }
    /** List the installs of the account */
    '/api/installs': {
      query: {
        /** A part of the name, in any case. */
        name?: string | undefined
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'createdDate' | 'name' | ('createdDate' | 'name')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['AccountInstallPage']
    }
    /** List the operators of the account */
    '/api/operators': {
      query: {
        /** What the operator may do in the account. */
        role?: 'owner' | 'admin' | 'developer' | 'viewer' | undefined
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'createdDate' | ('createdDate')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['OperatorPage']
    }
    /** List the sign-in events of the account */
    '/api/auth/events': {
      query: {
        /** What happened. */
        event?: 'setup' | 'signed_in' | 'sign_in_failed' | 'second_factor_asked' | 'second_factor_failed' | 'signed_out' | 'session_ended' | 'password_forgotten' | 'password_reset' | 'password_changed' | 'email_changed' | 'user_disabled' | 'mfa_enabled' | 'mfa_disabled' | 'recovery_code_used' | 'operator_invited' | 'operator_changed' | 'operator_disabled' | 'operator_enabled' | 'operator_deleted' | 'account_changed' | undefined
        /** Sid of the operator. */
        operatorSid?: `OP${string}` | undefined
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'createdDate' | ('createdDate')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['SignInEventPage']
    }
    /** List the API credentials of the account */
    '/api/credentials': {
      query: {
        /** Sid of the install. */
        installSid?: `AI${string}` | undefined
        /** true: neither revoked nor expired; false: all others. */
        active?: boolean | undefined
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'createdDate' | 'name' | ('createdDate' | 'name')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['AccountCredentialPage']
    }
    /** List the audit events of the account */
    '/api/audit': {
      query: {
        /** The kind of the changed record. */
        kind?: 'account' | 'credential' | 'install' | 'operator' | 'suppression' | 'token_family' | 'tokens' | 'user' | 'webhook_endpoint' | undefined
        /** What was done with the record. */
        action?: 'created' | 'updated' | 'deleted' | 'revoked' | 'rotated' | 'erased' | 'invited' | undefined
        /** The sid of the changed record. */
        recordSid?: string | undefined
        /** The sid of a credential, an operator or a user; for an api token, the credential that holds it. Null for the system itself, the setup and mailed links. */
        actor?: string | undefined
        /** Sid of the install. */
        installSid?: `AI${string}` | undefined
        /** Only changes at or after this time, in milliseconds since 1970. */
        from?: string | undefined
        /** Only changes before this time, in milliseconds since 1970. */
        to?: string | undefined
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'createdDate' | ('createdDate')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['AuditEventPage']
    }
    /** List webhook endpoints */
    '/api/webhooks': {
      query: {
        /** How many records the response contains at most; values above 1000 count as 1000. */
        limit?: number | undefined
        /** The `id` of the last record of the previous page: newer records follow. Or a time in milliseconds since 1970. */
        after?: string | undefined
      }
      response: (Schemas['Webhook'])[]
    }
    /** Delivery logs */
    '/api/webhooks/logs': {
      query: {
        /** The type of the event. */
        event?: 'document.updated' | 'document.deleted' | 'presence.updated' | 'socket.message' | 'socket.connect' | 'socket.disconnect' | 'database.event' | undefined
        /** Sid of the webhook endpoint. */
        webhookId?: `WH${string}` | undefined
        /** The exam session whose changes, and those of its events, annotations and files, are delivered. */
        sessionSid?: `ES${string}` | undefined
        /** Whether the receiver responded with a status from 200 to 299. */
        success?: boolean | undefined
        /** How many records the response contains at most; values above 1000 count as 1000. */
        limit?: number | undefined
        /** The `id` of the last record of the previous page: older records follow. Or a time in milliseconds since 1970. */
        before?: string | undefined
      }
      response: (Schemas['DeliveryLog'])[]
    }
    /** List dead letters */
    '/api/webhooks/dead-letters': {
      query: {
        /** Sid of the webhook endpoint. */
        webhookId?: `WH${string}` | undefined
        /** How many records the response contains at most; values above 1000 count as 1000. */
        limit?: number | undefined
        /** The `id` of the last record of the previous page: older records follow. Or a time in milliseconds since 1970. */
        before?: string | undefined
      }
      response: (Schemas['DeadLetter'])[]
    }
    /** List the deliveries of an exam session */
    '/api/webhooks/deliveries': {
      query: {
        /** The exam session whose changes, and those of its events, annotations and files, are delivered. */
        sessionSid: `ES${string}`
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'createdDate' | ('createdDate')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['DeliveryPage']
    }
    /** Delivery details */
    '/api/webhooks/deliveries/{deliverySid}': {
      params: {
        /** Sid of the delivery. */
        deliverySid: `WD${string}`
      }
      response: Schemas['DeliveryDetail']
    }
    /** Get a retry of failed deliveries */
    '/api/webhooks/retries/{retrySid}': {
      params: {
        /** Sid of the retry of deliveries. */
        retrySid: `WR${string}`
      }
      response: Schemas['DeliveryRetry']
    }
    /** Webhook endpoint details */
    '/api/webhooks/{webhookSid}': {
      params: {
        /** Sid of the webhook endpoint. */
        webhookSid: `WH${string}`
      }
      response: Schemas['Webhook']
    }
    /** List documents */
    '/api/documents': {
      query: {
        /** How many records to skip; empty means 0. */
        offset?: number | undefined
        /** How many records the page contains at most; 0 returns only the total. Values above 1000 count as 1000. */
        limit?: number | undefined
        /** The order of the records. Several keys apply one after another: repeated, or separated by commas. */
        sortKeys?: 'name' | 'createdAt' | 'updatedAt' | ('name' | 'createdAt' | 'updatedAt')[] | undefined
        /** ASC: smallest, oldest or alphabetically first value first. */
        sortOrder?: 'ASC' | 'DESC' | undefined
      }
      response: Schemas['DocumentPage']
    }
    /** Get the content of a document */
    '/api/documents/{documentName}': {
      params: {
        /** The name of the document. */
        documentName: string
      }
      response: Schemas['DocumentContent']
    }
  }
  post: {
    /** Create an install */
    '/v1/installs': {
      body: Schemas['InstallCreate']
      response: Schemas['Install']
    }
    /** Create a cancellation policy */
    '/v1/installs/{installSid}/cancellationPolicies': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      body: Schemas['CancellationPolicyCreate']
      response: Schemas['CancellationPolicy']
    }
    /** Create an API credential of the install */
    '/v1/installs/{installSid}/credentials': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      body: Schemas['CredentialCreate']
      response: Schemas['CredentialCreated']
    }
    /** Create a proctor account */
    '/v1/proctors': {
      body: Schemas['ProctorCreate']
      response: Schemas['Proctor']
    }
    /** Create a proctor type */
    '/v1/installs/{installSid}/proctorTypes': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      body: Schemas['ProctorTypeCreate']
      response: Schemas['ProctorType']
    }
    /** Create a proctor group */
    '/v1/installs/{installSid}/proctorGroups': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      body: Schemas['ProctorGroupCreate']
      response: Schemas['ProctorGroup']
    }
    /** Create a review process */
    '/v1/installs/{installSid}/reviewProcesses': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      body: Schemas['ReviewProcessCreate']
      response: Schemas['ReviewProcess']
    }
    /** Create a user */
    '/v1/installs/{installSid}/users': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      body: Schemas['UserCreate']
      response: Schemas['User']
    }
    /** Merge a user into another one */
    '/v1/installs/{installSid}/users/{userSid}/merge': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the user. */
        userSid: `US${string}`
      }
      body: Schemas['UserMerge']
      response: Schemas['User']
    }
    /** Find the suppression of an erased person */
    '/v1/installs/{installSid}/suppressions/lookup': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      body: Schemas['SuppressionLookup']
      response: Schemas['SuppressionsFound']
    }
    /** Create a course offering */
    '/v1/installs/{installSid}/courseOfferings': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      body: Schemas['CourseOfferingCreate']
      response: Schemas['CourseOffering']
    }
    /** Create a course */
    '/v1/installs/{installSid}/courses': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      body: Schemas['CourseCreate']
      response: Schemas['Course']
    }
    /** Restore a deleted course */
    '/v1/installs/{installSid}/courses/{courseSid}/restore': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the course. */
        courseSid: `CU${string}`
      }
      response: Schemas['Course']
    }
    /** Create a section of a course */
    '/v1/installs/{installSid}/courses/{courseSid}/sections': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the course. */
        courseSid: `CU${string}`
      }
      body: Schemas['SectionCreate']
      response: Schemas['Section']
    }
    /** Enroll a user in a course */
    '/v1/installs/{installSid}/courses/{courseSid}/enrollments': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the course. */
        courseSid: `CU${string}`
      }
      body: Schemas['EnrollmentCreate']
      response: Schemas['Enrollment']
    }
    /** Create an exam */
    '/v1/installs/{installSid}/courses/{courseSid}/exams': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the course. */
        courseSid: `CU${string}`
      }
      body: Schemas['ExamCreate']
      response: Schemas['Exam']
    }
    /** Restore a deleted exam */
    '/v1/installs/{installSid}/courses/{courseSid}/exams/{examSid}/restore': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the course. */
        courseSid: `CU${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
      }
      response: Schemas['Exam']
    }
    /** Impact of an update of exam assignments */
    '/v1/installs/{installSid}/exams/{examSid}/assignments/impact': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
      }
      body: Schemas['AssignmentChanges']
      response: Schemas['Impact']
    }
    /** Provision a course, a user, an enrollment and an exam */
    '/v1/installs/{installSid}/provision': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      body: Schemas['Provision']
      response: Schemas['Provisioned']
    }
    /** Provision a batch of up to 500 items */
    '/v1/installs/{installSid}/provision/batch': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      body: Schemas['ProvisionBatch']
      response: Schemas['ProvisionedBatch']
    }
    /** Import a OneRoster bundle */
    '/v1/installs/{installSid}/provision/oneroster': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      query: {
        /** delta: records that the bundle does not list remain. full: records with a sourcedId (`sisId`) that a bulk file without errors does not list are deleted. */
        mode?: 'delta' | 'full' | undefined
        /** true: reports what would change, without changing anything. */
        dryRun?: boolean | undefined
      }
      upload: 'application/zip' | 'application/x-zip-compressed'
      response: Schemas['RosterImported']
    }
    /** Create exam configuration */
    '/v1/installs/{installSid}/courses/{courseSid}/exams/{examSid}/configurations': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the course. */
        courseSid: `CU${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
      }
      body: Schemas['ExamConfigurationCreate']
      response: Schemas['ExamConfiguration']
    }
    /** Impact of a replacement of an exam configuration */
    '/v1/installs/{installSid}/courses/{courseSid}/exams/{examSid}/configurations/{examConfigurationSid}/impact': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the course. */
        courseSid: `CU${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
        /** Sid of the exam configuration. */
        examConfigurationSid: `EC${string}`
      }
      body: Schemas['ExamConfigurationReplace']
      response: Schemas['Impact']
    }
    /** Approve exam configuration */
    '/v1/installs/{installSid}/courses/{courseSid}/exams/{examSid}/configurations/{examConfigurationSid}/approve': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the course. */
        courseSid: `CU${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
        /** Sid of the exam configuration. */
        examConfigurationSid: `EC${string}`
      }
      response: Schemas['ExamConfiguration']
    }
    /** Lock exam configuration */
    '/v1/installs/{installSid}/courses/{courseSid}/exams/{examSid}/configurations/{examConfigurationSid}/lock': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the course. */
        courseSid: `CU${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
        /** Sid of the exam configuration. */
        examConfigurationSid: `EC${string}`
      }
      response: Schemas['ExamConfiguration']
    }
    /** Unlock exam configuration */
    '/v1/installs/{installSid}/courses/{courseSid}/exams/{examSid}/configurations/{examConfigurationSid}/unlock': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the course. */
        courseSid: `CU${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
        /** Sid of the exam configuration. */
        examConfigurationSid: `EC${string}`
      }
      response: Schemas['ExamConfiguration']
    }
    /** Apply a batch of up to 500 accommodations */
    '/v1/installs/{installSid}/accommodations/batch': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      body: Schemas['AccommodationBatch']
      response: Schemas['AccommodationResults']
    }
    /** Create the next session of a learner */
    '/v1/installs/{installSid}/exams/{examSid}/sessions': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
      }
      body: Schemas['ExamSessionCreate']
      response: Schemas['ExamSession']
    }
    /** Schedule a session */
    '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
        /** Sid of the exam session. */
        sessionSid: `ES${string}`
      }
      body: Schemas['AppointmentRequest']
      response: Schemas['ExamSession']
    }
    /** Approve an appointment */
    '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}/approve': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
        /** Sid of the exam session. */
        sessionSid: `ES${string}`
      }
      response: Schemas['ExamSession']
    }
    /** Deny an appointment */
    '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}/deny': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
        /** Sid of the exam session. */
        sessionSid: `ES${string}`
      }
      body: Schemas['Denial']
      response: Schemas['ExamSession']
    }
    /** Start a session */
    '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}/start': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
        /** Sid of the exam session. */
        sessionSid: `ES${string}`
      }
      response: Schemas['ExamSession']
    }
    /** End a session */
    '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}/end': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
        /** Sid of the exam session. */
        sessionSid: `ES${string}`
      }
      response: Schemas['ExamSession']
    }
    /** Review a session */
    '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}/review': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
        /** Sid of the exam session. */
        sessionSid: `ES${string}`
      }
      body: Schemas['Review']
      response: Schemas['ExamSession']
    }
    /** Make an attempt void */
    '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}/void': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
        /** Sid of the exam session. */
        sessionSid: `ES${string}`
      }
      body: Schemas['Voiding']
      response: Schemas['ExamSession']
    }
    /** Redeem an onboarding link */
    '/v1/onboarding/{onboardingSecret}': {
      params: {
        /** Sid of the onboarding link. */
        onboardingSecret: `OB${string}`
      }
      response: Schemas['Onboarding']
    }
    /** Record a system check */
    '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}/systemCheck': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
        /** Sid of the exam session. */
        sessionSid: `ES${string}`
      }
      body: Schemas['SystemCheck']
      response: Schemas['ExamSession']
    }
    /** Create a file */
    '/v1/installs/{installSid}/files': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      body: Schemas['FileCreate']
      response: Schemas['FileUpload']
    }
    /** Complete a file */
    '/v1/installs/{installSid}/files/{fileSid}/complete': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the file. */
        fileSid: `FI${string}`
      }
      response: Schemas['File']
    }
    /** Create an event type */
    '/v1/installs/{installSid}/eventTypes': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      body: Schemas['EventTypeCreate']
      response: Schemas['EventType']
    }
    /** Record an event of a session */
    '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}/events': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
        /** Sid of the exam session. */
        sessionSid: `ES${string}`
      }
      body: Schemas['SessionEventCreate']
      response: Schemas['SessionEvent']
    }
    /** Create an annotation of the recording */
    '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}/annotations': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
        /** Sid of the exam session. */
        sessionSid: `ES${string}`
      }
      body: Schemas['AnnotationCreate']
      response: Schemas['Annotation']
    }
    /** Issue a token */
    '/v1/installs/{installSid}/sts/tokens': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      body: Schemas['TokenIssue']
      response: Schemas['IssuedToken']
    }
    /** Refresh a token */
    '/v1/installs/{installSid}/sts/tokens/{tokenSid}/refresh': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the token. */
        tokenSid: `TA${string}`
      }
      body: Schemas['TokenRefresh']
      response: Schemas['RefreshedToken']
    }
    /** Revoke many tokens at once */
    '/v1/installs/{installSid}/sts/revocations': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      body: Schemas['TokenRevocation']
      response: void
    }
    /** Introspect a token */
    '/v1/installs/{installSid}/sts/introspect': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      body: Schemas['TokenToIntrospect']
      response: Schemas['Introspection']
    }
    /** Simulate a token policy */
    '/v1/installs/{installSid}/sts/simulate': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      body: Schemas['PolicyToSimulate']
      response: Schemas['PolicySimulation']
    }
    /** Verify the tokens of an embed */
    '/v1/embeds/verify': {
      body: Schemas['EmbedVerify']
      response: Schemas['Embed']
    }
    /** Create the first admin */
    '/api/auth/setup': {
      body: Schemas['Setup']
      response: Schemas['SignedIn']
    }
    /** Log in */
    '/api/auth/login': {
      body: Schemas['Login']
      response: Schemas['SignedIn'] | Schemas['SecondFactorAsked']
    }
    /** Verify a second factor */
    '/api/auth/mfa/verify': {
      body: Schemas['SecondFactor']
      response: Schemas['SignedIn']
    }
    /** Log out */
    '/api/auth/logout': {
      body: Record<never, never>
      response: void
    }
    /** Request a password reset */
    '/api/auth/forgot-password': {
      body: Schemas['ForgotPassword']
      response: Record<never, never>
    }
    /** Reset a password */
    '/api/auth/reset-password': {
      body: Schemas['ResetPassword']
      response: void
    }
    /** Change a password */
    '/api/auth/change-password': {
      body: Schemas['ChangePassword']
      response: void
    }
    /** Enroll an authenticator app */
    '/api/auth/mfa/enroll': {
      body: Record<never, never>
      response: Schemas['TotpEnrollment']
    }
    /** Confirm the authenticator app */
    '/api/auth/mfa/confirm': {
      body: Schemas['TotpConfirmation']
      response: Schemas['RecoveryCodes']
    }
    /** Invite an operator */
    '/api/operators': {
      body: Schemas['OperatorInvite']
      response: Schemas['Operator']
    }
    /** Invite an operator again */
    '/api/operators/{operatorSid}/invite': {
      params: {
        /** Sid of the operator. */
        operatorSid: `OP${string}`
      }
      body: Record<never, never>
      response: Schemas['Operator']
    }
    /** Disable an operator */
    '/api/operators/{operatorSid}/disable': {
      params: {
        /** Sid of the operator. */
        operatorSid: `OP${string}`
      }
      response: Schemas['Operator']
    }
    /** Enable a disabled operator */
    '/api/operators/{operatorSid}/enable': {
      params: {
        /** Sid of the operator. */
        operatorSid: `OP${string}`
      }
      response: Schemas['Operator']
    }
    /** Create an API credential of the account */
    '/api/credentials': {
      body: Schemas['AccountCredentialCreate']
      response: Schemas['AccountCredentialCreated']
    }
    /** Rotate an API credential of the account */
    '/api/credentials/{credentialSid}/rotate': {
      params: {
        /** Sid of the API credential. */
        credentialSid: `AK${string}`
      }
      body: Schemas['CredentialRotate']
      response: Schemas['AccountCredentialCreated']
    }
    /** Issue JWT */
    '/auth/token': {
      body: Schemas['JwtRequest']
      response: Schemas['IssuedJwt']
    }
    /** Verify a JWT */
    '/auth/verify': {
      body: Schemas['JwtCheck']
      response: Schemas['VerifiedJwt']
    }
    /** Create webhook endpoint */
    '/api/webhooks': {
      body: Schemas['WebhookCreate']
      response: Schemas['Webhook']
    }
    /** Send failed deliveries again */
    '/api/webhooks/deliveries/retry': {
      body: Schemas['DeliveryRetryCreate']
      response: Schemas['DeliveryRetryPreview'] | Schemas['DeliveryRetry']
    }
    /** Send a delivery again */
    '/api/webhooks/deliveries/{deliverySid}/retry': {
      params: {
        /** Sid of the delivery. */
        deliverySid: `WD${string}`
      }
      body: Record<never, never>
      response: Schemas['Delivery']
    }
    /** Activate webhook endpoint */
    '/api/webhooks/{webhookSid}/activate': {
      params: {
        /** Sid of the webhook endpoint. */
        webhookSid: `WH${string}`
      }
      body: Record<never, never>
      response: Schemas['Webhook']
    }
    /** Deactivate webhook endpoint */
    '/api/webhooks/{webhookSid}/deactivate': {
      params: {
        /** Sid of the webhook endpoint. */
        webhookSid: `WH${string}`
      }
      body: Record<never, never>
      response: Schemas['Webhook']
    }
    /** Rotate the secret of a webhook endpoint */
    '/api/webhooks/{webhookSid}/rotate-secret': {
      params: {
        /** Sid of the webhook endpoint. */
        webhookSid: `WH${string}`
      }
      body: Schemas['SecretRotation']
      response: Schemas['Webhook']
    }
    /** Send a test event to a webhook endpoint */
    '/api/webhooks/{webhookSid}/test': {
      params: {
        /** Sid of the webhook endpoint. */
        webhookSid: `WH${string}`
      }
      body: Record<never, never>
      response: Schemas['WebhookTest']
    }
    /** Recover missed deliveries of a webhook endpoint */
    '/api/webhooks/{webhookSid}/recover': {
      params: {
        /** Sid of the webhook endpoint. */
        webhookSid: `WH${string}`
      }
      body: Schemas['Recovery']
      response: Schemas['Recovered']
    }
    /** Publish an event */
    '/api/events': {
      body: Schemas['EventPublish']
      response: Schemas['PublishedEvent']
    }
  }
  put: {
    /** Rename an install */
    '/v1/installs/{installSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      body: Schemas['InstallUpdate']
      response: Schemas['Install']
    }
    /** Update the deployment settings of an install */
    '/v1/installs/{installSid}/settings': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
      }
      body: Schemas['InstallSettingsUpdate']
      response: Schemas['InstallSettings']
    }
    /** Update a cancellation policy */
    '/v1/installs/{installSid}/cancellationPolicies/{cancellationPolicySid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the cancellation policy. */
        cancellationPolicySid: `CP${string}`
      }
      body: Schemas['CancellationPolicyUpdate']
      response: Schemas['CancellationPolicy']
    }
    /** Replace a proctor account */
    '/v1/proctors/{proctorSid}': {
      params: {
        /** Sid of the proctor account. */
        proctorSid: `PA${string}`
      }
      body: Schemas['ProctorReplace']
      response: Schemas['Proctor']
    }
    /** Update a proctor type */
    '/v1/installs/{installSid}/proctorTypes/{proctorTypeSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the proctor type. */
        proctorTypeSid: `TS${string}`
      }
      body: Schemas['ProctorTypeUpdate']
      response: Schemas['ProctorType']
    }
    /** Update a proctor group */
    '/v1/installs/{installSid}/proctorGroups/{proctorGroupSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the proctor group. */
        proctorGroupSid: `PG${string}`
      }
      body: Schemas['ProctorGroupUpdate']
      response: Schemas['ProctorGroup']
    }
    /** Update a review process */
    '/v1/installs/{installSid}/reviewProcesses/{reviewProcessSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the review process. */
        reviewProcessSid: `RP${string}`
      }
      body: Schemas['ReviewProcessUpdate']
      response: Schemas['ReviewProcess']
    }
    /** Update user profile */
    '/v1/installs/{installSid}/users/{userSid}/profile': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the user. */
        userSid: `US${string}`
      }
      body: Schemas['UserProfileUpdate']
      response: Schemas['User']
    }
    /** Update a user */
    '/v1/installs/{installSid}/users/{userSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the user. */
        userSid: `US${string}`
      }
      body: Schemas['UserUpdate']
      response: string
    }
    /** Update a course offering */
    '/v1/installs/{installSid}/courseOfferings/{courseOfferingSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the course offering. */
        courseOfferingSid: `CO${string}`
      }
      body: Schemas['CourseOfferingUpdate']
      response: Schemas['CourseOffering']
    }
    /** Update a course */
    '/v1/installs/{installSid}/courses/{courseSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the course. */
        courseSid: `CU${string}`
      }
      body: Schemas['CourseUpdate']
      response: Schemas['Course']
    }
    /** Update a section */
    '/v1/installs/{installSid}/courses/{courseSid}/sections/{sectionSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the course. */
        courseSid: `CU${string}`
        /** Sid of the section. */
        sectionSid: `SE${string}`
      }
      body: Schemas['SectionUpdate']
      response: Schemas['Section']
    }
    /** Update an enrollment */
    '/v1/installs/{installSid}/courses/{courseSid}/enrollments/{enrollmentSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the course. */
        courseSid: `CU${string}`
        /** Sid of the enrollment. */
        enrollmentSid: `EN${string}`
      }
      body: Schemas['EnrollmentUpdate']
      response: Schemas['Enrollment']
    }
    /** Update an exam */
    '/v1/installs/{installSid}/courses/{courseSid}/exams/{examSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the course. */
        courseSid: `CU${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
      }
      body: Schemas['ExamUpdate']
      response: Schemas['Exam']
    }
    /** Update exam assignments */
    '/v1/installs/{installSid}/exams/{examSid}/assignments': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
      }
      body: Schemas['AssignmentChanges']
      response: string
    }
    /** Replace exam configuration */
    '/v1/installs/{installSid}/courses/{courseSid}/exams/{examSid}/configurations/{examConfigurationSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the course. */
        courseSid: `CU${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
        /** Sid of the exam configuration. */
        examConfigurationSid: `EC${string}`
      }
      body: Schemas['ExamConfigurationReplace']
      response: Schemas['ExamConfiguration']
    }
    /** Reschedule a session */
    '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
        /** Sid of the exam session. */
        sessionSid: `ES${string}`
      }
      body: Schemas['AppointmentRequest']
      response: Schemas['ExamSession']
    }
    /** Set the recording of a session */
    '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}/recording': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
        /** Sid of the exam session. */
        sessionSid: `ES${string}`
      }
      body: Schemas['Recording']
      response: Schemas['ExamSession']
    }
    /** Set the address of the exam of a session */
    '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}/partner': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
        /** Sid of the exam session. */
        sessionSid: `ES${string}`
      }
      body: Schemas['PartnerExam']
      response: Schemas['ExamSession']
    }
    /** Set the appointment of a session in another system */
    '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}/externalAppointment': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
        /** Sid of the exam session. */
        sessionSid: `ES${string}`
      }
      body: Schemas['ExternalAppointment']
      response: Schemas['ExamSession']
    }
    /** Update an event type */
    '/v1/installs/{installSid}/eventTypes/{eventTypeSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the event type. */
        eventTypeSid: `ET${string}`
      }
      body: Schemas['EventTypeUpdate']
      response: Schemas['EventType']
    }
    /** Update a session event */
    '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}/events/{eventSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
        /** Sid of the exam session. */
        sessionSid: `ES${string}`
        /** Sid of the event record. */
        eventSid: `ER${string}`
      }
      body: Schemas['SessionEventUpdate']
      response: Schemas['SessionEvent']
    }
    /** Update an annotation */
    '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}/annotations/{annotationSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
        /** Sid of the exam session. */
        sessionSid: `ES${string}`
        /** Sid of the annotation. */
        annotationSid: `AN${string}`
      }
      body: Schemas['AnnotationUpdate']
      response: Schemas['Annotation']
    }
    /** Update the account */
    '/api/account': {
      body: Schemas['AccountUpdate']
      response: Schemas['Account']
    }
    /** Update an operator */
    '/api/operators/{operatorSid}': {
      params: {
        /** Sid of the operator. */
        operatorSid: `OP${string}`
      }
      body: Schemas['OperatorUpdate']
      response: Schemas['Operator']
    }
    /** Update webhook endpoint */
    '/api/webhooks/{webhookSid}': {
      params: {
        /** Sid of the webhook endpoint. */
        webhookSid: `WH${string}`
      }
      body: Schemas['WebhookUpdate']
      response: Schemas['Webhook']
    }
  }
  delete: {
    /** Delete a cancellation policy */
    '/v1/installs/{installSid}/cancellationPolicies/{cancellationPolicySid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the cancellation policy. */
        cancellationPolicySid: `CP${string}`
      }
      response: string
    }
    /** Revoke an API credential */
    '/v1/installs/{installSid}/credentials/{credentialSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the API credential. */
        credentialSid: `AK${string}`
      }
      response: string
    }
    /** Delete a proctor account */
    '/v1/proctors/{proctorSid}': {
      params: {
        /** Sid of the proctor account. */
        proctorSid: `PA${string}`
      }
      response: string
    }
    /** Delete a proctor type */
    '/v1/installs/{installSid}/proctorTypes/{proctorTypeSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the proctor type. */
        proctorTypeSid: `TS${string}`
      }
      response: string
    }
    /** Delete a proctor group */
    '/v1/installs/{installSid}/proctorGroups/{proctorGroupSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the proctor group. */
        proctorGroupSid: `PG${string}`
      }
      response: string
    }
    /** Delete a review process */
    '/v1/installs/{installSid}/reviewProcesses/{reviewProcessSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the review process. */
        reviewProcessSid: `RP${string}`
      }
      response: string
    }
    /** Erase a user */
    '/v1/installs/{installSid}/users/{userSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the user. */
        userSid: `US${string}`
      }
      response: Schemas['UserErased']
    }
    /** Lift the suppression of an erased person */
    '/v1/installs/{installSid}/suppressions/{suppressionSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the suppression. */
        suppressionSid: `SU${string}`
      }
      response: string
    }
    /** Delete a course offering */
    '/v1/installs/{installSid}/courseOfferings/{courseOfferingSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the course offering. */
        courseOfferingSid: `CO${string}`
      }
      response: string
    }
    /** Delete a course */
    '/v1/installs/{installSid}/courses/{courseSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the course. */
        courseSid: `CU${string}`
      }
      response: string
    }
    /** Delete a section */
    '/v1/installs/{installSid}/courses/{courseSid}/sections/{sectionSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the course. */
        courseSid: `CU${string}`
        /** Sid of the section. */
        sectionSid: `SE${string}`
      }
      response: string
    }
    /** Withdraw an enrollment */
    '/v1/installs/{installSid}/courses/{courseSid}/enrollments/{enrollmentSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the course. */
        courseSid: `CU${string}`
        /** Sid of the enrollment. */
        enrollmentSid: `EN${string}`
      }
      response: string
    }
    /** Delete an exam */
    '/v1/installs/{installSid}/courses/{courseSid}/exams/{examSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the course. */
        courseSid: `CU${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
      }
      response: string
    }
    /** Delete an accommodation */
    '/v1/installs/{installSid}/courses/{courseSid}/exams/{examSid}/configurations/{examConfigurationSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the course. */
        courseSid: `CU${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
        /** Sid of the exam configuration. */
        examConfigurationSid: `EC${string}`
      }
      response: string
    }
    /** Cancel a session */
    '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
        /** Sid of the exam session. */
        sessionSid: `ES${string}`
      }
      body: Schemas['Cancellation']
      response: Schemas['ExamSession']
    }
    /** Delete a file */
    '/v1/installs/{installSid}/files/{fileSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the file. */
        fileSid: `FI${string}`
      }
      response: string
    }
    /** Delete an event type */
    '/v1/installs/{installSid}/eventTypes/{eventTypeSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the event type. */
        eventTypeSid: `ET${string}`
      }
      response: string
    }
    /** Delete an annotation */
    '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}/annotations/{annotationSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the exam. */
        examSid: `EX${string}`
        /** Sid of the exam session. */
        sessionSid: `ES${string}`
        /** Sid of the annotation. */
        annotationSid: `AN${string}`
      }
      response: string
    }
    /** Revoke a token and its family */
    '/v1/installs/{installSid}/sts/tokens/{tokenSid}': {
      params: {
        /** Sid of the install. */
        installSid: `AI${string}`
        /** Sid of the token. */
        tokenSid: `TA${string}`
      }
      response: void
    }
    /** End a sign-in session */
    '/api/auth/sessions/{sessionSid}': {
      params: {
        /** Sid of the sign-in session. */
        sessionSid: `SI${string}`
      }
      response: void
    }
    /** Delete the authenticator app */
    '/api/auth/mfa': {
      body: Schemas['SecondFactorRemoval']
      response: void
    }
    /** Delete an operator */
    '/api/operators/{operatorSid}': {
      params: {
        /** Sid of the operator. */
        operatorSid: `OP${string}`
      }
      response: void
    }
    /** Revoke an API credential of the account */
    '/api/credentials/{credentialSid}': {
      params: {
        /** Sid of the API credential. */
        credentialSid: `AK${string}`
      }
      response: void
    }
    /** Delete webhook endpoint */
    '/api/webhooks/{webhookSid}': {
      params: {
        /** Sid of the webhook endpoint. */
        webhookSid: `WH${string}`
      }
      response: void
    }
    /** Delete a document */
    '/api/documents/{documentName}': {
      params: {
        /** The name of the document. */
        documentName: string
      }
      response: void
    }
  }
}

/** The first two letters of each kind of sid. */
export type SidPrefix =
  | 'AC'
  | 'AI'
  | 'AK'
  | 'AN'
  | 'AP'
  | 'AU'
  | 'CO'
  | 'CP'
  | 'CU'
  | 'CV'
  | 'DI'
  | 'EA'
  | 'EC'
  | 'EN'
  | 'ER'
  | 'ES'
  | 'ET'
  | 'EV'
  | 'EX'
  | 'FI'
  | 'IE'
  | 'IP'
  | 'IU'
  | 'OP'
  | 'PA'
  | 'PG'
  | 'RP'
  | 'SE'
  | 'SI'
  | 'SU'
  | 'SV'
  | 'TA'
  | 'TR'
  | 'TS'
  | 'TZ'
  | 'US'
  | 'WD'
  | 'WH'
  | 'WR'
  | 'WT'
