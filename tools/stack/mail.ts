import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

type Attachment = { filename: string; contentType: string; content: string }

export type Mail = { to: string; subject: string; text: string; attachments: Attachment[] }

type StoredMail = Omit<Mail, 'attachments'> & { attachments?: Attachment[]; key?: string }

/** Stores the mails of the stack in a file, newest last, so that they survive a restart. */
export function mailCatcher(stateDir: string) {
  const file = join(stateDir, 'mail.jsonl')
  const read = async () => (await readFile(file, 'utf8').catch(() => '')).split('\n').flatMap(readMail)
  const append = async ({ to, subject, text, attachments = [], key }: StoredMail) => {
    await mkdir(stateDir, { recursive: true })
    // The line break before it ends a line that is incomplete because the process was killed.
    await appendFile(file, `\n${JSON.stringify({ to, subject, text, attachments, key })}\n`, { mode: 0o600 })
  }
  let known: Promise<Map<string, Promise<void>>> | undefined
  /** The keys of the stored mails, also those of earlier processes. */
  const keys = () => {
    known ??= read().then(
      mails => new Map(mails.flatMap(({ key }) => (key ? [[key, Promise.resolve()]] : []))),
    )
    return known
  }
  return {
    /** Stores a mail, unless one with the same key is stored. */
    async deliver(mail: StoredMail, key?: string): Promise<void> {
      if (!key) return append(mail)
      const stored = await keys()
      const earlier = stored.get(key)
      if (earlier) return earlier
      const storing = append({ ...mail, key })
      stored.set(key, storing)
      storing.catch(() => stored.delete(key))
      return storing
    },
    async list(): Promise<Mail[]> {
      return (await read()).map(({ key: _, attachments = [], ...mail }) => ({ ...mail, attachments }))
    },
  }
}

/** Ignores a line that is incomplete because the process was killed. */
function readMail(line: string): StoredMail[] {
  try {
    return [JSON.parse(line)]
  } catch {
    return []
  }
}
