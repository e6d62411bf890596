// Signed URLs of files: `/v1/files/{fileSid}/{signature}`. The signature is a sealed text that contains what the URL permits, so a
// request that it does not permit is refused without the database.

import * as z from 'zod'
import { type SidOf, sidFromUuid } from '../../../db/sid.ts'
import type { Seal } from '../../shared/crypto/seal.ts'
import { Sid } from '../../shared/values/sid.ts'

/** How long a signed URL works. */
export const urlTtlMs = 15 * 60_000

export const signedPath = '/v1/files/{fileSid}/{signature}'

const Upload = z.strictObject({
  method: z.literal('PUT'),
  contentType: z.string(),
  size: z.int(),
  /** Milliseconds since 1970. */
  expires: z.int(),
})
/** `id` is stored when the URL is used. */
const Download = z.strictObject({ method: z.literal('GET'), id: Sid('FD'), expires: z.int() })
const Permission = z.discriminatedUnion('method', [Upload, Download])
type Permission = z.output<typeof Permission>

export type UploadPermission = z.output<typeof Upload>
export type DownloadPermission = z.output<typeof Download>

type Signing = { sealed: Seal; baseUrl: string }

/** Returns the URL that permits one request. */
export async function signUrl(
  { sealed, baseUrl }: Signing,
  sid: SidOf<'FI'>,
  permission: Permission,
): Promise<string> {
  const signature = await sealed.seal({ purpose: 'file-url', sid }, JSON.stringify(permission))
  return new URL(`/v1/files/${sid}/${signature}`, baseUrl).href
}

const fileSidPattern = /^FI[0-9a-f]{32}$/

/** Returns what a URL permits with this method; undefined if it is altered, expired, or for another file or method. */
export async function openUrl<M extends Permission['method']>(
  { sealed }: Pick<Signing, 'sealed'>,
  { fileSid, signature }: { fileSid: string; signature: string },
  method: M,
  now: number,
): Promise<{ sid: SidOf<'FI'>; permission: Extract<Permission, { method: M }> } | undefined> {
  if (!fileSidPattern.test(fileSid)) return undefined
  const sid = sidFromUuid('FI', fileSid.slice(2))
  try {
    const text = await sealed.open({ purpose: 'file-url', sid }, signature)
    const permission = Permission.parse(JSON.parse(text))
    if (!isOf(permission, method) || permission.expires <= now) return undefined
    return { sid, permission }
  } catch {
    return undefined
  }
}

const isOf = <M extends Permission['method']>(
  permission: Permission,
  method: M,
): permission is Extract<Permission, { method: M }> => permission.method === method
