import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Mail = { to: string; subject: string; text: string }

/** Stores the mails of the stack in a file, newest last, so that they survive a restart. */
export function mailCatcher(stateDir: string) {
  const file = join(stateDir, 'mail.jsonl')
  return {
    async deliver({ to, subject, text }: Mail): Promise<void> {
      await mkdir(stateDir, { recursive: true })
      await appendFile(file, `${JSON.stringify({ to, subject, text })}\n`, { mode: 0o600 })
    },
    async list(): Promise<Mail[]> {
      const lines = await readFile(file, 'utf8').catch(() => '')
      return lines.split('\n').flatMap(readMail)
    },
  }
}

/** Ignores a line that is incomplete because the process was killed. */
function readMail(line: string): Mail[] {
  try {
    return [JSON.parse(line)]
  } catch {
    return []
  }
}
