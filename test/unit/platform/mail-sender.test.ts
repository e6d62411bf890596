// What each kind of mail provider receives.
import { afterEach, expect, test, vi } from 'vitest'
import { senderOf } from '../../../src/platform/mail/sender.ts'

afterEach(() => vi.restoreAllMocks())

const mail = {
  ...{ to: 'ada@school.example', subject: 'Hello', text: 'Grüße' },
  attachments: [{ filename: 'a.ics', contentType: 'text/calendar', content: 'BEGIN:VCALENDAR é' }],
}
const content = Buffer.from('BEGIN:VCALENDAR é').toString('base64')
const from = 'Invigil <no-reply@id.example>'

const accepting = () => {
  const requests: { url: string; headers: Headers; body: unknown }[] = []
  const fetch = (url: string | URL | Request, init?: RequestInit) => {
    requests.push({
      url: String(url),
      headers: new Headers(init?.headers),
      body: JSON.parse(String(init?.body)),
    })
    return Promise.resolve(new Response(null, { status: 202 }))
  }
  return { requests, fetch }
}

test('the local catcher gets the mail as it is, with its key', async () => {
  const { requests, fetch } = accepting()
  await senderOf({ MAIL_CATCHER: { fetch } })(mail, 'MS1')
  expect(requests).toMatchObject([{ url: 'http://local/mail', body: mail }])
  expect(requests[0]?.headers.get('idempotency-key')).toBe('MS1')
})

test('a provider over HTTP gets the attachment in base64, and the key as Idempotency-Key', async () => {
  const { requests, fetch } = accepting()
  vi.spyOn(globalThis, 'fetch').mockImplementation(fetch)
  const send = senderOf({ MAIL_URL: 'https://mail.example/send', MAIL_KEY: 'k', MAIL_FROM: from })
  await send(mail, 'MS1')
  const attachments = [{ filename: 'a.ics', content_type: 'text/calendar', content }]
  expect(requests).toMatchObject([{ url: 'https://mail.example/send', body: { ...mail, attachments, from } }])
  expect(requests[0]?.headers.get('idempotency-key')).toBe('MS1')
  const { attachments: _, ...plain } = mail
  await send(plain)
  expect(requests[1]?.body).toEqual({ ...plain, from })
  expect(requests[1]?.headers.has('idempotency-key')).toBe(false)
})

test("Cloudflare's binding gets the attachment in base64", async () => {
  const messages: object[] = []
  const EMAIL = { send: (message: object) => Promise.resolve(messages.push(message)) }
  await senderOf({ EMAIL, MAIL_FROM: from })(mail, 'MS1')
  const attachment = { filename: 'a.ics', type: 'text/calendar', disposition: 'attachment', content }
  expect(messages).toEqual([{ ...mail, from, attachments: [attachment] }])
})
