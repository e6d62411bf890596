import { createServer } from 'node:net'
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
      const reason = cause instanceof Error && 'code' in cause ? faults[String(cause.code)] : undefined
      if (reason) throw new Error(`HOST ${host} with port ${port} cannot be used: ${reason}.`, { cause })
      if (performance.now() - startedAt > releaseTimeoutMs)
        throw new Error(`Port ${port} is in use; choose another one with PORT.`, { cause })
    }
  }
}

const faults: Record<string, string> = {
  EADDRNOTAVAIL: 'this machine does not have the address',
  EAFNOSUPPORT: 'this machine does not support the kind of address',
  EACCES: 'this user must not use the port',
}

const firstPort = 10_000
const portCount = 10_000

/** Each process begins at another port, so that two do not choose the same one at the same time. */
let lastChoice = process.pid * 97

/** A port below those that the system gives to connections: such a port could be in use before the caller listens. */
async function anyFreePort(host: string): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    lastChoice += 1
    try {
      return await listenOnce(firstPort + (lastChoice % portCount), host)
    } catch (error) {
      if (tries === portCount || !(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'))
        throw error
    }
  }
}

/** Listens on the port for a moment, and returns it. @throws Error when it cannot */
const listenOnce = (port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(port, host, () => probe.close(() => resolve(port)))
  })
