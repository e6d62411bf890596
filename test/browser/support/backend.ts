// The backend of a site, as its own process.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connected } from '../../support/processes.ts'
import { freePort, note } from '../../support/start.ts'
import { until } from './until.ts'

/** A program that serves a site until it is disposed. */
export type Backend = AsyncDisposable & { origin: string }

type Program = { command: string; args: string[]; cwd: string; env?: Record<string, string>; port?: number }

/** Starts a program that serves on `PORT`, and waits until it does. */
export async function openBackend({ command, args, cwd, env, port: given }: Program): Promise<Backend> {
  const port = given ?? (await freePort())
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = note(child)
  const closed = once(child, 'close').then(ended)
  await until(() =>
    connected(port).then(
      () => true,
      () => false,
    ),
  )
  return {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill()
      await closed
    },
  }
}
