import { accessPath, type Service } from '../../shared/env.ts'
import {
  type AccessRequest,
  AccessResponse,
  maxAccessTopics,
  maxSubjects,
  type Subject,
  type TopicAccess,
} from '../../shared/realtime/access.ts'
import type { Identity } from '../../shared/realtime/connection.ts'
import { permissionTopicOf } from '../../shared/topics/topic.ts'
import { callPlatform } from '../hub/platform.ts'

/** A connection, and the topics about which the platform decides. */
export type Question = { identity: Subject & Pick<Identity, 'accountSid'>; topics: string[] }

/** The access to each topic, in their order; null if the token of the connection has ended. */
export type Answer = TopicAccess[] | null

type Batch = AccessRequest['subjects']

/**
 * Asks the platform about connections of an account.
 * @returns an answer for each question, in their order
 * @throws Error if the platform is not available
 */
export async function askAccess(platform: Service, questions: readonly Question[]): Promise<Answer[]> {
  const [first] = questions
  if (!first) return []
  const { accountSid } = first.identity
  const answers = await Promise.all(
    batchesOf(questions).map(subjects => ask(platform, { accountSid, subjects })),
  )
  return answers.flat()
}

/** Returns the batches of one request each. */
function batchesOf(questions: readonly Question[]): Batch[] {
  const batches: Batch[] = []
  let topics = maxAccessTopics + 1
  for (const { identity, topics: asked } of questions) {
    topics += asked.length
    if (topics > maxAccessTopics || batches.at(-1)?.length === maxSubjects) {
      batches.push([])
      topics = asked.length
    }
    batches.at(-1)?.push({ subject: identity, topics: asked.map(permissionTopicOf) })
  }
  return batches
}

async function ask(platform: Service, request: AccessRequest): Promise<Answer[]> {
  const response = await callPlatform({ platform }, accessPath, request)
  return AccessResponse.parse(await response.json()).subjects
}
