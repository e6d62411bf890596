// The lifetime of a token at the same time as a change of the maximum, on a real Postgres.
import { expect, test } from 'vitest'
import { id, sids } from '../../support/sql.ts'
import { sqlClients } from '../../support/sql-clients.ts'
import { someWait } from '../../support/waiting.ts'

const [root, second] = [id(20), id(21)]
const fingerprint = `(select authority_fingerprint(c) from api_credential c where c.sid = '${sids.credential}')`
const issue = `select extract(epoch from t.expires_at - t.created_date)::int as seconds
  from issue_token('${root}', sha256('${root}'), 3600, uuidv7(), '${sids.install}', '${sids.credential}', null, 'api', null, '*',
    '{}', ${fingerprint}, null) t`
const refresh = `select extract(epoch from t.expires_at - t.created_date)::int as seconds
  from refresh_token('${second}', sha256('${second}'), 3600, uuidv7(), '${root}', '${sids.credential}', ${fingerprint}, null, null) t`

const connected = sqlClients(
  `update api_credential set revoked_at = null, expires_at = null where sid = '${sids.credential}'`,
)

test('insert_token limits the lifetime of a refresh that waits by the maximum that the install has by then', async () => {
  const [admin, holder, client] = [await connected(), await connected(), await connected()]
  expect((await admin.query(issue)).rows).toEqual([{ seconds: 3600 }])
  await holder.query('begin')
  await holder.query('select from sts_family for update')
  const refreshed = client.query(refresh)
  await someWait(admin, { called: 'refresh_token' })
  await admin.query('update install set max_token_ttl_seconds = 60')
  await holder.query('commit')
  expect((await refreshed).rows).toEqual([{ seconds: 60 }])
})
