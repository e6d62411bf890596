// How a free port is chosen.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { promisify } from 'node:util'
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

test('ten processes that choose 50 ports each at the same time choose none twice', async () => {
  const program = `
    Math.random = () => 0.5 // all start at the same port
    const { requireFreePort } = await import(${JSON.stringify(new URL('../../tools/stack/port.ts', import.meta.url).href)})
    const ports = []
    while (ports.length < 50) ports.push(await requireFreePort(0))
    console.log(ports.join())`
  const run = () =>
    promisify(execFile)(process.execPath, ['--input-type=module-typescript', '--eval', program])
  const printed = await Promise.all(Array.from({ length: 10 }, run))
  const ports = printed.flatMap(({ stdout }) => stdout.trim().split(','))
  expect(ports).toHaveLength(500)
  expect(new Set(ports).size).toBe(500)
})

test('a port in use is refused after three seconds', async () => {
  const port = await requireFreePort(0)
  await listenOn(port)
  await expect(requireFreePort(port)).rejects.toThrow(`Port ${port} is in use; choose another one with PORT.`)
})
