// What the Worker `realtime` asks the platform about connections: whether they have ended, and which topics they may use.

import * as z from 'zod'
import { Sid } from '../values/sid.ts'
import { Identity } from './connection.ts'

/** The most connections of a request, and the most topics of all of them. */
export const maxSubjects = 200
export const maxAccessTopics = 500

/** The members of an identity that decide whether its token is still active. */
export const Subject = Identity.pick({
  user: true,
  applicationSid: true,
  installSid: true,
  sessionSid: true,
  familySid: true,
  kid: true,
})
export type Subject = z.output<typeof Subject>

export const AccessRequest = z.object({
  accountSid: Sid('AC'),
  subjects: z
    .array(z.object({ subject: Subject, topics: z.array(z.string().max(255)).max(maxAccessTopics) }))
    .max(maxSubjects),
})
export type AccessRequest = z.output<typeof AccessRequest>

/** What a connection may do with a topic, apart from the permissions of its token. */
export const TopicAccess = z.object({
  subscribe: z.boolean(),
  publish: z.boolean(),
  /** The exam whose monitor shows the connection, if it is that of the learner of a session. */
  learnerOf: Sid('EX').optional(),
})
export type TopicAccess = z.output<typeof TopicAccess>

/** The topics in the order of the request; null if the token is no longer active. */
export const AccessResponse = z.object({ subjects: z.array(z.array(TopicAccess).nullable()) })
export type AccessResponse = z.output<typeof AccessResponse>

const ofSession = /^session\.(ES[a-f0-9]{32})$/
const ofMonitor = /^monitor\.(EX[a-f0-9]{32})$/
const session = Sid('ES')
const exam = Sid('EX')

/** Returns the session of a topic `session.<sid>`. */
export const sessionOfTopic = (topic: string) => session.safeParse(ofSession.exec(topic)?.[1]).data

/** Returns the exam of a topic `monitor.<sid>`. */
export const examOfTopic = (topic: string) => exam.safeParse(ofMonitor.exec(topic)?.[1]).data

/** Whether only the platform can decide who uses the topic: it belongs to one session or exam. */
export const isRecordTopic = (topic: string): boolean => /^(?:session|monitor)\./.test(topic)
