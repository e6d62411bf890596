// The plans of the triggers that compare the rows of a statement before and after it, on a real Postgres. Postgres plans
// such a join for the number of rows at its first call.
import { expect, test } from 'vitest'
import { sids } from '../../support/sql.ts'
import { sqlClients } from '../../support/sql-clients.ts'

const { install, course, exam, enrollment, users } = sids
const connected = sqlClients(`
  insert into exam_session (sid, install_sid, course_sid, exam_sid, enrollment_sid, user_sid, access_key,
      status, cancelled_date)
    select uuidv7(), '${install}', '${course}', '${exam}', '${enrollment}', '${users}', n::text,
      'Closed', now() from generate_series(1, 300) n;
  update install set notifications_enabled = true`)

/** Runs the statements in one session. Returns the plans of the statements inside functions that the last one runs. */
async function plansOf(...statements: string[]): Promise<string[]> {
  const client = await connected()
  const plans: string[] = []
  client.on('notice', ({ message }) => void plans.push(String(message)))
  await client.query(
    `load 'auto_explain'; set auto_explain.log_nested_statements = on; set client_min_messages = 'log'`,
  )
  for (const statement of statements.slice(0, -1)) await client.query(statement)
  await client.query('set auto_explain.log_min_duration = 0')
  await client.query(statements.at(-1) ?? '')
  return plans
}

const lengthen = (where: string) => `update exam_session set duration = duration + 1 where ${where}`
const keepEmail = 'update users set email = email'

test.each([
  ['record_session_transitions', lengthen('false'), lengthen('true'), 'INTO session_transition'],
  ['queue_messages', lengthen(`access_key = '1'`), lengthen('true'), 'FULL JOIN before'],
  ['end_sign_ins', `${keepEmail} where false`, keepEmail, 'FROM after a'],
])(
  '%s compares the rows before and after by hash, also after a call with fewer rows',
  async (_, first, then, text) => {
    const [plan] = (await plansOf(first, then)).filter(lines => lines.includes(text))
    expect(plan).toMatch(/Hash Cond: \(\w+\.sid = \w+\.sid\)/)
  },
)
