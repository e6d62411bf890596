import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Lock = { close(): Promise<void> }

/**
 * Claims a state directory for this process: PGlite does not notice a second one, which would ruin it. The claim is a
 * socket that only a living process answers, so that one killed in the midst of its work leaves no claim behind.
 * @throws Error when a living process holds the directory
 */
export async function lockDirectory(directory: string): Promise<Lock> {
  mkdirSync(directory, { recursive: true })
  const path = lockPath(directory)
  const server = createServer(socket => socket.end()).unref()
  if (!(await listens(server, path))) {
    if (await answers(path)) throw new Error(`Another process uses ${directory}; stop it or set STATE_DIR.`)
    rmSync(path, { force: true })
    if (!(await listens(server, path))) throw new Error(`Cannot claim ${directory} by ${path}.`)
  }
  const withdraw = () => rmSync(path, { force: true })
  process.once('exit', withdraw)
  return {
    close: () => {
      process.off('exit', withdraw)
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}

/** The socket of a directory. Not in the directory itself: a socket's path may hold about a hundred characters only. */
function lockPath(directory: string): string {
  const name = createHash('sha256').update(realpathSync(directory)).digest('hex').slice(0, 16)
  return join(tmpdir(), `invigil-${name}.sock`)
}

const listens = (server: Server, path: string): Promise<boolean> =>
  new Promise(resolve => {
    server.once('error', () => resolve(false))
    server.listen(path, () => resolve(true))
  })

const answers = (path: string): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(path, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
