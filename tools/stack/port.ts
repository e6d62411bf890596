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
      return await freePort(port, host)
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

/** Whether no process listens on the port. */
export const isFree = (port: number): Promise<boolean> =>
  freePort(port, '127.0.0.1').then(
    () => true,
    () => false,
  )

const freePort = (port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(port, host, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : port))
    })
  })
