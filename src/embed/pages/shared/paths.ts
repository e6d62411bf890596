import type { Api } from './api.ts'
import type { Embed, Page, ShownSession } from './records.ts'

/** Returns the path of a session below `/v1/`. */
export const sessionPath = ({ installSid }: Embed, { examSid, sid }: ShownSession): string =>
  `installs/${installSid}/exams/${examSid}/sessions/${sid}`

/** Returns the path of the effective configuration of a session's learner, below `/v1/`. */
export const configurationPath = ({ installSid }: Embed, { enrollmentSid, examSid }: ShownSession): string =>
  `installs/${installSid}/enrollments/${enrollmentSid}/exams/${examSid}/configuration`

/** The largest page of a list. */
export const readList = <T>(api: Api, path: string, sortKey: string): Promise<Page<T>> =>
  api.read(`${path}?limit=1000&sortKeys=${sortKey}`)
