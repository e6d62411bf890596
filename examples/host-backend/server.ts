// A customer's site with an embed. Only the backend holds the API credential; the browser gets short-lived tokens.

import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'

const { PORT = '8788', STATE_DIR = '.local', INVIGIL_URL, INVIGIL_CREDENTIAL } = process.env
const { INVIGIL_INSTALL, INVIGIL_LEARNER, INVIGIL_PROCTOR } = process.env
const demo = INVIGIL_CREDENTIAL ? {} : JSON.parse(readFileSync(join(STATE_DIR, 'demo.json'), 'utf8'))
const invigil = INVIGIL_URL ?? demo.baseUrl
const credential = INVIGIL_CREDENTIAL ?? demo.apiCredential
const install = `/v1/installs/${INVIGIL_INSTALL ?? demo.installSid}`

// Select the user of an embed from the signed-in user of your site, never from the browser's request.
const learner = INVIGIL_LEARNER ?? demo.userSid
const users = new Map([
  ['exam-session', learner],
  ['assessment-viewer', learner],
  ['proctoring-session', INVIGIL_PROCTOR ?? demo.instructorSid],
])

/** The current token of each page, by the sid of its first token. */
const latest = new Map<string, string>()

type TokenSet = { sid: string; replacedBy?: string; allowedEmbedOrigins: string[] }
type Result = { status: number; body: TokenSet }

async function call(method: string, path: string, input?: object): Promise<Result> {
  const headers = { authorization: `Bearer ${credential}`, 'content-type': 'application/json' }
  const body = input ? JSON.stringify(input) : null
  const response = await fetch(invigil + install + path, { method, headers, body })
  return { status: response.status, body: (await response.json()) as TokenSet }
}

type Input = { elementType?: string; sid?: string }

/** Issues the tokens of an embed (B1). */
async function issue({ elementType = '' }: Input) {
  const targetUserSid = users.get(elementType)
  const issued = await call('POST', '/sts/tokens', { tokenType: 'element', elementType, targetUserSid })
  if (issued.status === 201) latest.set(issued.body.sid, issued.body.sid)
  return issued
}

/** Refreshes them (B2). If an earlier response was lost, the error names the successor, which is refreshed instead. */
async function refresh({ sid = '' }: Input) {
  const refreshOf = (token = 'unknown') => call('POST', `/sts/tokens/${token}/refresh`, {})
  const first = await refreshOf(latest.get(sid))
  const result = first.body.replacedBy ? await refreshOf(first.body.replacedBy) : first
  if (result.status === 200) latest.set(sid, result.body.sid)
  return result
}

const pages = new Map([
  ['/', ['host.html', 'text/html']],
  ['/host.js', ['host.js', 'text/javascript']],
])
const handlers = new Map([
  ['/embed/token', issue],
  ['/embed/refresh', refresh],
])

async function serve(request: IncomingMessage, response: ServerResponse) {
  const [file, type] = pages.get(request.url ?? '') ?? []
  const handler = request.method === 'POST' ? handlers.get(request.url ?? '') : undefined
  if (file && type) {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8').replaceAll('{{INVIGIL}}', invigil)
    response.setHeader('content-type', `${type}; charset=utf-8`).end(text)
  } else if (!handler || request.headers.origin !== origin) {
    response.writeHead(handler ? 403 : 404).end()
  } else {
    const input = await json(request)
    const { status, body } = await handler(input as Input)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
}

// Only pages of the install's `allowedEmbedOrigins` can hold the frame.
const origin = `http://127.0.0.1:${PORT}`
const { allowedEmbedOrigins } = (await call('GET', '/settings')).body
if (!allowedEmbedOrigins.includes(origin))
  await call('PUT', '/settings', { allowedEmbedOrigins: [...allowedEmbedOrigins, origin] })
createServer((request, response) => {
  serve(request, response).catch(() => response.writeHead(500).end())
}).listen(Number(PORT), '127.0.0.1', () => console.log(`Ready on ${origin}`))
