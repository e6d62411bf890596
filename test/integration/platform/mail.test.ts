// Mails of the Worker of area C, in the runtime of production: with Cloudflare's binding or with a provider over HTTP.
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeOperator, type Person, resetPassword } from '../../support/platform.ts'
import {
  type PlatformDatabase,
  type PlatformWorker,
  platformDatabase,
} from '../../support/platform-worker.ts'
import { freePort } from '../../support/start.ts'
import { makeWorld } from '../../support/world.ts'

const from = 'no-reply@id.example'
const key = 're_key-of-the-provider'
const origin = 'https://id.example'

let database: PlatformDatabase
beforeAll(async () => {
  database = await platformDatabase()
}, 60_000)
afterAll(() => database.close())

let received: { headers: IncomingHttpHeaders; body: string }[]
let status: number
let provider: Server
let url: string
beforeEach(async () => {
  received = []
  status = 200
  const port = await freePort()
  url = `http://127.0.0.1:${port}/emails`
  provider = createServer(async (request, response) => {
    const body = await text(request)
    received.push({ headers: request.headers, body })
    response.writeHead(status).end(body) // some providers repeat the request that they refuse
  })
  await new Promise<void>(resolve => provider.listen(port, '127.0.0.1', resolve))
})
afterEach(() => void provider.close())

const overHttp = () => ({ MAIL_URL: url, MAIL_KEY: key, MAIL_FROM: from })

const newOperator = async ({ stack }: PlatformWorker) => makeOperator(await makeWorld(stack))

/** Requests a mailed link and expects the response that everybody gets. Returns the id of the request. */
async function forgot({ anyone, names }: Person): Promise<string> {
  const answer = await anyone('POST', '/api/auth/forgot-password', { body: names })
  expect([answer.status, answer.body]).toEqual([202, {}])
  return answer.headers.get('x-request-id') ?? 'none'
}

/** The secret of the link in the text of a mail. */
const tokenIn = (mail: string): string =>
  /https:\/\/id\.example\/reset-password#token=(\S+)/.exec(mail)?.[1] ?? ''

/** Requests a link whose mail fails. Expects the failure in the log, without content of the mail. */
async function failsQuietly(worker: PlatformWorker, fail: () => void = () => {}): Promise<void> {
  const person = await newOperator(worker)
  fail()
  const requestId = await forgot(person)
  await vi.waitFor(() => expect(worker.logged()).toContain(requestId), 20_000)
  for (const content of [person.email, 'Grace', 'invigil_reset', '#token', 'Hello', key])
    expect(worker.logged()).not.toContain(content)
}

describe('over HTTP', () => {
  test('a mail is sent to the provider with its key, and its link has the configured origin', async () => {
    const variables = { ...overHttp(), BASE_URL: origin }
    const person = await newOperator(await database.worker({ variables }))
    await forgot(person)
    await vi.waitFor(() => expect(received).toHaveLength(1), 20_000)
    const [{ headers, body } = { headers: {}, body: '{}' }] = received
    expect(headers.authorization).toBe(`Bearer ${key}`)
    expect(headers['content-type']).toBe('application/json')
    const mail = JSON.parse(body)
    expect(mail).toEqual({
      from,
      to: person.email,
      subject: expect.any(String),
      text: expect.any(String),
    })
    expect((await resetPassword(person, tokenIn(mail.text))).status).toBe(204)
  })

  test.each([422, 500])(
    'a mail for which the provider returns %i is logged without its content',
    async code => {
      status = code
      await failsQuietly(await database.worker({ variables: overHttp() }))
      expect(received).toHaveLength(1)
    },
  )

  test('a mail to an unreachable provider is logged without its content', async () => {
    const worker = await database.worker({ variables: overHttp() })
    await failsQuietly(worker, () => void provider.close())
  })
})

describe("with Cloudflare's binding", () => {
  test('a mail is sent by the binding, not by the provider that is also configured', async () => {
    const variables = { ...overHttp(), BASE_URL: origin }
    const worker = await database.worker({ variables, email: {} })
    const person = await newOperator(worker)
    await forgot(person)
    const mail = await vi.waitFor(() => {
      const [, file] = /^Text: (.+)$/m.exec(worker.logged()) ?? []
      return readFileSync(file ?? '', 'utf8')
    }, 20_000)
    expect(worker.logged()).toMatch(new RegExp(`^From: ${from}\\nTo: ${person.email}\\nSubject: \\S`, 'm'))
    expect((await resetPassword(person, tokenIn(mail))).status).toBe(204)
    expect(received).toEqual([])
  })

  test('a mail that the binding refuses is logged without its content', async () => {
    const email = { destination_address: 'somebody.else@id.example' }
    await failsQuietly(await database.worker({ variables: { MAIL_FROM: from }, email }))
  })
})

test('without a configured sender, a mail is logged without its content', async () => {
  await failsQuietly(await database.worker())
  // The sender address is missing.
  await failsQuietly(await database.worker({ variables: { MAIL_URL: url, MAIL_KEY: key } }))
  expect(received).toEqual([])
})
