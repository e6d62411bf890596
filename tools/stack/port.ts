import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const releaseTimeoutMs = 3000 // the runtime of a killed stack ends half a second after the stack

/**
 * The port, or a free one for 0.
 * @throws Error when another process uses it, or this machine does not have the address `host`
 */
export async function requireFreePort(port: number, host = '127.0.0.1'): Promise<number> {
  for (const startedAt = performance.now(); ; await sleep(100)) {
    try {
      return await (port === 0 ? anyFreePort(host) : listenOnce(port, host))
    } catch (cause) {
      const reason = cause instanceof Error && 'code' in cause ? reasons[String(cause.code)] : undefined
      if (reason) throw new Error(`HOST ${host} with port ${port} cannot be used: ${reason}.`, { cause })
      if (performance.now() - startedAt > releaseTimeoutMs)
        throw new Error(`Port ${port} is in use; choose another one with PORT.`, { cause })
    }
  }
}

const reasons: Record<string, string> = {
  EADDRNOTAVAIL: 'this machine does not have the address',
  EAFNOSUPPORT: 'this machine does not support the kind of address',
  EACCES: 'this user must not use the port',
}

const firstPort = 10_000
const portCount = 10_000
const reservationMs = 60_000 // the caller listens, or has given up, by then

/** Each process starts at another port. */
let lastChoice = Math.floor(Math.random() * portCount)

/** A port below those that the system gives to connections: such a port could be in use before the caller listens. */
async function anyFreePort(host: string): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    lastChoice += 1
    const port = firstPort + (lastChoice % portCount)
    try {
      if (reserve(port)) return await listenOnce(port, host)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    }
    if (tries === portCount)
      throw new Error(`No port from ${firstPort} to ${firstPort + portCount - 1} is free.`)
  }
}

/** Whether no process with the same temporary directory has chosen the port in the last minute: it may not listen yet. */
function reserve(port: number): boolean {
  const directory = join(tmpdir(), 'invigil-ports')
  const file = join(directory, String(port))
  try {
    mkdirSync(directory, { recursive: true })
    const reservedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY
    if (Date.now() - reservedAt > reservationMs) rmSync(file, { force: true })
    writeFileSync(file, '', { flag: 'wx' })
    return true
  } catch (error) {
    // Where nothing can be written, such as in the directory of another user, ports are not reserved.
    return !(error instanceof Error && 'code' in error && error.code === 'EEXIST')
  }
}

/** Listens on the port for a moment, and returns it. @throws Error when it cannot */
const listenOnce = (port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(port, host, () => probe.close(() => resolve(port)))
  })
