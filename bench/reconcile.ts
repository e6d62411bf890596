// `npm run bench -- reconcile`: a replacement of a configuration that changes all appointments of an exam, and one that changes
// none, on a real Postgres. `--appointments 100,1000,10000` selects the numbers of appointments.

import { join } from 'node:path'
import pg from 'pg'
import { end, freePort, type Started, start } from '../test/support/start.ts'
import { readArguments } from '../tools/arguments.ts'
import { startEmbeddedPostgres } from '../tools/neon/embedded.ts'
import { commands } from './commands.ts'
import { inDirectory } from './directory.ts'

/** Twice as many appointments may cost at most this many times as much. */
const maxGrowth = 2.5
const rounds = 3

type Result = {
  appointments: number
  change: string
  ms: string
  perAppointment: string
  growth: string
  verdict: string
}

export async function run(args: string[]): Promise<void> {
  const { values } = readArguments(commands.reconcile, args)
  const sizes = values.appointments.split(',').map(Number)
  const results: Result[] = []
  await inDirectory(async directory => {
    const server = await startEmbeddedPostgres(join(directory, 'server'))
    try {
      const env = { DATABASE_URL: server.url }
      const system = await start(join(directory, 'state'), await freePort(), { env })
      try {
        for (const [at, size] of sizes.entries())
          for (const measured of await measure(system, server.url, size))
            results.push(
              withGrowth(
                measured,
                results.findLast(({ change }) => change === measured.change),
                at === 0,
              ),
            )
      } finally {
        await end(system, 'SIGTERM')
      }
    } finally {
      await server.stop()
    }
  })
  console.table(results)
}

type Measured = { appointments: number; change: string; ms: number }

/** Compares the time with that of the next smaller size, as the factor for twice as many appointments. */
function withGrowth(
  { appointments, change, ms }: Measured,
  before: Result | undefined,
  isFirst: boolean,
): Result {
  const doublings = before ? Math.log2(appointments / before.appointments) : 0
  const growth = before && doublings > 0 ? (ms / Number(before.ms)) ** (1 / doublings) : undefined
  return {
    ...{ appointments, change, ms: ms.toFixed(1), perAppointment: (ms / appointments).toFixed(3) },
    growth: growth?.toFixed(2) ?? '',
    verdict: isFirst || growth === undefined ? '' : growth <= maxGrowth ? 'met' : `missed: ${maxGrowth}`,
  }
}

/** The fastest of some rounds of each change. */
async function measure(system: Started, url: string, appointments: number): Promise<Measured[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const path = await insertAppointments(client, system, appointments)
    const replace = async (duration: number) => {
      const startedAt = performance.now()
      const answer = await system.call('PUT', path, { body: { duration } })
      if (answer.status !== 200) throw new Error(`PUT returned ${answer.status}: ${answer.raw}`)
      return { ms: performance.now() - startedAt, changed: answer.count('updatedAutomatedSessions') }
    }
    const all: number[] = []
    const none: number[] = []
    for (let round = 1; round <= rounds; round++) {
      const first = await replace(60 + round)
      if (first.changed !== appointments) throw new Error(`${first.changed} of ${appointments} changed.`)
      all.push(first.ms)
      none.push((await replace(60 + round)).ms)
    }
    return [
      { appointments, change: 'all', ms: Math.min(...all) },
      { appointments, change: 'none', ms: Math.min(...none) },
    ]
  } finally {
    await client.end()
  }
}

/** Inserts an exam with the appointments. Returns the path of its configuration. */
async function insertAppointments(
  client: pg.Client,
  { call, demo }: Started,
  amount: number,
): Promise<string> {
  const install = `/v1/installs/${demo['installSid']}`
  const post = async (path: string, body: unknown) => {
    const answer = await call('POST', install + path, { body })
    if (answer.status >= 300) throw new Error(`POST ${path} returned ${answer.status}: ${answer.raw}`)
    return answer
  }
  const course = (await post('/courses', { title: 'Reconciled' })).text('sid')
  const exam = await post(`/courses/${course}/exams`, {
    title: 'Reconciled',
    configuration: { duration: 60 },
  })
  const [installUuid, courseUuid, examUuid] = [String(demo['installSid']), course, exam.text('sid')].map(
    sid => sid.slice(2),
  )
  await client.query(`
    create temporary table people as select uuidv7() learner, uuidv7() enrolled from generate_series(1, ${amount});
    insert into users (sid, install_sid, first_name, last_name, email, enabled)
      select learner, '${installUuid}', 'Ada', 'Reconciled', 'reconciled@school.example', true from people;
    insert into enrollment (sid, install_sid, course_sid, user_sid)
      select enrolled, '${installUuid}', '${courseUuid}', learner from people;
    insert into exam_session (sid, install_sid, course_sid, exam_sid, enrollment_sid, user_sid, access_key, duration, status,
        appointment_date, appointment_end_date, date_scheduled)
      select uuidv7(), '${installUuid}', '${courseUuid}', '${examUuid}', enrolled, learner, enrolled::text, 60, 'Scheduled',
        now() + interval '1 day', now() + interval '1 day 1 hour', now() from people;
    drop table people; analyze`)
  return `${install}/courses/${course}/exams/${exam.text('sid')}/configurations/${exam.text('examConfigurationSid')}`
}
