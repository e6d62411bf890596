// Which topics a token may use. The shard adds the permissions of a JWT (src/realtime/shard/access.ts).

import { requireAction, requireOwn } from '../../shared/auth/authorize.ts'
import type { Caller } from '../../shared/auth/caller.ts'
import type { Action } from '../../shared/auth/policy/actions.ts'
import { Problem } from '../../shared/problems/problem.ts'
import { examOfTopic, type Subject, sessionOfTopic, type TopicAccess } from '../../shared/realtime/access.ts'
import { isInstallChange } from '../../shared/topics/topic.ts'

type OfInstall = { applicationSid: string; installSid: string }
export type SessionRow = OfInstall & { sid: string; examSid: TopicAccess['learnerOf']; userSid: string }
export type ExamRow = OfInstall & { sid: string }
/** The sessions and exams of the topics, if they exist in the account. */
export type TopicRecords = { sessions: readonly SessionRow[]; exams: readonly ExamRow[] }

const noAccess: TopicAccess = { subscribe: false, publish: false }

const recordOf = (topic: string, { sessions, exams }: TopicRecords) => {
  const [sessionSid, examSid] = [sessionOfTopic(topic), examOfTopic(topic)]
  return {
    session: sessions.find(({ sid }) => sid === sessionSid),
    exam: exams.find(({ sid }) => sid === examSid),
  }
}

/** What a JWT may do with the topic of a session or an exam: only those of its application, or of its install. */
export function jwtAccess(
  { applicationSid, installSid }: Pick<Subject, 'applicationSid' | 'installSid'>,
  topic: string,
  records: TopicRecords,
): TopicAccess {
  const { session, exam } = recordOf(topic, records)
  const record = session ?? exam
  const isWithin =
    record?.applicationSid === applicationSid && (installSid === null || record.installSid === installSid)
  return { subscribe: isWithin, publish: isWithin && session !== undefined }
}

/** What an stsToken may do with a topic. */
export function tokenAccess(caller: Caller, topic: string, records: TopicRecords): TopicAccess {
  const elementType = caller.token?.elementType ?? null
  const { session, exam } = recordOf(topic, records)
  const isWithin = [session, exam].some(record => record?.installSid === caller.installSid)
  if (elementType === null) return apiAccess(caller, topic, isWithin, session?.userSid)
  if (!isWithin) return noAccess
  const sessions = `/v1/installs/${caller.installSid}/exams/${session?.examSid ?? exam?.sid}/sessions`
  if (exam) {
    const isProctor = elementType === 'proctoring-session'
    return { subscribe: isProctor && may(caller, 'sp:ListSessions', sessions), publish: false }
  }
  const { sid, userSid, examSid } = session as SessionRow
  const subscribe = may(caller, 'sp:ReadSession', `${sessions}/${sid}`, { ownedBy: () => userSid })
  const isLearner = elementType === 'exam-session'
  return {
    ...{ subscribe, publish: subscribe && elementType !== 'assessment-viewer' },
    ...(subscribe && isLearner && { learnerOf: examSid }),
  }
}

/**
 * An api token uses topics of its install, by its actions on them. A learner's uses those of its own sessions, and not
 * those with personal data of others.
 */
function apiAccess(
  caller: Caller,
  topic: string,
  isRecord: boolean,
  userSid: string | undefined,
): TopicAccess {
  const { installSid } = caller
  const isOfInstall = topic.startsWith(`installs.${installSid}.`)
  if (!(isOfInstall || isRecord)) return noAccess
  const path = `/v1/installs/${installSid}/topics/${topic.replaceAll('.', '/')}`
  const owned = {
    ...(userSid !== undefined && { ownedBy: () => userSid }),
    ...(isOfInstall && !isInstallChange(topic) && { learners: 'impersonal' as const }),
  }
  return {
    subscribe: may(caller, 'sp:SubscribeTopic', path, owned),
    publish: may(caller, 'sp:PublishTopic', path, owned),
  }
}

type Owned = Omit<Parameters<typeof requireOwn>[1], 'action'>

/** Whether the caller may execute the action, by the rules of the operations. */
function may(caller: Caller, action: Action, path: string, owned: Owned = {}): boolean {
  const installSid = caller.installSid ?? undefined
  try {
    requireAction(caller, { action, path, installSid })
    requireOwn(caller, { action, ...owned }, path, { params: {}, loaded: {} })
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}
