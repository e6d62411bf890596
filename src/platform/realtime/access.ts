// Decides which topics connections may use, and which connections have ended, in one round trip.

import { batch } from '../../../db/client.ts'
import { toCaller } from '../../shared/auth/caller.ts'
import {
  type AccessRequest,
  type AccessResponse,
  examOfTopic,
  type Subject,
  sessionOfTopic,
  type TopicAccess,
} from '../../shared/realtime/access.ts'
import type { PlatformEnv } from '../env.ts'
import { activeIssuer, type IssuerRow, readIssuer } from '../principal/jwt-issuer.ts'
import { findExams, findNewestTokens, findSessions } from './queries.ts'
import { jwtAccess, type TopicRecords, tokenAccess } from './topic-rules.ts'

type TokenRows = Awaited<ReturnType<typeof findNewestTokens>>

/** Returns the access of each connection to its topics; null for a connection whose token is no longer active. */
export async function decideAccess(
  { db, accepts }: Pick<PlatformEnv, 'db' | 'accepts'>,
  { accountSid, subjects }: AccessRequest,
): Promise<AccessResponse> {
  const topics = subjects.flatMap(each => each.topics)
  const familySids = defined(subjects.map(({ subject }) => subject.familySid))
  const sessionSids = defined(topics.map(sessionOfTopic))
  const examSids = defined(topics.map(examOfTopic))
  const jwts = new Map(subjects.flatMap(({ subject }) => jwtOf(subject)))
  const { issuers, tokens, sessions, exams } = await batch(db, {
    issuers: [...jwts.values()].map(claims => readIssuer(db, claims)),
    tokens: familySids.length > 0 ? [findNewestTokens(db, accountSid, familySids)] : [],
    sessions: sessionSids.length > 0 ? [findSessions(db, accountSid, sessionSids)] : [],
    exams: examSids.length > 0 ? [findExams(db, accountSid, examSids)] : [],
  })
  const issuerOf = new Map([...jwts.keys()].map((key, at) => [key, issuers[at] ?? []]))
  const records = { sessions: sessions.flat(), exams: exams.flat() }
  const decide = ({ subject, topics: asked }: AccessRequest['subjects'][number]) => {
    const isSigned = subject.kid === null || accepts(subject.kid)
    const rule = isSigned ? ruleOf(subject, issuerOf, tokens.flat(), records) : undefined
    return rule ? asked.map(rule) : null
  }
  return { subjects: subjects.map(decide) }
}

/** Returns the rule for the topics of an active token. @returns undefined if it is no longer active */
function ruleOf(
  subject: Subject,
  issuers: ReadonlyMap<string, IssuerRow[]>,
  tokens: TokenRows,
  records: TopicRecords,
): ((topic: string) => TopicAccess) | undefined {
  if (subject.familySid === null) {
    const isActive = activeIssuer(issuers.get(keyOf(subject)) ?? []) !== undefined
    return isActive ? topic => jwtAccess(subject, topic, records) : undefined
  }
  const row = tokens.find(({ token }) => token.familySid === subject.familySid)
  if (!row || row.token.inactiveReason !== null) return undefined
  const caller = toCaller({ kind: 'token', hash: '' }, [row])
  return topic => tokenAccess(caller, topic, records)
}

const keyOf = ({ user, applicationSid, sessionSid }: Subject) => `${user} ${applicationSid} ${sessionSid}`

/** Returns the claims that select the issuer of a JWT, under a key of their own. */
function jwtOf(subject: Subject): [string, Parameters<typeof readIssuer>[1]][] {
  const { user: sub, applicationSid: aud, sessionSid, familySid } = subject
  return familySid === null ? [[keyOf(subject), { sub, aud, sid: sessionSid ?? undefined }]] : []
}

const defined = <T>(values: readonly (T | null | undefined)[]): T[] => [
  ...new Set(values.filter((value): value is T => value !== null && value !== undefined)),
]
