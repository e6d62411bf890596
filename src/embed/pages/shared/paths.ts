import type { Api } from './api.ts'
import type { Embed, Page, ShownSession } from './records.ts'

/** The path of a session, below `/v1/`. */
export const sessionPath = ({ installSid }: Embed, { examSid, sid }: ShownSession): string =>
  `installs/${installSid}/exams/${examSid}/sessions/${sid}`

/** The path of what holds for the learner of a session in its exam, below `/v1/`. */
export const configurationPath = ({ installSid }: Embed, { enrollmentSid, examSid }: ShownSession): string =>
  `installs/${installSid}/enrollments/${enrollmentSid}/exams/${examSid}/configuration`

/** The first thousand of a list: the greatest page there is, and more than a person reads. */
export const readList = <T>(api: Api, path: string, sortKey: string): Promise<Page<T>> =>
  api.read(`${path}?limit=1000&sortKeys=${sortKey}`)
