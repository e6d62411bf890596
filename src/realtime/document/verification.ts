import { nextVerification, Verification } from '../account/verification.ts'
import { nameOfDocument } from '../contract/documents.ts'
import type { ObjectEnv } from '../env.ts'
import { askAccess } from '../shard/ask-access.ts'
import type { CloseReason } from './closes.ts'
import type { Connection } from './connection.ts'

/** When a document must run its alarm for a connection: when its token expires, or at the next verification. */
export const alarmOf = ({ access: { expiresAt } }: Connection, now: number): number =>
  Math.min(expiresAt * 1000, nextVerification(now))

type Effects = {
  env: Pick<ObjectEnv, 'platform' | 'accounts'>
  sql: SqlStorage
  connections(): Iterable<Connection>
  end(connection: Connection, reason: CloseReason): void
}

/** Returns what ends the connections of a document that have lost their token. */
export const verificationOf = ({ env, sql, connections, end }: Effects): Verification<Connection> =>
  new Verification<Connection>({
    ...{ sql, accounts: env.accounts, connections },
    holderOf: ({ key }) => ({ kind: 'document', name: nameOfDocument(key) }),
    accountOf: ({ access }) => access.accountSid,
    async verify(asked) {
      const questions = asked.map(({ access }) => ({
        identity: { ...access, installSid: null, familySid: null },
        topics: [],
      }))
      const answers = await askAccess(env.platform, questions)
      for (const [at, connection] of asked.entries()) if (answers[at] === null) end(connection, 'revoked')
    },
  })
