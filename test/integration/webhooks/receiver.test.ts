// The blocks of docs/webhooks.md, as a reader would use them.

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { verifyWebhook } from '../../../src/verify/index.ts'
import { signWebhook } from '../../../src/verify/sign.ts'
import { projectFile } from '../../../tools/project.ts'
import { temporaryDirectory } from '../../support/directory.ts'
import { connected } from '../../support/processes.ts'
import { freePort } from '../../support/start.ts'

const page = readFileSync(projectFile('docs/webhooks.md'), 'utf8')
const blocks = [...page.matchAll(/^```\w*\n(?<text>.+?)\n```$/gms)].map(found => found.groups?.['text'] ?? '')
const [headerBlock = '', eventBlock = '', command = '', receiver = '', stock = ''] = blocks

const secret = 'correct horse battery staple'
const body = JSON.stringify(JSON.parse(eventBlock))
const headers = Object.fromEntries(headerBlock.split('\n').map(line => line.split(': ')))
const sign = (more: { secrets?: string[]; timestamp?: number } = {}) =>
  signWebhook({
    body,
    secrets: [secret],
    timestamp: Date.now(),
    id: 'EV1',
    endpointId: 'WH1',
    ...more,
  })

const folder = temporaryDirectory()
const file = (name: string) => join(folder, name)

beforeAll(async () => {
  for (const name of ['packages', 'node_modules']) symlinkSync(projectFile(name), file(name))
  writeFileSync(file('stock.mjs'), stock)
  await promisify(execFile)('bash', ['-euc', command], { cwd: folder })
  writeFileSync(file('my-receiver/receiver.mjs'), receiver)
})

test('this file tests every block of the page', () => {
  expect(blocks).toHaveLength(5)
})

test('the delivery on the page is signed with the secret of the page', async () => {
  expect(page).toContain(`\`${secret}\``)
  const now = () => Number(headers['X-Webhook-Timestamp'])
  const event = await verifyWebhook(body, headers, secret, { now })
  expect(event.id).toBe(headers['webhook-id'])
  const endpointId = headers['X-Webhook-Endpoint-Id'] ?? ''
  const signed = await signWebhook({ body, secrets: [secret], timestamp: now(), id: event.id, endpointId })
  expect(headers).toEqual(signed)
})

type Deliver = (headers: Record<string, string>, text?: string) => Promise<number>

/** Runs the receiver in its own process while the callback runs. Returns its output. */
async function withReceiver(webhookSecret: string, run: (deliver: Deliver) => Promise<void>) {
  const port = await freePort()
  const child = spawn(process.execPath, [file('my-receiver/receiver.mjs')], {
    env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: webhookSecret },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close')
  let printed = ''
  for (const output of [child.stdout, child.stderr]) output.on('data', chunk => (printed += chunk))
  try {
    await expect.poll(() => connected(port), { timeout: 20_000 }).toBeUndefined()
    await run(async (sent, text = body) => {
      const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: sent, body: text })
      return answer.status
    })
  } finally {
    child.kill()
    await closed
  }
  return printed
}

test('the receiver of the page accepts signed requests, also during a rotation', async () => {
  const printed = await withReceiver(secret, async deliver => {
    expect(await deliver(await sign())).toBe(204)
    expect(await deliver(await sign({ secrets: ['a new secret', secret] }))).toBe(204)
  })
  expect(printed.match(/database\.event/g)).toHaveLength(2)
})

test('the receiver of the page refuses forged, late and unsigned requests', async () => {
  const printed = await withReceiver(secret, async deliver => {
    expect(await deliver(await sign(), body.replace('Scheduled', 'Cancelled'))).toBe(400)
    expect(await deliver(await sign({ secrets: ['forged'] }))).toBe(400)
    expect(await deliver(await sign({ timestamp: Date.now() - 310_000 }))).toBe(400)
    expect(await deliver({})).toBe(400)
  })
  expect(printed).not.toContain('database.event')
})

test('the receiver of the page refuses everything without a secret, and prints the reason', async () => {
  const printed = await withReceiver('', async deliver => {
    expect(await deliver(await sign())).toBe(400)
  })
  expect(printed).toContain('A secret must be')
})

test('the standard verifier on the page accepts our requests, and nothing else', async () => {
  const { verify } = await import(pathToFileURL(file('stock.mjs')).href)
  for (const key of [secret, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']) {
    const signed = await sign({ secrets: [key] })
    expect(verify(body, signed, key)).toEqual(JSON.parse(body))
    expect(() => verify(body, signed, `${key}BBBB`)).toThrow('No matching signature')
  }
})

test('the page names every code of a refusal', () => {
  const source = readFileSync(projectFile('src/verify/index.ts'), 'utf8')
  const codes = [...source.matchAll(/^ {2}([a-z]+_[a-z_]+): '/gm)].map(([, code]) => code)
  const named = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code)
  expect(named).toEqual(codes)
})
