import { asPage } from '../../shared/http/page.ts'
import { route } from '../env.ts'
import { InstallParams, tag } from '../paths.ts'
import { listRecords } from './queries.ts'
import { AuditPage, AuditQuery } from './schema.ts'

export const readAudit = route({
  method: 'get',
  path: '/v1/installs/{installSid}/sts/audit',
  tag,
  action: 'sp:ReadStsAudit',
  learners: 'impersonal',
  callers: ['credential', 'session'],
  summary: 'List the token events of the install',
  description:
    'Lists issues, refreshes, revocations, and uses of a token after its replacement. A revocation of many tokens is one row that contains what they have in common.',
  params: InstallParams,
  query: AuditQuery,
  returns: AuditPage,
  load: ({ db, params, query }) => listRecords(db, params.installSid, query),
  handle: ({ loaded: { rows, counted }, ...request }) => {
    const results = rows.map(({ familySid, actorSid, operatorSid, ...row }) => ({
      ...row,
      rootSid: familySid,
      actorSid: actorSid ?? operatorSid,
    }))
    return asPage({ ...request, loaded: { rows: results, counted } })
  },
})
