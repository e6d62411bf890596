import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startLocalServices } from '../../../tools/stack/services.ts'
import { temporaryDirectory } from '../../support/directory.ts'

test('the newest mail is listed last, mails survive a restart, and one that a kill truncated is left out', async () => {
  const stateDir = temporaryDirectory()
  const first = await startLocalServices(stateDir)
  const mails = [1, 2].map(number => ({ to: 'ada@school.example', subject: `Mail ${number}`, text: 'Hello' }))
  for (const mail of mails)
    await fetch(`http://127.0.0.1:${first.port}/mail`, { method: 'POST', body: JSON.stringify(mail) })
  await first.close()
  appendFileSync(join(stateDir, 'mail.jsonl'), '{"to": "x')

  const second = await startLocalServices(stateDir)
  const listed = await fetch(`http://127.0.0.1:${second.port}/__local/mail`)
  expect(await listed.json()).toEqual(mails)
  await second.close()
})
