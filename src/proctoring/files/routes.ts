import * as z from 'zod'
import { batch } from '../../../db/client.ts'
import { currentTime } from '../../../db/draws.ts'
import { newSid } from '../../../db/sid.ts'
import { asPage } from '../../shared/http/page.ts'
import { throwIfAny, unknownSid } from '../../shared/problems/field-errors.ts'
import { firstOr404, Problem } from '../../shared/problems/problem.ts'
import { setActor } from '../actor.ts'
import { keyOf } from '../bucket.ts'
import { route } from '../env.ts'
import { fileSettingsOf } from '../file-content/settings.ts'
import { contentOf } from '../file-content/stored.ts'
import { contentTypeOf } from '../file-content/types.ts'
import { findInstall } from '../installs/queries.ts'
import { changeBy } from '../locks.ts'
import { attachFile, deleteFileRow, insertFile, removeFile } from './changes.ts'
import { deleteObjects } from './deletion/objects.ts'
import { attachmentUrlOf, presentFile } from './present.ts'
import { findConfigurationParent, findFile, findSessionParent, listFileRows } from './queries.ts'
import {
  parentSidsOf,
  requireConfigurationChange,
  requireOwnSession,
  requireSessionUpload,
  settingsErrors,
} from './rules.ts'
import { File, FileCreate, FilePage, FileParams, FileQuery, FilesParams, FileUpload } from './schema.ts'
import { signUrl, urlTtlMs } from './signed-url.ts'

const tag = 'File'

const all = { tag, path: '/v1/installs/{installSid}/files', params: FilesParams } as const
const one = { tag, path: `${all.path}/{fileSid}`, params: FileParams } as const

export const createFile = route({
  ...all,
  method: 'post',
  action: 'sp:CreateFile',
  summary: 'Create a file',
  description:
    'Returns the address to which to `PUT` the content within 15 minutes; then complete the file. A photo and a returned file belong to a session, an exam file and an attachment to an exam configuration. The element of a learner can create photos and returned files of its own session, until an hour after the end of the attempt. Instructors cannot change the files of a locked configuration.',
  body: FileCreate,
  returns: FileUpload,
  status: 201,
  problems: ['session_state_conflict', 'user_erased', 'too_many_files', 'edited_meanwhile'],
  load: ({ db, params: { installSid }, body: { sessionSid, examConfigurationSid } }) => ({
    installs: findInstall(db, { installSid }),
    sessions: findSessionParent(db, installSid, sessionSid),
    configurations: findConfigurationParent(db, installSid, examConfigurationSid),
  }),
  ownedBy: ({ loaded: { sessions } }) => sessions[0]?.userSid,
  handle: async ({ db, env, caller, params: { installSid }, body, loaded, url }) => {
    const { purpose, name, contentType, size, sessionSid, examConfigurationSid } = body
    const install = firstOr404(loaded.installs)
    const [session] = loaded.sessions
    const [configuration] = loaded.configurations
    throwIfAny([
      ...(sessionSid && !session ? [unknownSid('sessionSid', 'session', sessionSid)] : []),
      ...(examConfigurationSid && !configuration
        ? [unknownSid('examConfigurationSid', 'exam configuration', examConfigurationSid)]
        : []),
    ])
    if (session) requireSessionUpload(caller, session, currentTime())
    if (configuration) requireConfigurationChange(caller, configuration, { action: 'sp:CreateFile', url })
    throwIfAny(settingsErrors(body, fileSettingsOf(install)))
    const parent = parentSidsOf(body)
    const sid = newSid('FI')
    const values = { sid, installSid, purpose, ...parent, name, contentType, size }
    const { files } = await batch(db, insertFile(db, values, parent, urlTtlMs, changeBy(caller, install)))
    const { uploadExpiresDate } = firstOr404(files)
    const expires = uploadExpiresDate.getTime()
    const uploadUrl = await signUrl(env, sid, { method: 'PUT', contentType, size, expires })
    return { sid, uploadUrl, expiresAt: uploadExpiresDate }
  },
})

export const listFiles = route({
  ...all,
  method: 'get',
  action: 'sp:ListFiles',
  summary: 'List files',
  description:
    'The files of a session or of a configuration, or all files of the install. A learner must send its own `sessionSid`.',
  query: FileQuery,
  returns: FilePage,
  load: ({ db, params: { installSid }, query }) => ({
    sessions: findSessionParent(db, installSid, query.sessionSid),
    ...listFileRows(db, installSid, query),
  }),
  ownedBy: ({ loaded: { sessions } }) => sessions[0]?.userSid,
  handle: ({ caller, loaded: { sessions, rows, counted }, query, url }) => {
    const [session] = sessions
    if (session) requireOwnSession(caller, session)
    return asPage({ loaded: { rows, counted }, query, url })
  },
})

export const readFile = route({
  ...one,
  method: 'get',
  action: 'sp:ReadFile',
  volatile: true,
  summary: 'Get a file',
  description:
    'Returns a new `downloadUrl` for one `GET` within 15 minutes. A learner can read only the files of its own sessions.',
  returns: File,
  load: ({ db, params }) => ({ files: findFile(db, params) }),
  ownedBy: ({ loaded: { files } }) => files[0]?.session?.userSid,
  handle: ({ env, caller, loaded }) => {
    const { file, session } = firstOr404(loaded.files)
    if (session) requireOwnSession(caller, session)
    return presentFile(env, file, currentTime())
  },
})

export const completeFile = route({
  ...one,
  method: 'post',
  path: `${one.path}/complete`,
  action: 'sp:CompleteFile',
  repeatable: true,
  summary: 'Complete a file',
  description:
    'Checks the size and the content of an uploaded file, and attaches it to its session or configuration. A file whose content does not match its `contentType` is deleted. A new returned file replaces the previous one. Repeating it changes nothing.',
  returns: File,
  problems: [
    'file_not_uploaded',
    'file_content_mismatch',
    'session_state_conflict',
    'user_erased',
    'too_many_files',
    'edited_meanwhile',
  ],
  load: ({ db, params }) => ({ files: findFile(db, params) }),
  ownedBy: ({ loaded: { files } }) => files[0]?.session?.userSid,
  handle: async ({ db, env, caller, loaded, url, waitUntil }) => {
    const { file, session, configuration, install } = firstOr404(loaded.files)
    if (session) requireSessionUpload(caller, session, currentTime())
    if (configuration) requireConfigurationChange(caller, configuration, { action: 'sp:CompleteFile', url })
    if (file.completedDate) return presentFile(env, file, currentTime())
    const content = file.uploadedDate ? await contentOf(env.bucket, keyOf(file)) : undefined
    if (!content)
      throw new Problem('file_not_uploaded', 'Send the content with PUT to the uploadUrl of the file first.')
    if (content.size !== file.size || !(await contentTypeOf(file.contentType)?.matches(content))) {
      await batch(db, { deleted: deleteFileRow(db, file) })
      waitUntil(() => deleteObjects(env))
      throw new Problem(
        'file_content_mismatch',
        `The content is not ${file.contentType} of ${file.size} bytes. The file is deleted: create another one.`,
      )
    }
    const attachmentUrl = attachmentUrlOf(env, file)
    const change = changeBy(caller, install)
    const { files } = await batch(db, {
      actor: setActor(db, caller),
      ...attachFile(db, file, attachmentUrl, change),
    })
    if (file.purpose === 'returnedFile') waitUntil(() => deleteObjects(env))
    return presentFile(env, firstOr404(files).file, currentTime())
  },
})

export const deleteFile = route({
  ...one,
  method: 'delete',
  action: 'sp:DeleteFile',
  roles: ['admin', 'instructor', 'proctor'],
  summary: 'Delete a file',
  description:
    'Deletes the record and the content, whether or not it is complete. An attachment is removed from its configuration. Instructors cannot change the files of a locked configuration.',
  returns: z.string(),
  problems: ['edited_meanwhile', 'user_erased'],
  load: ({ db, params }) => ({ files: findFile(db, params) }),
  handle: async ({ db, env, caller, loaded, url, waitUntil }) => {
    const { file, session, configuration, install } = firstOr404(loaded.files)
    if (session) requireOwnSession(caller, session)
    if (configuration) requireConfigurationChange(caller, configuration, { action: 'sp:DeleteFile', url })
    const { files } = await batch(db, {
      actor: setActor(db, caller),
      ...removeFile(db, file, changeBy(caller, install)),
    })
    firstOr404(files)
    waitUntil(() => deleteObjects(env))
    return 'File deleted'
  },
})
