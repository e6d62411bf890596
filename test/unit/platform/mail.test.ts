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
  expect(await listed.json()).toEqual(mails.map(mail => ({ ...mail, attachments: [] })))
  await second.close()
})

test('a mail with the key of a stored one is accepted and not stored again, also after a restart and at the same time', async () => {
  const stateDir = temporaryDirectory()
  const mail = { to: 'ada@school.example', subject: 'Once', text: 'Hello' }
  const attachments = [{ filename: 'a.ics', contentType: 'text/calendar', content: 'BEGIN:VCALENDAR' }]
  const send = (port: number, key: string) =>
    fetch(`http://127.0.0.1:${port}/mail`, {
      method: 'POST',
      headers: { 'idempotency-key': key },
      body: JSON.stringify({ ...mail, attachments }),
    })
  const first = await startLocalServices(stateDir)
  const answers = await Promise.all([send(first.port, 'a'), send(first.port, 'a'), send(first.port, 'b')])
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
  await first.close()
  appendFileSync(join(stateDir, 'mail.jsonl'), '{"to": "x')
  const second = await startLocalServices(stateDir)
  await send(second.port, 'a')
  await send(second.port, 'c')
  const listed = await fetch(`http://127.0.0.1:${second.port}/__local/mail`)
  expect(await listed.json()).toEqual([1, 2, 3].map(() => ({ ...mail, attachments })))
  await second.close()
})
