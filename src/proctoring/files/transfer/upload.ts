// `PUT` to an upload URL: stores the content of a file.

import { batch } from '../../../../db/client.ts'
import type { StreamRequest, StreamRoute } from '../../../shared/http/stream.ts'
import { Problem } from '../../../shared/problems/problem.ts'
import { keyOf, store } from '../../bucket.ts'
import type { ProctoringEnv } from '../../env.ts'
import { openUrl, signedPath, type UploadPermission } from '../signed-url.ts'
import { endUpload, findExistence, releaseUpload, startUpload } from './queries.ts'

const withinMs = 300_000

/**
 * The upload starts by a compare-and-set, so one of many requests stores the content. After a failure the URL works again, until it
 * expires.
 */
export const uploadFile: StreamRoute<ProctoringEnv> = {
  method: 'put',
  path: signedPath,
  operationId: 'uploadFile',
  handle: async ({ env, request, params, waitUntil }) => {
    const { db, bucket } = env
    const opened = await openUrl(env, signedParams(params), 'PUT', Date.now())
    if (!opened) throw invalidUrl()
    requirePermitted(request, opened.permission)
    const { body } = request
    if (!body) throw new Problem('invalid_request', 'The body is empty.')
    const { started: rows } = await batch(db, { started: startUpload(db, opened.sid) })
    const [started] = rows
    if (!started) throw invalidUrl()
    const key = keyOf(started)
    const { size } = opened.permission
    try {
      await store(bucket, key, { body, size, withinMs })
    } catch (cause) {
      const released = batch(db, { released: releaseUpload(db, started) })
      waitUntil(released)
      await released
      throw new Problem('invalid_request', `Expected a body of exactly ${size} bytes.`, { cause })
    }
    const { ended, existing } = await batch(db, {
      ended: endUpload(db, started),
      existing: findExistence(db, opened.sid),
    })
    // Deleted meanwhile: its object is queued for deletion, also after the end of this upload.
    if (existing.length === 0) await bucket.delete([key])
    if (ended.length === 0) throw invalidUrl()
    return Response.json({ sid: opened.sid, size }, { headers: { 'cache-control': 'no-store' } })
  },
}

export const signedParams = ({ fileSid = '', signature = '' }: StreamRequest<unknown>['params']) => ({
  fileSid,
  signature,
})

export const invalidUrl = () =>
  new Problem('not_found', 'The URL is unknown, used or expired. Read or create the file for a new one.')

/** @throws Problem `unsupported_media_type`, `body_too_large`, `invalid_request` before the body is read */
function requirePermitted({ headers }: Request, { contentType, size }: UploadPermission): void {
  const sent = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (sent !== contentType) throw new Problem('unsupported_media_type', `Send the file as ${contentType}.`)
  const length = headers.get('content-length')
  if (length === null || headers.has('transfer-encoding')) return // counted while it is stored
  if (Number(length) > size) throw new Problem('body_too_large', `The file was declared with ${size} bytes.`)
  if (Number(length) !== size)
    throw new Problem('invalid_request', `Expected a body of exactly ${size} bytes.`)
}
