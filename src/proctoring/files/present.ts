import { newSid } from '../../../db/sid.ts'
import type { ProctoringEnv } from '../env.ts'
import type { FileRow } from './queries.ts'
import { signUrl, urlTtlMs } from './signed-url.ts'

type SigningEnv = Pick<ProctoringEnv, 'sealed' | 'baseUrl'>

/** Returns the record of a file. A complete file has a new address for one download. */
export async function presentFile(env: SigningEnv, row: FileRow['file'], now: Date) {
  if (!row.completedDate) return { ...row, downloadUrl: null, downloadExpiresAt: null }
  const downloadExpiresAt = new Date(now.getTime() + urlTtlMs)
  const permission = {
    method: 'GET',
    id: newSid('FD'),
    expires: downloadExpiresAt.getTime(),
  } as const
  return { ...row, downloadUrl: await signUrl(env, row.sid, permission), downloadExpiresAt }
}

/** Returns the stable address of an uploaded attachment, which needs a credential. `delete_removed_attachments` reads it. */
export const attachmentUrlOf = (
  { baseUrl }: Pick<ProctoringEnv, 'baseUrl'>,
  { installSid, sid }: Pick<FileRow['file'], 'installSid' | 'sid'>,
): string => new URL(`/v1/installs/${installSid}/files/${sid}`, baseUrl).href
