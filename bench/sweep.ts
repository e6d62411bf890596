// `npm run bench -- sweep`: the sweep of due sessions on a real Postgres, and the latency of requests meanwhile.
// `--sessions 10000,100000` selects the numbers of due sessions, `--kinds noShow` what is due.

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { end, freePort, type Started, start } from '../test/support/start.ts'
import { readArguments } from '../tools/arguments.ts'
import { startEmbeddedPostgres } from '../tools/neon/embedded.ts'
import { inDirectory } from './directory.ts'
import { percentile } from './latency.ts'
import { openSessions, startBareServer, type TimedRequests } from './sweep-requests.ts'

/** The aim for each request while the sweep runs. */
const maxRequestMs = 100
const learnersPerCourse = 200

/** The pairs of requests that are timed before the sweep. */
const roundsAlone = 100

type Result = {
  sessions: number
  step: string
  seconds: string
  perSecond: number
  requests: number
  readP50: string
  readP99: string
  writeP50: string
  writeP99: string
  max: string
  /** The requests that took longer than the aim. */
  beyond: number
  /** The slowest of the same requests before the sweep. */
  maxAlone: string
  /** The slowest of as many requests to the bare server, which are sent in turn with the others. */
  maxBare: string
  beyondBare: number
  verdict: string
}

/** The values of the columns with which a session is due for each step, one hour ago. */
const dueRows: Record<string, string> = {
  noShow: `status = 'Scheduled'`,
  timeOver: `status = 'Scheduled', in_progress_date = now() - interval '2 hours'`,
  windowClosed: `status = 'Needs Proctor'`,
  reviewOverdue: `status = 'Processing', in_progress_date = now() - interval '2 days', ended_date = now() - interval '2 days'`,
}

const isOver = `status = 'Scheduled' and ended_date is null and appointment_end_date <= now() - interval '30 minutes'`

/** The sessions that each step still has to change. */
const stillDue: Record<string, string> = {
  noShow: `${isOver} and in_progress_date is null`,
  timeOver: `${isOver} and in_progress_date is not null`,
  windowClosed: `status = 'Needs Proctor' and exam_sid in (
    select x.sid from exam x join course c on c.sid = x.course_sid where c.title = 'Swept windowClosed')`,
  reviewOverdue: `status = 'Processing' and audit_status is distinct from 'Overdue' and review_by_date <= now()`,
}

export async function run(args: string[]): Promise<void> {
  const command = {
    name: 'npm run bench -- sweep',
    description: 'Measures the sweep of due sessions, and requests meanwhile, on a real Postgres.',
    options: {
      sessions: {
        type: 'string',
        value: '<numbers>',
        default: '10000,100000',
        description: 'The numbers of due sessions of each kind, separated by commas.',
      },
      kinds: {
        type: 'string',
        value: '<names>',
        default: Object.keys(dueRows).join(','),
        description: 'The kinds of due sessions, separated by commas.',
      },
    },
  } as const
  const { values } = readArguments(command, args)
  const sizes = values.sessions.split(',').map(Number)
  const kinds = values.kinds.split(',')
  const unknown = kinds.find(kind => !(kind in dueRows))
  if (unknown !== undefined) throw new Error(`There is no kind ${unknown}.`)
  const results: Result[] = []
  for (const sessions of sizes)
    await inDirectory(async directory => {
      const server = await startEmbeddedPostgres(join(directory, 'server'))
      try {
        const env = { DATABASE_URL: server.url }
        const system = await start(join(directory, 'state'), await freePort(), { env })
        try {
          // The table so far after each measurement, of which each may take minutes.
          for (const step of kinds) {
            results.push(await measure(system, server.url, step, sessions))
            console.table(results)
          }
        } finally {
          await end(system, 'SIGTERM')
        }
      } finally {
        await server.stop()
      }
    })
}

async function measure(system: Started, url: string, step: string, sessions: number): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const bare = await startBareServer(url)
  try {
    const open = await openSessions(system)
    const alone = await timed(open, bare, rounds => rounds < roundsAlone)
    await client.query('set statement_timeout = 0')
    await insertDue(client, String(system.demo['installSid']), step, sessions)
    const hasDue = hasDueOf(client, step)
    while (await hasDue(sessions)) await sleep(50)
    const startedAt = performance.now()
    let isSweeping = true
    const done = (async () => {
      while (await hasDue(1)) await sleep(1000)
      isSweeping = false
      return (performance.now() - startedAt) / 1000
    })()
    const { reads, writes, bareRequests } = await timed(open, bare, () => isSweeping)
    const seconds = await done
    const max = maxOf([...reads, ...writes])
    return {
      sessions,
      step,
      seconds: seconds.toFixed(1),
      perSecond: Math.round(sessions / seconds),
      requests: reads.length + writes.length,
      readP50: percentile(reads, 50).toFixed(1),
      readP99: percentile(reads, 99).toFixed(1),
      writeP50: percentile(writes, 50).toFixed(1),
      writeP99: percentile(writes, 99).toFixed(1),
      max: max.toFixed(1),
      beyond: beyondOf([...reads, ...writes]),
      maxAlone: maxOf([...alone.reads, ...alone.writes]).toFixed(1),
      maxBare: maxOf(bareRequests).toFixed(1),
      beyondBare: beyondOf(bareRequests),
      verdict: max <= maxRequestMs ? 'met' : `missed: ${maxRequestMs} ms`,
    }
  } finally {
    bare.close()
    await client.end()
  }
}

const maxOf = (latencies: number[]) => latencies.reduce((max, ms) => Math.max(max, ms), 0)

const beyondOf = (latencies: number[]) => latencies.filter(ms => ms > maxRequestMs).length

/** Reads and changes a session, and a row of the bare server, in turn. Returns the latencies in ms. */
async function timed(sessions: TimedRequests, bare: TimedRequests, hasNext: (rounds: number) => boolean) {
  const reads: number[] = []
  const writes: number[] = []
  const bareRequests: number[] = []
  for (let rounds = 0; hasNext(rounds); rounds++) {
    reads.push(await sessions.read())
    bareRequests.push(await bare.read())
    writes.push(await sessions.write())
    bareRequests.push(await bare.write())
  }
  return { reads, writes, bareRequests }
}

/**
 * Returns a function that returns whether the step still has to change so many sessions. The system changes them by itself:
 * its scheduled work runs every minute.
 */
const hasDueOf = (client: pg.Client, step: string) => async (sessions: number) => {
  const { rows } = await client.query<{ has: boolean }>(
    `select count(*) = $1 as has from (select from exam_session where ${stillDue[step]} limit $1) due`,
    [sessions],
  )
  return rows[0]?.has ?? false
}

/** Inserts courses of 200 learners, each with a session that is due for the step. */
async function insertDue(
  client: pg.Client,
  installSid: string,
  step: string,
  sessions: number,
): Promise<void> {
  const install = installSid.slice(2)
  const courses = Math.ceil(sessions / learnersPerCourse)
  const closes = step === 'windowClosed' ? `now() - interval '1 hour'` : 'null'
  await client.query(`
    create temporary table scene as select uuidv7() course, uuidv7() exam from generate_series(1, ${courses});
    create temporary table people as select course, exam, uuidv7() learner, uuidv7() enrolled, n
      from scene, generate_series(1, ${learnersPerCourse}) n limit ${sessions};
    insert into course (sid, install_sid, title) select course, '${install}', 'Swept ${step}' from scene;
    insert into exam (sid, install_sid, course_sid, title) select exam, '${install}', course, 'Swept' from scene;
    insert into exam_configuration (sid, install_sid, exam_sid, type, approved, duration, exam_close_date)
      select uuidv7(), '${install}', exam, 'primary', true, 60, ${closes} from scene;
    insert into users (sid, install_sid, first_name, last_name, email, enabled)
      select learner, '${install}', 'Ada', 'Swept', 'swept@school.example', true from people;
    insert into enrollment (sid, install_sid, course_sid, user_sid)
      select enrolled, '${install}', course, learner from people;
    insert into exam_session (sid, install_sid, course_sid, exam_sid, enrollment_sid, user_sid, access_key, duration)
      select uuidv7(), '${install}', course, exam, enrolled, learner, enrolled::text, 60 from people;
    update exam_session set appointment_date = now() - interval '2 hours', review_by_date = now() - interval '1 hour',
      appointment_end_date = now() - interval '1 hour', ${dueRows[step]} where exam_sid in (select exam from scene);
    drop table scene, people; analyze`)
}
