import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const releaseTimeoutMs = 3000 // the runtime of a killed stack ends half a second after the stack

/** The port, or a free one for 0. @throws Error when another process uses it */
export async function requireFreePort(port: number): Promise<number> {
  for (const startedAt = performance.now(); ; await sleep(100)) {
    try {
      return await freePort(port)
    } catch (cause) {
      if (performance.now() - startedAt > releaseTimeoutMs)
        throw new Error(`Port ${port} is in use; choose another one with PORT.`, { cause })
    }
  }
}

/** Whether no process listens on the port. */
export const isFree = (port: number): Promise<boolean> =>
  freePort(port).then(
    () => true,
    () => false,
  )

const freePort = (port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : port))
    })
  })
