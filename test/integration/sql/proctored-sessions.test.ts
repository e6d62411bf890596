import { expect, test } from 'vitest'
import { id, sids, sqlDatabase } from '../../support/sql.ts'

const { rows, run } = sqlDatabase()
const { course, enrollment } = sids

test('proctored_sessions returns each group in its order, without appointments of more than a day ago', async () => {
  const minutes = {
    running: -30,
    runningLong: -600,
    ahead: 60,
    nextWeek: 9000,
    inReview: -300,
    missed: -200,
    old: -1500,
  }
  const [sidOf, names] = [new Map<string, string>(), new Map<unknown, string>()]
  for (const [at, [name, start]] of Object.entries(minutes).entries()) {
    sidOf.set(name, id(500 + at))
    names.set(id(500 + at), name)
    await run(`
      insert into exam (sid, install_sid, course_sid, title)
        values ('${id(400 + at)}', '${sids.install}', '${course}', 'E');
      insert into exam_session (sid, install_sid, course_sid, exam_sid, enrollment_sid, user_sid, access_key, status,
          appointment_date)
        values ('${id(500 + at)}', '${sids.install}', '${course}', '${id(400 + at)}', '${enrollment}', '${sids.users}',
          'key', 'Scheduled', now() + ${start} * interval '1 minute')`)
  }
  const setOf = (name: string, values: string) =>
    run(`update exam_session set ${values} where sid = '${sidOf.get(name)}'`)
  await setOf('running', 'in_progress_date = now()')
  await setOf('runningLong', `status = 'Incident', in_progress_date = now()`)
  await setOf('inReview', `status = 'Processing', in_progress_date = now(), ended_date = now()`)
  const proctored = () =>
    rows(
      `select sid from proctored_sessions('${sids.install}', now() - interval '2 hours') as of_install(sid)`,
    )
  expect((await proctored()).map(({ sid }) => names.get(sid))).toEqual([
    'running',
    'runningLong',
    'ahead',
    'nextWeek',
    'inReview',
    'missed',
  ])
})
