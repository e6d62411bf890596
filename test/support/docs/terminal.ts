// Terminals: one shell that runs block after block, and others for servers.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { connected } from '../processes.ts'
import { descendants, note } from '../start.ts'

type Place = { folder: string; env: NodeJS.ProcessEnv }

type Terminal = {
  /** Runs a block as if it were pasted, and returns its output. @throws Error with the whole output when it fails */
  run(script: string): Promise<string>
  close(): Promise<void>
}

/** The time that a block can run without output, and that a server can take to start. */
const withinMs = 180_000

/** A POSIX shell that stops at the first failing command. Later blocks see the variables of earlier ones. */
export function openTerminal({ folder, env }: Place): Terminal {
  const child = spawn('sh', ['-eu'], { cwd: folder, env, stdio: ['pipe', 'pipe', 'pipe'] })
  const ended = note(child)
  const closed = once(child, 'close').then(ended)
  let printed = ''
  let complaints = ''
  let heard = () => {}
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk
    heard()
  })
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk))
  let count = 0
  const run = async (script: string) => {
    count += 1
    const mark = `(end of block ${count})`
    const file = join(folder, `.block-${count}.sh`)
    writeFileSync(file, script)
    printed = ''
    child.stdin.write(`. '${file}' < /dev/null\nprintf %s '${mark}'\n`)
    while (!printed.endsWith(mark)) {
      const more = new Promise<void>(resolve => (heard = resolve))
      const late = sleep(withinMs, 'too late' as const, { ref: false })
      const over = await Promise.race([more, closed.then(() => 'ended' as const), late])
      if (over) throw new Error(`${over}: ${script}\nprinted:\n${printed}${complaints}`)
    }
    return printed.slice(0, -mark.length)
  }
  return {
    run,
    async close() {
      child.stdin.end()
      await closed
    },
  }
}

export type Server = { printed(): string; close(): Promise<void> }

/** Runs a block in its own terminal, and resolves when it serves the port. */
export async function openServer(script: string, port: number, { folder, env }: Place): Promise<Server> {
  const child = spawn('sh', ['-euc', script], {
    ...{ cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
    env: { ...env, PORT: String(port) },
  })
  const ended = note(child)
  let hasEnded = false
  const closed = once(child, 'close').then(() => {
    hasEnded = true
    ended()
  })
  let printed = ''
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk: Buffer) => (printed += chunk))
  const close = async () => {
    interrupt(child)
    await closed
  }
  // A start listens for a moment to check that its port is free, so a connection alone does not mean that it serves.
  const isReady = () => !/\bnpm start\b/.test(script) || printed.includes('Ready on ')
  const servesOrEnds = async () => {
    if (hasEnded) return
    await connected(port)
    if (!isReady()) throw new Error('It is not ready.')
  }
  try {
    await expect.poll(servesOrEnds, { timeout: withinMs, interval: 100 }).toBeUndefined()
    if (hasEnded) throw new Error('It ended.')
  } catch (error) {
    await close()
    throw new Error(`${script}\n\nprinted:\n${printed}`, { cause: error })
  }
  return { printed: () => printed, close }
}

/** Ctrl-C, which reaches every process of a terminal: here the last process of each line, for which the others wait. */
function interrupt(child: ChildProcess): void {
  const family = descendants(child.pid)
  for (const pid of family.length > 0 ? family : [child.pid]) {
    try {
      if (pid !== undefined) process.kill(pid, 'SIGINT')
    } catch {
      // It has ended meanwhile.
    }
  }
}
