// Pages of the lists whose total is kept equal the slices of the whole list, from whichever end they are read.
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../db/client.ts'
import { sidFromUuid } from '../../db/sid.ts'
import { prepare, type Statement, type Statements } from '../../db/statement.ts'
import { readChurn } from '../../src/proctoring/reports/churn.ts'
import { listInstallSessions } from '../../src/proctoring/sessions/read/queue.ts'
import { emptyScope } from '../../src/shared/auth/caller-scope.ts'
import { addRowCountChanges } from '../../src/shared/row-count.ts'
import { listTokenRows } from '../../src/sts/tokens/queries.ts'
import { TokenQuery } from '../../src/sts/tokens/schema.ts'
import { migratedDatabase } from '../support/postgres.ts'
import { rounds } from '../support/rounds.ts'
import { scene, sids } from '../support/sql.ts'

const count = 2_400
const created = `date_trunc('day', now()) - (n % 700) * interval '1 hour'`

const filling = `
  insert into sts_family (sid, install_sid, credential_sid, holder_sid, token_type, resource, policy, install_epoch,
      credential_epoch, holder_epoch, absolute_expires_at)
    values ('${sids.session}', '${sids.install}', '${sids.credential}', '${sids.credential}', 'api', '*', '{}', 0, 0, 0, now());
  insert into sts_token (sid, family_sid, generation, secret_hash, expires_at, created_date)
    select uuidv7(), '${sids.session}', n, sha256(n::text::bytea), now(), ${created} from generate_series(1, ${count}) n;
  insert into users (sid, install_sid, first_name, last_name, email)
    select uuidv7(), '${sids.install}', 'Ada', 'Learner ' || n, n || '@school.example' from generate_series(1, ${count}) n;
  insert into enrollment (sid, install_sid, course_sid, user_sid)
    select uuidv7(), '${sids.install}', '${sids.course}', sid from users where sid <> '${sids.users}';
  insert into exam_session (sid, install_sid, course_sid, exam_sid, enrollment_sid, user_sid, access_key, created_date,
      appointment_date)
    select uuidv7(), '${sids.install}', '${sids.course}', '${sids.exam}', sid, user_sid, 'key', ${created},
      case when n % 3 > 0 then ${created} + interval '1 day' end
    from (select *, row_number() over () as n from enrollment) as numbered`

// Nothing is sent to this database: the client of this file executes the statements.
const db = connect('postgres://user:password@ep-local.example.com/db')
const installSid = sidFromUuid('AI', sids.install)
let client: pg.Client

beforeAll(async () => {
  client = new pg.Client({ connectionString: await migratedDatabase() })
  await client.connect()
  await client.query(scene)
  await client.query(filling)
  // Half of the changes are added to the counts, the others are not.
  await client.query(prepare(addRowCountChanges({})).text)
  await client.query(`delete from sts_token where generation % 100 = 0`)
  // Some pairs move to other periods, and some people are erased.
  await client.query(
    `update exam_session set created_date = created_date - interval '9 hours' where sid::text like '%7'`,
  )
  await client.query(`update users set erased_date = now() where last_name like '%77'`)
}, 120_000)

afterAll(() => client?.end())

async function rowsOf(statement: Statement): Promise<string[]> {
  const { text, params } = prepare(statement)
  const { rows } = await client.query<unknown[]>({ text, values: params, rowMode: 'array' })
  return rows.map(row => JSON.stringify(row))
}

type Page = { offset: string; limit: string; sortOrder: 'ASC' | 'DESC' }

const tokens = (page: Page): Statement => listTokenRows(db, installSid, TokenQuery.parse(page)).rows

function rowsOfRoute({ load, query }: typeof readChurn | typeof listInstallSessions, page: Page): Statement {
  const input = {
    db,
    params: { installSid },
    body: undefined,
    header: () => undefined,
    callerScope: emptyScope,
  }
  const statements: Statements = load?.({ ...input, query: query?.parse(page) ?? {} }) ?? {}
  const [rows] = [statements['rows'] ?? []].flat()
  if (!rows) throw new Error('The list has no statement of this name.')
  return rows
}

const lists = [
  ['tokens', tokens],
  ['pairs of the churn report', (page: Page) => rowsOfRoute(readChurn, page)],
  ['sessions of the install', (page: Page) => rowsOfRoute(listInstallSessions, page)],
] as const

test.each(lists)(
  'any page of %s is the slice of the whole list',
  async (_, list) => {
    const whole: Record<string, string[]> = {}
    for (const sortOrder of ['ASC', 'DESC'] as const) {
      const pages = []
      for (let offset = 0; offset < count + 1000; offset += 999)
        pages.push(...(await rowsOf(list({ offset: String(offset), limit: '999', sortOrder }))))
      whole[sortOrder] = pages
    }
    expect(new Set(whole['ASC']).size).toBe(whole['ASC']?.length)
    expect(whole['ASC']?.length).toBeGreaterThan(count - 100)
    expect(whole['DESC']).toEqual(whole['ASC']?.toReversed())
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.nat(count + 50),
          fc.integer({ min: count / 2 - 40, max: count / 2 + 40 }),
          fc.integer({ min: count - 60, max: count + 5 }),
        ),
        fc.nat(60),
        fc.constantFrom('ASC' as const, 'DESC' as const),
        async (offset, limit, sortOrder) => {
          const page = await rowsOf(list({ offset: String(offset), limit: String(limit), sortOrder }))
          expect(page).toEqual(whole[sortOrder]?.slice(offset, offset + limit))
        },
      ),
      { numRuns: rounds({ quick: 60, all: 1000 }) },
    )
  },
  120_000,
)
