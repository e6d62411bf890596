// Functions that read what an embed shows.
import { expect, test } from 'vitest'
import { id, insertSession, sids, sqlDatabase } from '../../support/sql.ts'

const { rows, run } = sqlDatabase()

const offer = async (element: string | null) => {
  const [row] = await rows(
    'select o.event_types as events, o.proctor_types as types from embed_offer($1, $2) o',
    [sids.install, element],
  )
  return row
}

test('embed_offer has the types of the element: event types without a code, and proctor types that are not retired', async () => {
  await run(`
    delete from event_type; delete from proctor_type;
    insert into event_type (sid, install_sid, name, code, retired_date) values
      ('${id(20)}', '${sids.install}', 'Phone', null, null), ('${id(21)}', '${sids.install}', 'Absence', null, null),
      ('${id(22)}', '${sids.install}', 'Coded', 'coded', null), ('${id(23)}', '${sids.install}', 'Retired', null, now());
    insert into proctor_type (sid, install_sid, code, name, retired_date) values
      ('${id(30)}', '${sids.install}', 'live', 'Live', null), ('${id(31)}', '${sids.install}', 'old', 'Old', now())`)
  const events = [
    { sid: id(21), name: 'Absence' },
    { sid: id(20), name: 'Phone' },
  ]
  expect(await offer('proctoring-session')).toEqual({ events, types: [] })
  expect(await offer('exam-session')).toEqual({
    events: [],
    types: [{ sid: id(30), code: 'live', name: 'Live' }],
  })
  expect(await offer('assessment-viewer')).toEqual({ events: [], types: [] })
  expect(await offer(null)).toEqual({ events: [], types: [] })
})

test('embed_offer has the origins that may embed, and no row for an unknown install', async () => {
  await run(`update install set allowed_embed_origins = '{https://lms.example}'`)
  const origins = (install: string) =>
    rows('select o.allowed_origins as origins from embed_offer($1, null) o', [install])
  expect(await origins(sids.install)).toEqual([{ origins: ['https://lms.example'] }])
  expect(await origins(id(99))).toEqual([])
})

const shown = () =>
  rows(
    `select e.sid, e.exam_sid, e.enrollment_sid, e.exam_title, e.learner, e.running from embed_sessions('\\x11') e`,
  )

test('embed_sessions returns the sessions of the resource of the token, with the titles and names', async () => {
  await run(insertSession)
  await run(`
    insert into users (sid, install_sid, first_name, last_name, email)
      values ('${id(40)}', '${sids.install}', 'Alan', 'Other', 'alan@school.example');
    insert into sts_family (sid, install_sid, credential_sid, holder_sid, target_user_sid, token_type, element_type, resource,
        policy, install_epoch, credential_epoch, holder_epoch, user_epoch, absolute_expires_at)
      values ('${id(41)}', '${sids.install}', '${sids.credential}', '${sids.credential}', '${sids.users}', 'element',
        'exam-session', '*', '{}', 0, 0, 0, 0, now() + interval '1 day');
    insert into sts_token (sid, family_sid, generation, secret_hash, expires_at)
      values ('${id(41)}', '${id(41)}', 0, '\\x11', now() + interval '1 hour')`)
  const session = {
    ...{ sid: sids.session, exam_sid: sids.exam, enrollment_sid: sids.enrollment },
    ...{ exam_title: 'Exam', learner: 'Ada Learner', running: false },
  }
  expect(await shown()).toEqual([session])
  const resource = (text: string) => run(`update sts_family set resource = '${text}'`)
  const wire = (prefix: string, sid: string) => prefix + sid.replaceAll('-', '')
  await resource(wire('EX', sids.exam))
  expect(await shown()).toEqual([session])
  await resource(wire('ES', id(99)))
  expect(await shown()).toEqual([])
  await resource('*')
  await run(`update sts_family set target_user_sid = '${id(40)}'`)
  expect(await shown()).toEqual([])
  await run(
    `update sts_family set element_type = 'assessment-viewer', resource = '${wire('ES', sids.session)}'`,
  )
  expect(await shown()).toEqual([])
  await run(`update users set role = 'proctor' where sid = '${id(40)}'`)
  expect(await shown()).toEqual([session])
})
