// Runs the blocks of a page in order, in a folder like a clone of the project.

import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import pg from 'pg'
import { expect } from 'vitest'
import type { EmbeddedPostgres } from '../../../tools/neon/embedded.ts'
import { projectFile } from '../../../tools/project.ts'
import { temporaryDirectory } from '../directory.ts'
import { startTestPostgres } from '../postgres.ts'
import { freePort } from '../start.ts'
import { type Block, blocksOf, kindOf, placeOf } from './blocks.ts'
import { openServer, openTerminal, type Server } from './terminal.ts'

/** Replaces values that differ from run to run. */
export const alike = (text: string): string =>
  text
    .replaceAll(/[A-Z]{2}[a-f0-9]{32}/g, '<sid>')
    .replaceAll(/[a-f0-9]{8}(-[a-f0-9]{4}){3}-[a-f0-9]{12}/g, '<request id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '<origin>')

/** Files that a clone does not have, or that must not be shared with it. */
const own = new Set(['.git', '.local', 'dist', 'keys.json', 'keys.env', 'keys-sealing.env', 'deploy.json'])

/** A folder with all files of a clone after `npm ci`, and an `npm` command for it. */
export function cloneLike(): { folder: string; env: NodeJS.ProcessEnv } {
  const folder = temporaryDirectory()
  for (const name of readdirSync(projectFile('')).filter(name => !own.has(name)))
    symlinkSync(projectFile(name), join(folder, name))
  const bin = temporaryDirectory()
  writeFileSync(join(bin, 'npm'), npm, { mode: 0o755 })
  const { DATABASE_URL: _, STATE_DIR: __, ...env } = process.env
  return { folder, env: { ...env, PATH: `${bin}${delimiter}${env['PATH']}` } }
}

// The packages are installed, and `npm ci` would remove them for all tests; .ci/run runs the real command.
const npm = `#!/bin/sh
[ "$*" = ci ] && exit 0
PATH="\${PATH#*:}" exec npm "$@"
`

type World = ReturnType<typeof cloneLike> & {
  /** Runs statements as an administrator of the Postgres of port 5432, which the first call starts. */
  administer(sql: string): Promise<void>
  /** The ports of the page, and the free local ports that replace them. */
  ports: Map<string, number>
  /** What serves them. */
  servers: Map<number, Server>
}

type Reader = {
  read(page: string): Promise<void>
  /** The local replacement of a port of the pages. */
  originOf(port: number): string
  close(): Promise<void>
}

/** A reader of pages. Servers that one page has started keep running for the next pages. */
export function newReader(): Reader {
  const ports: World['ports'] = new Map()
  const servers: World['servers'] = new Map()
  let postgres: Promise<EmbeddedPostgres> | undefined
  const administer = async (statements: string) => {
    postgres ??= startTestPostgres()
    const { url, port } = await postgres
    ports.set('5432', port)
    const client = new pg.Client(url)
    await client.connect()
    for (const statement of statements.split(/;\s*/).filter(Boolean)) await client.query(statement)
    await client.end()
  }
  const world: World = { ...cloneLike(), ports, servers, administer }
  return {
    read: page => read(page, world),
    originOf: port => `http://127.0.0.1:${ports.get(String(port))}`,
    async close() {
      for (const server of [...servers.values()].toReversed()) await server.close()
      await (await postgres)?.stop()
    },
  }
}

async function read(page: string, world: World): Promise<void> {
  const blocks = blocksOf(page)
  for (const { purpose } of blocks) await free(/^serves (\d{4})$/.exec(purpose)?.[1], world)
  const terminal = openTerminal(world)
  let printed = ''
  try {
    for (const block of blocks) {
      const kind = kindOf(block)
      if (kind === 'sql') await world.administer(block.text)
      const text = here(block.text, world)
      if (kind === 'file') save(join(world.folder, block.purpose), text)
      else if (kind === 'serve') await serve(block, text, world)
      else if (kind === 'stop') await stop(block, world)
      else if (kind === 'run') printed = await terminal.run(text)
      else if (kind === 'output') await compare(block, printed, world)
    }
  } finally {
    await terminal.close()
  }
}

function save(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

async function free(port: string | undefined, { ports }: World): Promise<void> {
  if (port && !ports.has(port)) ports.set(port, await freePort())
}

/** The text with free local ports. */
const here = (text: string, { ports }: World): string =>
  text.replaceAll(/\b\d{4}\b/g, port => String(ports.get(port) ?? port))

async function serve({ purpose }: Block, text: string, world: World): Promise<void> {
  const port = Number(here(purpose.replace('serves ', ''), world))
  await world.servers.get(port)?.close()
  world.servers.set(port, await openServer(text, port, world))
}

async function stop({ purpose }: Block, world: World): Promise<void> {
  const port = Number(here(purpose.replace('stops ', ''), world))
  await world.servers.get(port)?.close()
  world.servers.delete(port)
}

/** Servers print at any time and in any order. */
async function compare(block: Block, printed: string, { ports, servers }: World): Promise<void> {
  if (block.purpose === '') {
    expect(alike(printed), placeOf(block)).toBe(alike(block.text))
    return
  }
  const server = servers.get(ports.get(block.purpose) ?? 0)
  for (const line of alike(block.text).trim().split('\n'))
    await expect
      .poll(
        () =>
          alike(server?.printed() ?? '')
            .split('\n')
            .map(each => each.trim()),
        {
          ...{ timeout: 30_000, message: placeOf(block) },
        },
      )
      .toContain(line.trim())
}
