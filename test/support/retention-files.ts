// Rows of files and of topics for the rules of retention.
import { eq } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { file, usedDownload } from '../../db/schema/file.ts'
import { liveTopic } from '../../db/schema/live.ts'
import { examSession } from '../../db/schema/session.ts'
import { newSid, type SidOf } from '../../db/sid.ts'

export function fileRows(
  db: Database,
  { installSid, sessionSid }: { installSid: SidOf<'AI'>; sessionSid: SidOf<'ES'> },
) {
  const aFile = async (dates: { createdDate?: Date; completedDate?: Date }) => {
    const sid = newSid('FI')
    await db.insert(file).values({
      ...{
        sid,
        installSid,
        sessionSid,
        purpose: 'photo' as const,
        name: 'a.png',
        contentType: 'image/png',
        size: 1,
      },
      ...{ uploadExpiresDate: new Date(), ...dates },
    })
    return `file ${sid.slice(2)}`
  }
  return {
    incompleteFiles: (createdDate: Date) => aFile({ createdDate }),
    async sessionFiles(completedDate: Date) {
      await db.update(examSession).set({ status: 'Closed' }).where(eq(examSession.sid, sessionSid))
      return aFile({ completedDate })
    },
    async usedDownloads(expiresAt: Date) {
      const sid = newSid('FD')
      await db.insert(usedDownload).values({ sid, expiresAt })
      return `used_download ${sid.slice(2)}`
    },
    async liveTopics(renewedDate: Date) {
      const topic = newSid('EV').slice(2)
      await db.insert(liveTopic).values({ applicationSid: newSid('AP'), topic, renewedDate })
      return `live_topic ${topic}`
    },
  }
}
