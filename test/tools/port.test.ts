// How a free port is chosen.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { requireFreePort } from '../../tools/stack/port.ts'

async function listenOn(port: number) {
  const server = createServer().listen(port, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
}

test('port 0 chooses free ports from 10,000 to 19,999, below those of outgoing connections, and none twice', async () => {
  const first = await requireFreePort(0)
  await listenOn(first + 1)
  const ports = [first]
  for (let count = 0; count < 20; count += 1) ports.push(await requireFreePort(0))
  expect(new Set(ports).size).toBe(21)
  expect(ports).not.toContain(first + 1)
  for (const port of ports) {
    expect(port >= 10_000 && port < 20_000, String(port)).toBe(true)
    expect(await requireFreePort(port)).toBe(port)
  }
})

test('a port in use is refused after three seconds', async () => {
  const port = await requireFreePort(0)
  await listenOn(port)
  await expect(requireFreePort(port)).rejects.toThrow(`Port ${port} is in use; choose another one with PORT.`)
})
