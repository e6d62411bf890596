// The runbook: each fault is injected into a running system, and the page is followed from its check to its verification.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../tools/neon/embedded.ts'
import { makeSealingKey } from '../../tools/stack/local-keys.ts'
import type { Stack } from '../../tools/stack/stack.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { blocksOf, kindOf, placeOf, readPage } from '../support/docs/blocks.ts'
import { cloneLike } from '../support/docs/reader.ts'
import { openTerminal } from '../support/docs/terminal.ts'
import { fullDisk } from '../support/full-disk.ts'
import { platformDatabase } from '../support/platform-worker.ts'
import { changeSealingKey } from '../support/sealing-probe.ts'
import { testStack } from '../support/stack.ts'
import { freePort } from '../support/start.ts'
import { control } from '../support/webhook-faults.ts'
import { makeEndpoint, publish, startSink } from '../support/webhooks.ts'
import { makeWorld } from '../support/world.ts'

const page = 'docs/guides/incidents.md'
const SLOW = { timeout: 180_000 }
const metricsToken = 'a-token-of-the-runbook'
const clone = cloneLike()
const stateDir = join(clone.folder, '.local')
const postgres = temporaryDirectory()

let server: EmbeddedPostgres
let stack: Stack | undefined
let port: number
let terminal: ReturnType<typeof openTerminal>

const system = (): Stack => stack ?? expect.fail('The system does not run.')

const newTerminal = () => openTerminal({ ...clone, env: { ...clone.env, METRICS_TOKEN: metricsToken } })

async function start(): Promise<void> {
  stack = await testStack({
    ...{ port, stateDir, metricsToken, qstash: { controls: true } },
    database: { kind: 'server', url: server.url },
  })
}

async function stop(): Promise<void> {
  await stack?.close()
  stack = undefined
}

/** The blocks of the section with this heading, in order. */
function sectionOf(heading: string) {
  const lines = readPage(page).split('\n')
  const first = lines.indexOf(`## ${heading}`) + 1
  if (first === 0) expect.fail(`The page has no section ${heading}.`)
  const next = lines.findIndex((line, at) => at >= first && line.startsWith('## '))
  const last = next === -1 ? lines.length : next
  return blocksOf(page).filter(({ line }) => line > first && line <= last)
}

type Hooks = {
  /** The action outside of the page that ends the fault. */
  remote?: () => Promise<void>
  /** After the system has started. */
  started?: () => Promise<void>
}

/** Follows a section of the page. Returns the number of outputs that were as on the page. */
async function follow(heading: string, { remote, started }: Hooks = {}): Promise<number> {
  let printed = ''
  let compared = 0
  let hasActed = false
  for (const block of sectionOf(heading)) {
    const kind = kindOf(block)
    if (kind === 'run') printed = await terminal.run(block.text)
    else if (kind === 'stop') await stop()
    else if (kind === 'serve') {
      if (!stack) await start()
      await started?.()
    } else if (kind === 'remote' && !hasActed) {
      hasActed = true
      await remote?.()
    } else if (kind === 'output') {
      expect(printed, placeOf(block)).toBe(block.text)
      compared += 1
    }
  }
  return compared
}

beforeAll(async () => {
  server = await startEmbeddedPostgres(postgres, { fsync: false })
  port = await freePort()
  await start()
  const first = newTerminal()
  await first.run(`DATABASE_URL='${server.url}' npm -s run backup -- backups/newest`)
  await first.close()
}, 300_000)
beforeEach(async () => {
  terminal = newTerminal()
  expect(await follow('Preparation')).toBe(1)
})
afterEach(() => terminal?.close())
afterAll(async () => {
  await stop()
  await server?.stop()
})

describe('the runbook', () => {
  test('The queue is down: deliveries wait, and are sent after a restart', SLOW, async () => {
    const sink = await startSink()
    onTestFinished(sink.close)
    const world = await makeWorld(system())
    const { receiver } = await makeEndpoint(world, sink.receiver())
    await control(system().qstash, 'POST', 'faults', { failPublish: 1 })
    await publish(world)
    await sleep(1100) // the age is in whole seconds
    await system().sweep()
    expect(receiver.received).toEqual([])
    const started = async () => {
      // A minute later: a failed publication is repeated after a minute.
      await system().db.execute(sql`update webhook_delivery set due_date = now() where status = 'pending'`)
      await system().sweep()
      await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(1)
      await system().sweep()
    }
    expect(await follow('The queue is down', { started })).toBe(2)
  })

  test('The database is down: requests are refused until it is started', SLOW, async () => {
    const { port: databasePort } = server
    await server.stop()
    const remote = async () => {
      server = await startEmbeddedPostgres(postgres, { fsync: false, port: databasePort })
    }
    expect(await follow('The database is down', { remote })).toBe(2)
  })

  test('The disk of the database is full: writes are refused until there is space', SLOW, async () => {
    const disk = fullDisk()
    const database = await platformDatabase(disk.around)
    onTestFinished(database.close)
    const worker = await database.worker()
    await terminal.run(`origin='${worker.stack.baseUrl}'`)
    disk.isFull = true
    const remote = () => {
      disk.isFull = false
      return Promise.resolve()
    }
    expect(await follow('The disk of the database is full', { remote })).toBe(2)
  })

  test('The sealing key is wrong: the start is refused until the key is restored', SLOW, async () => {
    await stop()
    writeFileSync(join(stateDir, 'sealing-key'), makeSealingKey())
    const sentence = `The sealing key is not the one of this database. Restore ${stateDir}/sealing-key, or set SEALING_KEY.`
    await expect(start()).rejects.toThrow(sentence)
    expect(readPage(page)).toContain(sentence.replace(stateDir, '/opt/invigil/.local'))
    await terminal.run('cp backups/newest/sealing-key "$STATE_DIR/sealing-key"')
    await start()
  })

  test('The sealing key is wrong: a running system is not ready until it is set', SLOW, async () => {
    const restore = await changeSealingKey(system())
    expect(await follow('The sealing key is wrong', { started: restore })).toBe(2)
  })

  test('A signing key has leaked: its tokens are refused after new keys were made', SLOW, async () => {
    expect(await follow('A signing key has leaked')).toBe(2)
  })

  test('An API credential has leaked: it is refused after it was revoked', SLOW, async () => {
    expect(await follow('An API credential has leaked')).toBe(3)
  })

  test('has a test for each incident of the page', () => {
    const headings = [...readPage(page).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    expect(headings).toEqual([
      ...['Preparation', 'The queue is down', 'The database is down', 'The disk of the database is full'],
      ...['The sealing key is wrong', 'A signing key has leaked', 'An API credential has leaked'],
    ])
  })
})
