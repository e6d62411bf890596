// Deactivates endpoints that have failed for days, and mails the operators of their application.

import { batch, type Database } from '../../../../db/client.ts'
import { uuidFromSid } from '../../../../db/sid.ts'
import type { Service } from '../../../shared/env.ts'
import { logFailure } from '../../../shared/logging/failure.ts'
import type { Log } from '../../../shared/logging/log.ts'
import type { SendMail } from '../../mail/sender.ts'
import { endpointActivatedMail, endpointDeactivatedMail } from '../../mail/webhook-templates.ts'
import { endpointsChanged } from '../announce.ts'
import { claimNotices, deactivateFailing, finishNotices } from './sql.ts'

type Env = { db: Database; log: Log; mail: SendMail; realtime: Service | undefined }

/** The work of one run ends after this time; the next one continues. */
const maxRunMs = 10_000

/**
 * Deactivates the endpoints that have failed for days, and sends the mails that are due.
 * @param at the clock of a scheduled run
 * @returns the number of deactivated endpoints, and of sent mails
 */
export async function noticeFailing(env: Env, at: Date): Promise<{ deactivated: number; notices: number }> {
  const { endpoints } = await batch(env.db, { endpoints: deactivateFailing({ at }) })
  const applicationSids = new Set(endpoints.map(({ applicationSid }) => applicationSid))
  for (const applicationSid of applicationSids) await endpointsChanged(env, applicationSid)
  return { deactivated: endpoints.length, notices: await sendNotices(env, at) }
}

/** Sends the mails that are due. @returns the number of sent mails */
export async function sendNotices(env: Omit<Env, 'realtime'>, at = new Date()): Promise<number> {
  const startedAt = Date.now()
  let count = 0
  for (;;) {
    const { due } = await batch(env.db, { due: claimNotices({ at }) })
    const sent = await Promise.all(
      due.map(async ({ sid, kind, email, name, ...endpoint }) => {
        const mailOf = kind === 'deactivated' ? endpointDeactivatedMail : endpointActivatedMail
        try {
          await env.mail(mailOf({ email, name }, endpoint), sid)
          return [sid]
        } catch (error) {
          logFailure(env.log, error)
          return []
        }
      }),
    )
    const sids = sent.flat()
    if (sids.length > 0) await batch(env.db, { finished: finishNotices({ sids: sids.map(uuidFromSid) }) })
    count += sids.length
    // If the provider accepts none, the others keep their attempts.
    if (sids.length === 0 || Date.now() - startedAt > maxRunMs) return count
  }
}
