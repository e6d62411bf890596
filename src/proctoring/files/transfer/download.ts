// `GET` of a download URL: the content of a file, once, as a download that no browser displays or executes.

import { batch } from '../../../../db/client.ts'
import type { StreamRoute } from '../../../shared/http/stream.ts'
import { keyOf } from '../../bucket.ts'
import type { ProctoringEnv } from '../../env.ts'
import { contentTypeOf } from '../../file-content/types.ts'
import { openUrl, signedPath } from '../signed-url.ts'
import { useDownload } from './queries.ts'
import { invalidUrl, signedParams } from './upload.ts'

export const downloadFile: StreamRoute<ProctoringEnv> = {
  method: 'get',
  path: signedPath,
  operationId: 'downloadFile',
  handle: async ({ env, params }) => {
    const { db, bucket } = env
    const opened = await openUrl(env, signedParams(params), 'GET', Date.now())
    if (!opened) throw invalidUrl()
    const { id, expires } = opened.permission
    const { uses, files } = await batch(db, useDownload(db, opened.sid, id, new Date(expires)))
    const [file] = files
    if (uses.length === 0 || !file) throw invalidUrl()
    const object = await bucket.get(keyOf(file))
    if (!object) throw invalidUrl()
    return new Response(object.body, {
      headers: {
        'content-type': safeType(file.contentType),
        'content-length': String(object.size),
        'content-disposition': dispositionOf(file),
        'cache-control': 'private, no-store',
        'accept-ranges': 'none',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      },
    })
  },
}

/** Only types that the system has checked. */
const safeType = (contentType: string): string => {
  if (!contentTypeOf(contentType)) return 'application/octet-stream'
  return contentType.startsWith('text/') ? `${contentType}; charset=utf-8` : contentType
}

type Named = { name: string; contentType: string }

/**
 * The name of the download, in both forms of RFC 6266. It ends in an extension of its media type, so that the text `run.bat` is
 * saved as `run.bat.txt`.
 */
export function dispositionOf({ name, contentType }: Named): string {
  const extensions = contentTypeOf(contentType)?.extensions ?? ['.bin']
  const isFitting = extensions.some(extension => name.toLowerCase().endsWith(extension))
  const full = isFitting ? name : `${name}${extensions[0]}`
  const plain = full.replaceAll(/[^ !#$&+\-.0-9A-Z^_`a-z{}~]/g, '_')
  const encoded = encodeURIComponent(full).replaceAll(
    /['()*]/g,
    letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
