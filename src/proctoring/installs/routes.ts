import { batch } from '../../../db/client.ts'
import { cancellationPolicy } from '../../../db/schema/cancellation.ts'
import { findApplications } from '../../shared/auth/applications.ts'
import { asPage } from '../../shared/http/page.ts'
import { firstOr404 } from '../../shared/problems/problem.ts'
import { setActor } from '../actor.ts'
import { route } from '../env.ts'
import { guardUsable } from '../retire.ts'
import { findUsablePolicy, isUsableByInstall } from './cancellation-policies/queries.ts'
import { requirePolicy } from './cancellation-policies/rules.ts'
import { presentSettings } from './notifications.ts'
import {
  findInstall,
  findTimeZoneByName,
  insertInstall,
  listInstallRows,
  renameInstall,
  updateSettings,
} from './queries.ts'
import { requireApplication, requireMaySetLimits, requireTimeZone } from './rules.ts'
import {
  Install,
  InstallCreate,
  InstallPage,
  InstallParams,
  InstallQuery,
  InstallSettings,
  InstallSettingsUpdate,
  InstallUpdate,
} from './schema.ts'

const tag = 'App Install'

export const createInstall = route({
  method: 'post',
  path: '/v1/installs',
  tag,
  action: 'sp:CreateInstall',
  callers: ['credential', 'session'],
  needs: 'account',
  summary: 'Create an install',
  description:
    'The install belongs to the application of the calling credential, or to that which an operator selects.',
  body: InstallCreate,
  returns: Install,
  status: 201,
  problems: ['application_required'],
  audited: true,
  load: ({ db, callerScope, body }) => ({
    applications: findApplications(db, callerScope, body.applicationSid),
  }),
  handle: async ({ db, caller, body, loaded }) => {
    const applicationSid = requireApplication(caller, body, loaded.applications)
    const { accountSid } = caller
    return firstOr404(await insertInstall(db, { accountSid, applicationSid }, body.name))
  },
})

export const listInstalls = route({
  method: 'get',
  path: '/v1/installs',
  tag,
  action: 'sp:ListInstalls',
  learners: 'impersonal',
  summary: 'List installs',
  description:
    'The installs in scope of the caller: all installs of the account, or the one install that the caller is bound to.',
  query: InstallQuery,
  returns: InstallPage,
  load: ({ db, callerScope, query }) => listInstallRows(db, callerScope, query),
  handle: asPage,
})

export const readInstall = route({
  method: 'get',
  path: '/v1/installs/{installSid}',
  tag,
  action: 'sp:ReadInstall',
  learners: 'impersonal',
  summary: 'Get install',
  params: InstallParams,
  returns: Install,
  load: ({ db, params }) => ({ installs: findInstall(db, params) }),
  handle: ({ loaded }) => firstOr404(loaded.installs),
})

export const updateInstall = route({
  method: 'put',
  path: '/v1/installs/{installSid}',
  tag,
  action: 'sp:UpdateInstall',
  callers: ['credential', 'session'],
  roles: ['admin'],
  summary: 'Rename an install',
  params: InstallParams,
  body: InstallUpdate,
  returns: Install,
  audited: true,
  handle: async ({ db, params, body }) => firstOr404(await renameInstall(db, params.installSid, body.name)),
})

export const readSettings = route({
  method: 'get',
  path: '/v1/installs/{installSid}/settings',
  tag,
  action: 'sp:ReadInstallSettings',
  learners: 'impersonal',
  summary: 'Get the deployment settings of an install',
  params: InstallParams,
  returns: InstallSettings,
  load: ({ db, params }) => ({ installs: findInstall(db, params) }),
  handle: ({ loaded }) => presentSettings(firstOr404(loaded.installs)),
})

export const updateInstallSettings = route({
  method: 'put',
  path: '/v1/installs/{installSid}/settings',
  tag,
  action: 'sp:UpdateInstallSettings',
  callers: ['credential', 'session'],
  roles: ['admin'],
  summary: 'Update the deployment settings of an install',
  description:
    'Changes only the members that are sent, also of `notifications`. Its `texts` are replaced as a whole. A credential that is bound to the install cannot set `readsPerMinute` and `writesPerMinute`.',
  params: InstallParams,
  body: InstallSettingsUpdate,
  returns: InstallSettings,
  problems: ['edited_meanwhile'],
  audited: true,
  load: ({ db, params, body }) => ({
    zones: findTimeZoneByName(db, body.defaultTimezone),
    policies: findUsablePolicy(db, params.installSid, body.cancellationPolicySid),
  }),
  handle: async ({ db, caller, params, body, loaded, url }) => {
    requireMaySetLimits(caller, body, url)
    requireTimeZone('defaultTimezone', body.defaultTimezone, loaded.zones)
    requirePolicy(body, loaded.policies)
    const { cancellationPolicySid: policySid } = body
    const { installs } = await batch(db, {
      actor: setActor(db, caller),
      ...(policySid && {
        usable: guardUsable(db, cancellationPolicy, isUsableByInstall(params.installSid, policySid)),
      }),
      ...updateSettings(db, params.installSid, body),
    })
    return presentSettings(firstOr404(installs))
  },
})
